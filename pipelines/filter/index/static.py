"""Vectors of texts from a table of words: loads without any library of neural networks.

The folder is one that sentence-transformers loads too (`StaticEmbedding`): a table of vectors and
a tokenizer that takes a text apart into as few known pieces as it can.
"""

import json
import mmap
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipelines.filter.index.embedder import Embedded
from pipelines.filter.index.postings import Floats, Halves
from pipelines.filter.index.terms import runs

SHIPPED = Path(__file__).with_name("words")
UNKNOWN = 0
"""The row of everything that the table does not know."""
_WORSE = 10.0
"""How much less than the worst piece an unknown sign is worth."""


@dataclass(frozen=True)
class StaticEmbedder:
    """The mean of the vectors of a text's words."""

    name: str
    table: Halves
    pieces: Mapping[str, int]
    worth: Sequence[float]
    """What each piece adds to a way of taking a run apart; the best sum wins."""

    @property
    def dimensions(self) -> int:
        """Length of the vectors."""
        return self.table.shape[1]

    def embed(self, texts: Sequence[str], *, tools: bool = False) -> Embedded:
        """See `Embedder`; both sides are treated alike."""
        del tools
        rows = [self.rows(text) for text in texts]
        sizes = np.array([len(each) for each in rows], np.intp)
        flat = np.fromiter(chain.from_iterable(rows), np.intp, int(sizes.sum()))
        owners = np.repeat(np.arange(len(texts)), sizes)
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        pieces = self.table[flat].astype(np.float32)
        if len(flat):
            filled = np.flatnonzero(sizes)
            starts = (np.cumsum(sizes) - sizes)[filled]
            vectors[filled] = np.add.reduceat(pieces, starts)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) + np.float32(1e-9)
        known = np.bincount(owners, weights=_telling(pieces), minlength=len(texts))
        unknown = np.bincount(owners, weights=flat == UNKNOWN, minlength=len(texts))
        shares = known / np.maximum(known + unknown, 1)
        return Embedded(vectors, shares.astype(np.float32))

    def rows(self, text: str) -> list[int]:
        """The rows of a text's pieces, in order."""
        return [row for run in runs(text) for row in self._cut(run)]

    def __hash__(self) -> int:
        return id(self)

    @lru_cache(maxsize=50_000)  # noqa: B019 - one embedder lives as long as the process
    def _cut(self, run: str) -> tuple[int, ...]:
        """As few pieces as possible, of the best worth; unknown signs in a row are one."""
        whole = self.pieces.get(run)
        if whole is not None:
            return (whole,)
        lost, ends = _worst(self) - _WORSE, _ends(self)
        best: list[tuple[float, int, int]] = [(0.0, 0, UNKNOWN)]
        for end, sign in enumerate(run, 1):
            way = (best[-1][0] + lost, end - 1, UNKNOWN)
            for size in ends.get(sign, ()):
                row = self.pieces.get(run[end - size : end]) if size <= end else None
                if row is not None and best[end - size][0] + self.worth[row] > way[0]:
                    way = (best[end - size][0] + self.worth[row], end - size, row)
            best.append(way)
        return _walked(best)


def _walked(best: list[tuple[float, int, int]]) -> tuple[int, ...]:
    rows: list[int] = []
    end = len(best) - 1
    while end:
        _, start, row = best[end]
        if row != UNKNOWN or rows[-1:] != [UNKNOWN]:
            rows.append(row)
        end = start
    return tuple(reversed(rows))


def _telling(pieces: Floats) -> NDArray[np.bool_]:
    """The vectors that say something: words such as articles are known and have zeros."""
    return np.abs(pieces).max(axis=1) > 0


@cache
def _ends(embedder: StaticEmbedder) -> Mapping[str, Sequence[int]]:
    """Sign → how long the pieces are that end with it, longest first."""
    found: dict[str, set[int]] = {}
    for piece in embedder.pieces:
        found.setdefault(piece[-1], set()).add(len(piece))
    return {sign: sorted(sizes, reverse=True) for sign, sizes in found.items()}


@cache
def _worst(embedder: StaticEmbedder) -> float:
    return min(embedder.worth)


@cache
def load_static(folder: Path = SHIPPED) -> StaticEmbedder:
    """The embedder in a folder: `model.safetensors` and `tokenizer.json`."""
    held: dict[str, Any] = json.loads((folder / "tokenizer.json").read_bytes())
    vocabulary: list[tuple[str, float]] = held["model"]["vocab"]
    table, name = _read_table(folder / "model.safetensors")
    pieces = {word: row for row, (word, _) in enumerate(vocabulary) if row != UNKNOWN}
    return StaticEmbedder(name, table, pieces, [worth for _, worth in vocabulary])


def _read_table(file: Path) -> tuple[Halves, str]:
    """The one tensor of a file of the safetensors format, mapped into memory."""
    with file.open("rb") as stream:
        mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    (size,) = struct.unpack_from("<Q", mapped)
    header: dict[str, Any] = json.loads(mapped[8 : 8 + size])
    told = header["embedding.weight"]
    table = np.frombuffer(mapped, np.float16, offset=8 + size + told["data_offsets"][0])
    return table.reshape(told["shape"]), str(header["__metadata__"]["name"])
