"""Some tools of an index: their postings and vectors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pipelines.filter.index.embedder import Embedder
from pipelines.filter.index.postings import Floats, Postings, build_postings

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
        held, number = self.postings, len(self.ids)
        counts = np.diff(held.starts).astype(np.float32)
        idf = np.log1p((number - counts + 0.5) / (counts + 0.5))
        weights = np.repeat(idf, np.diff(held.starts)) * (held.fields[:-1, 0] > 0)
        return np.bincount(held.tools, weights=weights, minlength=number).astype(np.float32)

    def scores(self, weights: Mapping[str, float]) -> Floats:
        """What weighted terms count in each tool, added up."""
        found = np.zeros(len(self.ids), np.float32)
        for term, weight in weights.items():
            tools, impacts = self.postings.of(term)
            np.add.at(found, tools, impacts * np.float32(weight))
        return found


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
