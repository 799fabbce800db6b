"""Some tools of an index: their postings and vectors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pipelines.filter.index.embedder import Embedder
from pipelines.filter.index.postings import Floats, Numbers, Postings, build_postings

Texts = Mapping[str, str]
"""A tool's texts by field."""
_BATCH = 512


@dataclass(frozen=True)
class Segment:
    """Tools by number, from 0; never changed."""

    ids: tuple[str, ...]
    postings: Postings
    vectors: Floats
    """Tools × dimensions, of unit length or zeros; no dimensions without an embedder."""

    @classmethod
    def of(cls, tools: Mapping[str, Texts], embedder: Embedder | None) -> "Segment":
        """The segment of tools given as text by field."""
        texts = tuple(tools.values())
        return cls(tuple(tools), build_postings(texts), _vectors(texts, embedder))

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Id → the tool's number."""
        return {name: number for number, name in enumerate(self.ids)}

    @cached_property
    def name_weights(self) -> Floats:
        """What the terms of each tool's name tell, added up."""
        starts, rows = self._names
        sums = np.concatenate([[0.0], np.cumsum(self._idf[rows], dtype=np.float64)])
        return np.diff(sums[starts]).astype(np.float32)

    def unsaid(self, tools: Numbers, words: frozenset[str]) -> Floats:
        """What that term of each tool's name tells that tells most, and is none of the words."""
        starts, rows = self._names
        is_said = np.zeros(len(self.postings.rows), np.bool_)
        is_said[self.postings.known(words)] = True
        sizes = starts[tools + 1] - starts[tools]
        owners = np.repeat(np.arange(len(tools)), sizes)
        firsts = (starts[tools] - np.cumsum(sizes) + sizes)[owners]
        own = rows[np.arange(len(owners)) + firsts]
        found = np.zeros(len(tools), np.float32)
        np.maximum.at(found, owners, np.where(is_said[own], 0, self._idf[own]))
        return found

    @cached_property
    def _idf(self) -> Floats:
        """What each term tells, by its row."""
        counts, number = np.diff(self.postings.starts).astype(np.float32), len(self.ids)
        return np.log1p((number - counts + 0.5) / (counts + 0.5)).astype(np.float32)

    @cached_property
    def _names(self) -> tuple[Numbers, Numbers]:
        """(where the terms of each tool's name begin, their rows), by number."""
        held = self.postings
        here = held.fields[:-1, 0] > 0
        tools, sizes = held.tools[here], np.diff(held.starts)
        order = np.argsort(tools, kind="stable")
        rows = np.repeat(np.arange(len(sizes)), sizes)[here][order]
        return np.searchsorted(tools[order], np.arange(len(self.ids) + 1)), rows

    def scores(self, weights: Mapping[str, float]) -> Floats:
        """What weighted terms count in each tool, added up."""
        return self.postings.sums(weights, len(self.ids))


def summary_text(texts: Texts) -> str:
    """What of a tool is turned into its vector: name and text."""
    return f"{texts['name']}. {texts['text']}"


def _vectors(texts: Sequence[Texts], embedder: Embedder | None) -> Floats:
    if embedder is None:
        return np.zeros((len(texts), 0), np.float32)
    told = [summary_text(each) for each in texts]
    parts = [
        embedder.embed(told[start : start + _BATCH]).vectors
        for start in range(0, len(told), _BATCH)
    ]
    return np.concatenate(parts) if parts else np.zeros((0, 0), np.float32)
