"""A network of the reader in small: two layers, a dozen pieces, weights drawn at random."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipelines.intent.reader.evidence import COLUMNS, FORMS
from pipelines.intent.reader.evidence import TYPES as ATTRIBUTES
from pipelines.intent.reader.labels import (
    ASIDES,
    FUNCTIONS,
    LINKS,
    OPERATORS,
    ROLES,
    TIES,
    TURNS,
    TYPES,
)
from pipelines.intent.reader.mentions import FLAGS
from pipelines.intent.reader.network import Network
from pipelines.models.tokenizer import Tokenizer

PIECES = (
    *("<s>", "<pad>", "</s>", "<unk>", "\u2581", "\u2581give", "\u2581card", "s", "\u2581a"),
    *(str(number) for number in range(100)),
)
WIDTH, INNER, HEADS, LAYERS, LINK, ARC, PLACES = 24, 48, 4, 2, 8, 12, 300


def small_tokenizer() -> Tokenizer:
    """Words, and numbers of two digits."""
    return Tokenizer(PIECES, [-1.0] * len(PIECES), {})


def small_network(*, seed: int) -> Network:
    """The same weights for the same seed."""
    return Network(_weights(seed))


def write_small(file: Path, *, seed: int) -> None:
    """The same network as a file of weights."""
    texts = {"pieces": "\n".join(PIECES), "folded": "A\na\n"}
    held = {name: np.frombuffer(text.encode(), np.uint8) for name, text in texts.items()}
    scores = np.full(len(PIECES), -1.0, np.float16)
    np.savez_compressed(file, **_weights(seed), **held, scores=scores)  # pyright: ignore[reportArgumentType]


def _shapes() -> dict[str, tuple[int, ...]]:
    linear = {
        "role_tags": (2 * len(ROLES) + 1, WIDTH),
        "aside_tags": (2 * len(ASIDES) + 1, WIDTH),
        "whole": (WIDTH, 2 * WIDTH),
        "intent_type": (len(TYPES), WIDTH),
        "turn_type": (len(TURNS), WIDTH),
        "mark": (WIDTH, 3 * WIDTH + 32),
        "below": (ARC, WIDTH),
        "above": (ARC, WIDTH),
        "above_bias": (1, ARC),
        "tie": (len(TIES), 3 * ARC),
        "function": (len(FUNCTIONS), WIDTH),
        "operator": (len(OPERATORS), WIDTH),
        **{f"{side}.{kind}": (LINK, WIDTH) for side in ("asked", "named") for kind in LINKS},
    }
    for number in range(LAYERS):
        at = f"encoder.layers.{number}."
        linear |= {at + "qkv": (3 * WIDTH, WIDTH), at + "ao": (WIDTH, WIDTH)}
        linear |= {at + "fi": (INNER, WIDTH), at + "fo": (WIDTH, INNER)}
    found: dict[str, tuple[int, ...]] = {}
    for name, shape in linear.items():
        found |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    tags = {"role_chain": 2 * len(ROLES) + 1, "aside_chain": 2 * len(ASIDES) + 1}
    for name, count in tags.items():
        found |= {f"{name}.moves": (count, count), f"{name}.first": (count,)}
    norms = ["encoder.norm"]
    norms += [f"encoder.layers.{n}.{which}" for n in range(LAYERS) for which in ("aln", "oln")]
    for name in norms:
        found |= {f"{name}.weight": (WIDTH,), f"{name}.bias": (WIDTH,)}
    return {
        **found,
        "encoder.place.weight": (PLACES, WIDTH),
        "encoder.segment.weight": (2, WIDTH),
        "encoder.known.weight": (FLAGS, WIDTH),
        "role_of.weight": (len(ROLES), 32),
        "root": (ARC,),
        "pair": (ARC, ARC),
        "near": (2, 12),
        **{f"evidence.{kind}": (COLUMNS,) for kind in LINKS},
        **{f"fits.{kind}": (len(FORMS), len(ATTRIBUTES)) for kind in LINKS},
        **{f"nothing.{kind}": () for kind in LINKS},
    }


def _weights(seed: int) -> dict[str, NDArray[np.generic]]:
    rng = np.random.default_rng(seed)
    found: dict[str, NDArray[np.generic]] = {
        name: rng.normal(0, 0.5, shape).astype(np.float32) for name, shape in _shapes().items()
    }
    words = rng.integers(-127, 127, (len(PIECES), WIDTH)).astype(np.int8)
    found["encoder.word.weight"] = words
    found["encoder.word.weight.scale"] = np.full((len(PIECES), 1), 0.01, np.float32)
    found["heads"] = np.array(HEADS)
    found["frozen"] = np.array(1)
    return found
