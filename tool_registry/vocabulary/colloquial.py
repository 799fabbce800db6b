"""How people say things among themselves, and the plain words for it: data, with its source.

A line of `colloquial/*.tsv` has plain words, what they are, how surely the others mean them (0 to
1), where the entry comes from, and the colloquial words with `|` between them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon, opening
from tool_registry.vocabulary.text import fold, is_latin

SOURCE = "colloquial"
"""The source that concepts of these words name."""
_FOLDER = Path(__file__).with_name("colloquial")
_ENDING = 2
"""Letters at the end of a word that its forms may change: tie, tying."""


@dataclass(frozen=True, slots=True)
class Saying:
    """Colloquial words for plain ones."""

    plain: str
    kind: Kind
    """What the plain words are; it decides which forms of a colloquial word count."""
    confidence: float
    source: str
    words: tuple[str, ...]


def sayings() -> Iterator[Saying]:
    """All entries, in the order of the files."""
    for file in sorted(_FOLDER.glob("*.tsv")):
        for line in file.read_text("utf-8").splitlines():
            plain, kind, confidence, source, words = line.split("\t")
            yield Saying(plain, Kind(kind), float(confidence), source, tuple(words.split("|")))


def colloquial(text: str) -> Lexicon:
    """The colloquial words that a text may have: the name of a concept is the plain words.

    Of thousands of forms a text has a few, so the others are not made.
    """
    said = fold(text)
    found = ((one, tuple(w for begins, w in words if begins in said)) for one, words in _openings())
    return Lexicon.restored(
        Concept(kind=one.kind, name=one.plain, surfaces=words, source=SOURCE)
        for one, words in found
        if words
    )


@cache
def _openings() -> tuple[tuple[Saying, tuple[tuple[str, str], ...]], ...]:
    """Each saying, and its words behind what any form of them begins with."""
    return tuple((one, tuple((_opening(word), word) for word in one.words)) for one in sayings())


def _opening(word: str) -> str:
    start = opening(fold(word))
    return start[: max(1, len(start) - _ENDING)] if is_latin(start[0]) else start
