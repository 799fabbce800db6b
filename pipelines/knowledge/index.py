"""Passages found by the index that finds tools: by their terms, and by what they mean."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pipelines.filter.index.embedder import Embedder
from pipelines.filter.index.index import ToolIndex
from pipelines.filter.index.postings import Floats
from pipelines.filter.index.terms import terms
from pipelines.filter.index.texts import FIELDS
from pipelines.filter.index.translation import translated
from pipelines.knowledge.passages import Passage, passages
from tool_registry.model import Document
from tool_registry.vocabulary.language import Language

_MEANING = 0.1
"""What being alike in meaning counts, beside the share of the text's terms."""


@dataclass(frozen=True)
class IndexedShelf:
    """Passages with their index; see `Shelf`."""

    passages: tuple[Passage, ...]
    embedder: Embedder | None

    @classmethod
    def of(cls, documents: Iterable[Document], embedder: Embedder | None) -> "IndexedShelf":
        """The shelf of these pages."""
        return cls(tuple(dict.fromkeys(passages(documents))), embedder)

    @cached_property
    def _index(self) -> ToolIndex:
        texts = {f"{number:06}": _texts(one) for number, one in enumerate(self.passages)}
        return ToolIndex.of(texts, self.embedder)

    @cached_property
    def _languages(self) -> tuple[Language, ...]:
        return tuple(one.language for one in self.passages)

    def nearest(
        self, text: str, count: int, language: Language | None = None, *, least: float = 0.0
    ) -> Sequence[Passage]:
        """The passages that speak most of the text, best first."""
        if not self.passages or not text.strip():
            return []
        scores = self._likeness(text)
        if language is not None:
            scores[[one != language for one in self._languages]] = -1
        best = np.argsort(-scores, kind="stable")[:count]
        return [self.passages[place] for place in map(int, best) if scores[place] > max(least, 0)]

    def _likeness(self, text: str) -> Floats:
        """0 to about 1 for each passage: the share of the terms, some of it by meaning."""
        own = self._index.idf(terms(text))
        foreign = translated(text)
        found = self._index.idf(foreign)
        weights = {**{term: found[term] * foreign[term] for term in found}, **own}
        unknown = len(set(terms(text)) - own.keys()) * self._index.most
        total = sum(own.values()) + unknown or 1.0
        scores = self._index.scores(weights) / np.float32(total)
        if self.embedder is None:
            return np.minimum(scores, 1)
        vectors = self.embedder.embed([text]).vectors
        meaning = np.maximum(self._index.cosines(vectors)[0], 0)
        return (1 - _MEANING) * np.minimum(scores, 1) + _MEANING * meaning


def _texts(one: Passage) -> dict[str, str]:
    """A passage in the fields of the index: its headings for a name, itself for a text."""
    name = one.heading if one.heading == one.page else f"{one.page} {one.heading}"
    return {**dict.fromkeys(FIELDS, ""), "name": name, "text": one.text}
