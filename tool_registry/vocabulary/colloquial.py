"""How people say things among themselves, and the plain words for it: data, with its source.

A line of `colloquial/*.tsv` has plain words, what they are, how surely the others mean them (0 to
1), where the entry comes from, and the colloquial words with `|` between them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon

SOURCE = "colloquial"
"""The source that concepts of these words name."""
_FOLDER = Path(__file__).with_name("colloquial")


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


@cache
def colloquial() -> Lexicon:
    """The colloquial words as a lexicon: the name of a concept is the plain words."""
    return Lexicon.restored(
        Concept(kind=one.kind, name=one.plain, surfaces=one.words, source=SOURCE)
        for one in sayings()
    )
