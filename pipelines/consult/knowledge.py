"""Answers from the pages of business knowledge: the section that speaks of the question."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from pipelines.consult.words import has_word, split_at_connectors, without, without_stop_words
from pipelines.filter.text import features
from pipelines.knowledge.passages import Passage, passages
from pipelines.knowledge.shelf import Shelf
from pipelines.messages import Language, say
from pipelines.messages.discretion import discreet
from tool_registry.model import Document
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import normalise

THRESHOLD = 0.5
"""Share of the question's content that a section must speak of."""
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
SHORTLIST = 60
"""Passages that are compared with the question, the nearest by the shelf's index."""

LEAST_ALIKE = 0.22
"""How alike to the question a passage has to be, by the shelf's index, to be looked at."""

CONCEPT = "="
"""Marks a concept's name among words and pairs of characters."""

_OTHER: dict[Language, Language] = {"zh": "en", "en": "zh"}
_SENTENCE = re.compile(r"[?!;.\u3002\uff1f\uff01\uff1b]")
_MEANING = (Kind.ENTITY, Kind.VALUE, Kind.ATTRIBUTE)


def best_passages(
    question: str,
    documents: Iterable[Document],
    lexicon: Lexicon,
    *,
    prefer: Language,
    shelf: Shelf | None = None,
) -> list[Passage]:
    """The passage that answers the question; two for a comparison that no passage makes alone.

    Those in the preferred language answer where they can, else those in another one. Empty when
    nothing speaks of enough of the question. With a shelf, its pages are asked, those near the
    question; without, all of `documents`.
    """
    for own in (True, False):
        if shelf is None:
            parts = [one for one in passages(documents) if (one.language == prefer) is own]
        else:
            spoken: Language = prefer if own else _OTHER[prefer]
            parts = shelf.nearest(question, SHORTLIST, spoken, least=LEAST_ALIKE)
        if found := _best(question, parts, lexicon):
            return found
    return []


def _best(question: str, parts: Sequence[Passage], lexicon: Lexicon) -> list[Passage]:
    wanted = _content(question, lexicon)
    if not wanted or not parts:
        return []
    index = _Index(parts, lexicon)
    best = index.best(wanted, question)
    sides = [_content(side, lexicon) for side in compared(question)]
    if sides and not all(index.share(best, side) >= THRESHOLD for side in sides):
        found = [index.best(side, "") for side in sides]
        enough = zip(found, sides, strict=True)
        answered = all(index.share(part, side) >= THRESHOLD for part, side in enough)
        return list(dict.fromkeys(found)) if answered else []
    return [best] if index.share(best, wanted) >= THRESHOLD else []


def compared(question: str) -> list[str]:
    """The two sides of a comparison; nothing where the question does not compare."""
    parts = _SENTENCE.split(normalise(question).text)
    sentence = next((part for part in parts if has_word(part, "topics", "compare")), "")
    sides = split_at_connectors(without(sentence, "topics", "compare"))
    said = [s for s in sides if any(char.isalnum() for char in without_stop_words(s))]
    return said[:2] if len(said) > 1 else []


def quoted(found: Sequence[Passage], language: Language) -> str:
    """The sections, each with the page and heading where it stands; says where the page is in
    another language than the question."""
    foreign = any(section.language != language for section in found)
    note = [say(language, f"consult.only_{found[0].language}")] if foreign else []
    return "\n\n".join([*note, *(_quote(section, language) for section in found)])


def _quote(section: Passage, language: Language) -> str:
    source = section.page
    if section.heading != section.page:
        source = say(language, "consult.source", page=section.page, heading=section.heading)
    if section.file:
        source = say(language, "consult.source_file", source=source, file=section.file)
    text = discreet(section.text)
    return say(language, "consult.quote", source=discreet(source), text=text)


class _Index:
    """Passages with what they speak of, and how rare each word is among them."""

    def __init__(self, parts: Sequence[Passage], lexicon: Lexicon) -> None:
        self._parts = {part: number for number, part in enumerate(parts)}
        self._pages = [_content(part.page, lexicon) for part in parts]
        self._heads = [_content(part.heading, lexicon) for part in parts]
        bodies = [_content(part.text, lexicon) for part in parts]
        own = zip(bodies, self._heads, self._pages, strict=True)
        self._all = [body | head | page for body, head, page in own]
        self._found = Counter(word for words in self._all for word in words)

    def best(self, wanted: frozenset[str], wording: str) -> Passage:
        """The section that speaks most of the wanted words; of equals the first."""
        return max(
            self._parts, key=lambda part: (self._score(part, wanted, wording), -self._parts[part])
        )

    def share(self, part: Passage, wanted: frozenset[str]) -> float:
        """Which share of the wanted words, by weight, the section has."""
        return self._weight(wanted & self._all[self._parts[part]]) / (self._weight(wanted) or 1.0)

    def _score(self, part: Passage, wanted: frozenset[str], wording: str) -> float:
        number, total = self._parts[part], self._weight(wanted) or 1.0
        head = self._weight(wanted & self._heads[number]) / total
        page = self._weight(wanted & self._pages[number]) / total
        asked, named = features(wording), features(part.heading)
        alike = len(asked & named) / (len(asked | named) or 1)
        length = max(0.0, math.log2(len(part.text) / SHORT))
        meaning = TERM_SHARE if has_word(wording, "topics", "meaning") else -TERM_SHARE
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


def _content(text: str, lexicon: Lexicon) -> frozenset[str]:
    """Concepts (marked) and, for what is no concept, pairs of characters and stems."""
    found: set[str] = set()
    rest = list(text)
    for match in lexicon.scan(text):
        names = [c.name for c in match.concepts if c.kind in _MEANING]
        if names:
            found.update(f"{CONCEPT}{name}" for name in names)
            rest[match.start : match.end] = " " * (match.end - match.start)
    return frozenset(found) | features(without_stop_words(normalise("".join(rest)).text))
