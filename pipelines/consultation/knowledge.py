"""Answers from the pages of business knowledge: the section that speaks of the question."""

import re
from collections.abc import Iterable, Sequence

from pipelines.consultation.ranking import CONCEPT, Index, Wanted
from pipelines.filter.text import features
from pipelines.intent.lexical.topics import (
    has_word,
    split_at_connectors,
    without,
    without_stop_words,
)
from pipelines.knowledge.passages import Passage, passages
from pipelines.knowledge.shelf import Shelf
from pipelines.messages import Language, say
from pipelines.messages.discretion import discreet
from tool_registry.model import Document
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import normalise

THRESHOLD = 0.5
"""Share of the question's content that a section must speak of."""
SHORTLIST = 60
"""Passages that are compared with the question, the nearest by the shelf's index."""

LEAST_ALIKE = 0.22
"""How alike to the question a passage has to be, by the shelf's index, to be looked at."""

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
    index = Index(parts, lambda text: _content(text, lexicon))
    best = index.best(Wanted(wanted, question, has_word(question, "topics", "meaning")))
    sides = [_content(side, lexicon) for side in compared(question)]
    if sides and not all(index.share(best, side) >= THRESHOLD for side in sides):
        found = [index.best(Wanted(side)) for side in sides]
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
