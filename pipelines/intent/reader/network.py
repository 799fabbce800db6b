"""The reader's network by numpy alone: the same as the one that was trained, in float arithmetic
(8-bit arithmetic changes a third of the spans that are read)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from pipelines.intent.reader.labels import LINKS
from pipelines.models.tokenizer import Tokenizer
from pipelines.models.transformer import (
    SCALED,
    Floats,
    as_floats,
    best_path,
    gelu,
    layer,
    linear,
    softmax,
    unit,
)
from pipelines.models.trunk import Trunk

Fits: TypeAlias = tuple[Sequence[int], NDArray[np.int64]]
"""What each mark looks like, and the type of each name."""
_WORDS = "encoder.word.weight"
_ROWS = ("encoder.place.weight", "encoder.segment.weight", "encoder.known.weight", "role_of.weight")
"""Tables that are looked up, not multiplied."""
_SHARPNESS = 16.0
"""What a cosine between a mark and a name counts."""


class Network:
    """The weights, and what they make of pieces and marks. Shapes: pieces × width, and so on."""

    def __init__(self, weights: Mapping[str, NDArray[np.generic]]) -> None:
        words, scales = weights[_WORDS], weights[_WORDS + SCALED]
        rest = {name: w for name, w in weights.items() if not name.startswith(_WORDS)}
        self._w = as_floats(rest, _ROWS)
        self.layers = sum(name.endswith("qkv.bias") for name in self._w)
        self.trunk = Trunk(self._w, words, scales)

    # ---- the trunk ---------------------------------------------------------------------

    def hidden(
        self, ids: Sequence[int], segments: Sequence[int], flags: Sequence[Sequence[int]] = ()
    ) -> Floats:
        """pieces × width: what each piece means where it stands; `flags`: of each piece, where it
        is in a word of the catalogue."""
        known = self._w["encoder.segment.weight"][list(segments)]
        for at, numbers in enumerate(flags):
            if numbers:
                known[at] += self._w["encoder.known.weight"][list(numbers)].sum(0)
        return self._learned(self.trunk.read([ids])[0][None] + known)[0]

    def _learned(self, x: Floats) -> Floats:
        """texts × pieces × width, through the layers that have learned."""
        for number in range(self.trunk.layers, self.layers):
            x = layer(self._w, self.trunk.heads, x, f"encoder.layers.{number}.")
        return x

    def _linear(self, x: Floats, name: str) -> Floats:
        return linear(self._w, x, name)

    # ---- the whole message -------------------------------------------------------------

    def tags(self, hidden: Floats, layer: str) -> tuple[list[int], float]:
        """The most likely sequence of tags of one layer, `role` or `aside`, over these pieces, and
        how likely it is."""
        scores = self._linear(hidden, f"{layer}_tags")
        moves, first = self._w[f"{layer}_chain.moves"], self._w[f"{layer}_chain.first"]
        return best_path(
            scores, moves + _impossible(len(moves)), first + _impossible(len(moves))[0]
        )

    def whole(self, hidden: Floats, message: slice, what: str) -> Floats:
        """How likely each type or turn is."""
        both = np.concatenate([hidden[0], hidden[message].mean(0)])
        return softmax(self._linear(np.tanh(self._linear(both, "whole")), what))

    # ---- marks -------------------------------------------------------------------------

    def marks(
        self, hidden: Floats, spans: Sequence[tuple[int, int]], roles: Sequence[int]
    ) -> Floats:
        """marks × width, from spans of pieces, the last inclusive."""
        rows = [
            np.concatenate([hidden[a], hidden[b], hidden[a : b + 1].mean(0), self._role(role)])
            for (a, b), role in zip(spans, roles, strict=True)
        ]
        return gelu(self._linear(np.stack(rows), "mark"))

    def _role(self, role: int) -> Floats:
        return self._w["role_of.weight"][role]

    def arcs(self, marks: Floats) -> Floats:
        """marks × (1 + marks): log-likelihood of each head, the root first."""
        below = self._linear(marks, "below")
        above = np.concatenate([self._w["root"][None], self._linear(marks, "above")])
        scores = below @ self._w["pair"] @ above.T + self._linear(above, "above_bias")[:, 0]
        count, near = len(marks), self._w["near"]
        far = np.arange(count)[:, None] - np.arange(count)[None]
        bias = near[(far > 0).astype(int), np.minimum(np.abs(far), near.shape[1] - 1)]
        bias = np.where(far == 0, np.float32(-1e4), bias)
        scores[:, 1:] += bias
        return np.log(softmax(scores) + 1e-9)

    def ties(self, marks: Floats, heads: Sequence[int]) -> Floats:
        """marks × ties: how likely each is, given the heads (0: the root)."""
        below = self._linear(marks, "below")
        above = np.concatenate([self._w["root"][None], self._linear(marks, "above")])[list(heads)]
        both = np.concatenate([below, above, below * above], -1)
        return softmax(self._linear(both, "tie"))

    def each(self, marks: Floats, what: str) -> Floats:
        """marks × functions or operators."""
        return softmax(self._linear(marks, what))

    # ---- names -------------------------------------------------------------------------

    def named(self, ids: NDArray[np.integer]) -> Floats:
        """names × links × width: vectors of names of as many pieces, one for each kind."""
        x = self.trunk.read_row(ids) + self._w["encoder.segment.weight"][1]
        mean = self._learned(x).mean(1)
        return np.stack([self._linear(mean, f"named.{kind}") for kind in LINKS], 1)

    def links(self, kind: str, marks: Floats, names: Floats, columns: Floats, fits: Fits) -> Floats:
        """marks × (names + 1): how likely each name is meant, none of them last.

        `names`: their vectors beside each other, as `beside` gives them; `columns`: what else
        speaks for each, as `evidence` has it."""
        asked = unit(self._linear(marks, f"asked.{kind}"))
        scores = _SHARPNESS * asked @ names.T + columns @ self._w[f"evidence.{kind}"]
        forms, types = fits
        scores += self._w[f"fits.{kind}"][np.asarray(forms)[:, None], types[None]]
        nothing = np.full((len(marks), 1), self._w[f"nothing.{kind}"], np.float32)
        return softmax(np.concatenate([scores, nothing], 1))


def load(file: Path) -> tuple[Network, Tokenizer]:
    """The network and its tokenizer; ValueError where the file is no such thing."""
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as held:
            weights = dict(held)
        pieces = bytes(weights.pop("pieces")).decode("utf-8").split("\n")
        folded = bytes(weights.pop("folded")).decode("utf-8").split("\n")[:-1]
        scores = weights.pop("scores").astype(np.float32)
        table = dict(zip(folded[::2], folded[1::2], strict=True))
        return Network(weights), Tokenizer(pieces, scores.tolist(), table)
    except OSError as error:
        raise ValueError(f"{file} holds no weights of the reader: {error.strerror}") from error
    except (KeyError, EOFError, ValueError, BadZipFile, AttributeError) as error:
        # What numpy says of such a file is advice to trust it.
        raise ValueError(f"{file} holds no weights of the reader: it is another file") from error


def beside(vectors: Floats) -> Floats:
    """Vectors of names without what all of them have in common, of length one."""
    return unit(vectors - vectors.mean(0)) if len(vectors) else vectors


def _impossible(count: int) -> Floats:
    """count × count: minus infinity for a move into the inside of what was not begun (tag 0:
    nothing, odd: begins, even: goes on). Row 0 is also what cannot be first."""
    found = np.zeros((count, count), np.float32)
    for inside in range(2, count, 2):
        found[:, inside] = -1e4
        found[[inside - 1, inside], inside] = 0
    return found
