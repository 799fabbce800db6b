"""Which passage speaks most of what is wanted: words weighed by how rare they are."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pipelines.filter.text import features
from pipelines.knowledge.passages import Passage

HEADING_SHARE = 0.4
"""How much more a word counts when it stands in the heading."""
PAGE_SHARE = 0.2
"""How much more a word counts when it stands in the page's title."""
TERM_SHARE = 0.4
"""What a glossary's row gains for a question on a word's meaning, and loses for any other."""
WORDING_SHARE = 0.3
"""How much a heading counts that is worded like the question."""
CONCEPT_WEIGHT = 3.0
"""How much more a concept of the lexicon counts than a pair of characters or a stem."""
LENGTH_DISCOUNT = 0.05
"""What every doubling of a section's length beyond `SHORT` costs: long ones speak of everything."""
UNKNOWN_RARITY = 1.0
"""The weight of a word of the question that no page has."""
SHORT = 300
CONCEPT = "="
"""Marks a concept's name among words and pairs of characters."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a question is about, as far as it ranks passages."""

    content: frozenset[str]
    wording: str = ""
    is_on_meaning: bool = False
    """It asks what a word means."""


class Index:
    """Passages with what they speak of, and how rare each word is among them."""

    def __init__(self, parts: Sequence[Passage], content: Callable[[str], frozenset[str]]) -> None:
        self._parts = {part: number for number, part in enumerate(parts)}
        self._pages = [content(part.page) for part in parts]
        self._heads = [content(part.heading) for part in parts]
        bodies = [content(part.text) for part in parts]
        own = zip(bodies, self._heads, self._pages, strict=True)
        self._all = [body | head | page for body, head, page in own]
        self._found = Counter(word for words in self._all for word in words)

    def best(self, wanted: Wanted) -> Passage:
        """The section that speaks most of the wanted words; of equals the first."""
        return max(self._parts, key=lambda part: (self._score(part, wanted), -self._parts[part]))

    def share(self, part: Passage, wanted: frozenset[str]) -> float:
        """Which share of the wanted words, by weight, the section has."""
        return self._weight(wanted & self._all[self._parts[part]]) / (self._weight(wanted) or 1.0)

    def _score(self, part: Passage, asked: Wanted) -> float:
        wanted = asked.content
        number, total = self._parts[part], self._weight(wanted) or 1.0
        head = self._weight(wanted & self._heads[number]) / total
        page = self._weight(wanted & self._pages[number]) / total
        said, named = features(asked.wording), features(part.heading)
        alike = len(said & named) / (len(said | named) or 1)
        length = max(0.0, math.log2(len(part.text) / SHORT))
        meaning = TERM_SHARE if asked.is_on_meaning else -TERM_SHARE
        return (
            self._weight(wanted & self._all[number]) / total
            + HEADING_SHARE * head
            + PAGE_SHARE * page
            + WORDING_SHARE * alike
            + (meaning if part.term else 0.0)
            - LENGTH_DISCOUNT * length
        )

    def _weight(self, words: Iterable[str]) -> float:
        return sum(self._rarity(word) * _importance(word) for word in words)

    def _rarity(self, word: str) -> float:
        """Rare words tell most; one that no page has may be two halves of words, and tells less."""
        if word not in self._found:
            return UNKNOWN_RARITY
        return math.log(1 + (len(self._parts) + 1) / (self._found[word] + 1))


def _importance(word: str) -> float:
    return CONCEPT_WEIGHT if word.startswith(CONCEPT) else 1.0
