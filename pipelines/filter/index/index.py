"""Many tools, found by the terms and the meaning of a text; changed in milliseconds.

An index is immutable, so that it is read without locks: a change makes a new one that shares the
big segment. What was removed is masked; a small segment takes what was added, and all tools are
put into one segment again when that has grown.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from pipelines.filter.index.embedder import Embedder
from pipelines.filter.index.postings import Floats, Numbers
from pipelines.filter.index.segment import Segment, Texts

_SMALL = 64
_SHARE = 20
"""The segment of added tools may have a twentieth of all, and 64 in any case."""


@dataclass(frozen=True)
class ToolIndex:
    """Tools by number, in the order of the segments; removed ones are not alive."""

    segments: tuple[Segment, ...]
    alive: NDArray[np.bool_]
    embedder: Embedder | None = None

    @classmethod
    def of(cls, tools: Mapping[str, Texts], embedder: Embedder | None = None) -> "ToolIndex":
        """An index over tools given as text by field."""
        return cls((Segment.of(tools, embedder),), np.ones(len(tools), np.bool_), embedder)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The tools' ids by number, those of removed tools too."""
        return tuple(chain.from_iterable(segment.ids for segment in self.segments))

    def number(self, tool: str) -> int:
        """The number of the living tool of that id; KeyError where there is none."""
        first = len(self.ids)
        for segment in reversed(self.segments):
            first -= len(segment.ids)
            place = segment.numbers.get(tool)
            if place is not None and self.alive[first + place]:
                return first + place
        raise KeyError(tool)

    @cached_property
    def size(self) -> int:
        """How many tools can be found."""
        return int(self.alive.sum())

    def changed(
        self,
        tools: Iterable[str],
        fresh: Iterable[str],
        texts: Callable[[Iterable[str]], Mapping[str, Texts]],
    ) -> "ToolIndex":
        """The index over `tools`, of which only `fresh` ones differ from those that it has.

        `texts` gives the texts of tools by id; it is asked for as few as possible.
        """
        wanted, base = frozenset(tools), self.segments[0]
        stays = self.alive[: len(base.ids)].copy()
        left = base.numbers.keys() - wanted
        stays[[base.numbers[name] for name in left.union(fresh) if name in base.numbers]] = False
        again = wanted.intersection(base.ids[number] for number in np.flatnonzero(~stays))
        small = sorted(again | (wanted - base.numbers.keys()))
        if len(small) > max(_SMALL, len(base.ids) // _SHARE):
            return ToolIndex.of(texts(sorted(wanted)), self.embedder)
        segments = (base, Segment.of(texts(small), self.embedder)) if small else (base,)
        alive = np.concatenate([stays, np.ones(len(small), np.bool_)])
        return ToolIndex(segments, alive, self.embedder)

    def idf(self, words: Iterable[str]) -> dict[str, float]:
        """Term → how much it tells; terms that no tool has are left out."""
        total = len(self.ids)
        counts = dict.fromkeys(words, 0)
        for segment in self.segments:
            for term, count in segment.postings.frequencies(counts).items():
                counts[term] += count
        return {
            term: math.log(1 + (total - count + 0.5) / (count + 0.5))
            for term, count in counts.items()
            if count
        }

    @cached_property
    def most(self) -> float:
        """What a term tells that only one tool could have."""
        return math.log(1 + (len(self.ids) + 0.5) / 0.5)

    def scores(self, weights: Mapping[str, float]) -> Floats:
        """What weighted terms count in every tool, by number."""
        return self._joined([segment.scores(weights) for segment in self.segments])

    def impacts(self, words: Sequence[str], tools: Numbers) -> Floats:
        """What each word counts in each field of some tools: words × tools × FIELDS."""
        if len(self.segments) == 1:
            return self.segments[0].postings.impacts(words, tools)
        first = len(self.segments[0].ids)
        old, new = tools[tools < first], tools[tools >= first] - first
        parts = [
            s.postings.impacts(words, t) for s, t in zip(self.segments, (old, new), strict=True)
        ]
        found = np.empty((len(words), len(tools), parts[0].shape[2]), np.float32)
        found[:, tools < first], found[:, tools >= first] = parts
        return found

    def cosines(self, vectors: Floats) -> Floats:
        """How alike every tool is to vectors of unit length: vectors × tools, -1 to 1."""
        held = [segment.vectors for segment in self.segments if segment.ids]
        if not held or not len(vectors):
            return np.zeros((len(vectors), len(self.ids)), np.float32)
        # One vector at a time: two matrices multiplied at once read the big one more often.
        parts = [np.stack([matrix @ one for one in vectors]) for matrix in held]
        return self._joined(parts)

    def _joined(self, parts: list[Floats]) -> Floats:
        found = parts[0] if len(parts) == 1 else np.concatenate(parts, axis=-1)
        if self.size < len(self.ids):
            found[..., ~self.alive] = 0
        return found
