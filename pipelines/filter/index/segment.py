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
_TOLD = 400
"""Characters of a description: the first say what a tool does."""


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

    def scores(self, weights: Mapping[str, float]) -> Floats:
        """What weighted terms count in each tool, added up."""
        return self.postings.sums(weights, len(self.ids))


def summary_text(texts: Texts) -> str:
    """What of a tool is turned into its vector by the table: name and text."""
    return f"{texts['name']}. {texts['text']}"


def model_text(texts: Texts) -> str:
    """The same by a model of sentences: the names of the arguments too, as it has learned."""
    told = f"{texts['name']}. {texts['text'][:_TOLD]}"
    return f"{told} . {texts['arguments']}" if texts["arguments"] else told


def _vectors(texts: Sequence[Texts], embedder: Embedder | None) -> Floats:
    if embedder is None:
        return np.zeros((len(texts), 0), np.float32)
    told = [summary_text(each) for each in texts]
    parts = [
        embedder.embed(told[start : start + _BATCH]).vectors
        for start in range(0, len(told), _BATCH)
    ]
    return np.concatenate(parts) if parts else np.zeros((0, 0), np.float32)
