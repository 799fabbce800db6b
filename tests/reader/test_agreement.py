"""The network as it is trained and as it is shipped say the same."""

from pathlib import Path

import numpy as np
import pytest

from pipelines.intent.reader.evidence import COLUMNS
from pipelines.intent.reader.labels import LINKS
from pipelines.intent.reader.network import beside, load
from tests.reader.small import HEADS, INNER, LAYERS, PIECES, PLACES, WIDTH

pytestmark = pytest.mark.skipif(
    __import__("importlib.util").util.find_spec("torch") is None, reason="needs the extra `train`"
)


Table = np.ndarray[tuple[int, ...], np.dtype[np.float32]]


def drawn() -> dict[str, Table]:
    """Weights of a small trunk, drawn at random."""
    rng = np.random.default_rng(2)

    def table(*shape: int) -> Table:
        return rng.normal(0, 0.3, shape).astype(np.float32)

    weights = {"word": table(len(PIECES), WIDTH), "place": table(PLACES, WIDTH)}
    norms = ["norm", *(f"layers.{n}.{which}" for n in range(LAYERS) for which in ("aln", "oln"))]
    weights |= {f"{name}.weight": table(WIDTH) for name in norms}
    weights |= {f"{name}.bias": table(WIDTH) for name in norms}
    shapes = {"qkv": (3 * WIDTH, WIDTH), "ao": (WIDTH, WIDTH)}
    shapes |= {"fi": (INNER, WIDTH), "fo": (WIDTH, INNER)}
    for n in range(LAYERS):
        for name, shape in shapes.items():
            weights[f"layers.{n}.{name}.weight"] = table(*shape)
            weights[f"layers.{n}.{name}.bias"] = table(shape[0])
    return weights


def close(one: object, other: object) -> bool:
    """Alike but for the 8 bits of the weights."""
    return np.allclose(np.asarray(one), np.asarray(other), atol=0.05)


def test_both_say_the_same(tmp_path: Path) -> None:
    import torch

    from evals.reader.training.export import export
    from evals.reader.training.network import Network, Packed
    from evals.reader.training.trunk import Trunk

    trunk = Trunk(drawn(), PIECES, (-1.0,) * len(PIECES), {}, LAYERS, HEADS)
    trained = Network(trunk, frozen=0).eval()
    file = tmp_path / "weights.npz"
    export(trained, trunk, file)
    shipped, _ = load(file)

    ids, segments = [0, 5, 6, 2, 14, 15, 2], [0, 0, 0, 0, 1, 1, 1]
    flags, words = [[], [], [], [], [0, 2], [3], []], [[0, 5, 2], [0, 6, 2]]
    with torch.no_grad():
        packed = Packed.of([(ids, segments), (ids[:3], [1, 1, 1])], [flags, [[], [], []]])
        said = trained(packed)
        marks = trained.marks(said.hidden[0], torch.tensor([[1, 2], [4, 4]]), torch.tensor([1, 2]))
        arcs = torch.softmax(trained.arcs(marks), -1)
        hidden = trained.encoder(Packed.of([(one, [1] * len(one)) for one in words]))
        names = hidden.view(2, 3, -1).mean(1)
        columns, fits = torch.ones(2, 2, COLUMNS), (torch.tensor([0, 3]), torch.tensor([1, 9]))
        links = {k: trained.links(k, marks, names, columns, fits) for k in LINKS}
    hidden = shipped.hidden(ids, segments, flags)
    own = shipped.marks(hidden, [(1, 2), (4, 4)], [1, 2])

    whole = shipped.whole(hidden, slice(4, 7), "intent_type")
    assert close(hidden, said.hidden[0])
    assert close(whole, torch.softmax(said.type[0], -1))
    assert close(own, marks)
    assert close(np.exp(shipped.arcs(own)), arcs)
    vectors, near = shipped.named(np.array(words)), np.ones((2, 2, COLUMNS), np.float32)
    for number, kind in enumerate(LINKS):
        given = shipped.links(
            kind, own, beside(vectors[:, number]), near, ([0, 3], np.array([1, 9]))
        )
        assert close(given, torch.softmax(links[kind], -1))
