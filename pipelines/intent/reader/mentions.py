"""Words of a catalogue in a message: where its names are spelled out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipelines.intent.reader.evidence import Name
from pipelines.intent.reader.labels import LINKS
from pipelines.intent.reader.pieces import Pieces

_LONGEST = 32
"""Characters of a word that is looked for."""
FLAGS = 2 * len(LINKS)
"""For each kind of names: a word of one begins at the piece, or goes on."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Characters [start, end) that are a word of names of these kinds; `keys`: of entities."""

    start: int
    end: int
    kinds: frozenset[str]
    keys: frozenset[str]


class Mentions:
    """Finds the words of names, the longest first where they overlap."""

    def __init__(self, names: Iterable[Name]) -> None:
        self._kinds: dict[str, set[str]] = {}
        self._keys: dict[str, set[str]] = {}
        for name in names:
            for word in name.words:
                plain = word.casefold().strip()
                if plain:
                    self._kinds.setdefault(plain, set()).add(name.kind)
                    if name.kind == "entity":
                        self._keys.setdefault(plain, set()).add(name.key)
        self._longest = min(_LONGEST, max(map(len, self._kinds), default=0))

    def within(self, text: str) -> list[Mention]:
        """The mentions in a text, from left to right; `cards` is a mention of `card`."""
        plain = text.casefold()
        if len(plain) != len(text):
            plain = text
        found: list[Mention] = []
        at = 0
        while at < len(plain):
            mention = None if _joins(plain, at) else self._longest_at(plain, at)
            if mention is not None:
                found.append(mention)
            at = mention.end if mention is not None else at + 1
        return found

    def _longest_at(self, text: str, at: int) -> Mention | None:
        for end in range(min(len(text), at + self._longest + 2), at, -1):
            if _joins(text, end):
                continue
            word = text[at:end]
            for said in (word, *_singular(word)):
                if said in self._kinds:
                    keys = frozenset(self._keys.get(said, ()))
                    return Mention(at, end, frozenset(self._kinds[said]), keys)
        return None


def flags_of(pieces: Pieces, mentions: Sequence[Mention]) -> list[list[int]]:
    """For each piece of the window the numbers of its flags: of pieces of the message only."""
    found: list[list[int]] = [[] for _ in pieces.ids]
    for mention in mentions:
        span = pieces.span(mention.start, mention.end)
        if span is None:
            continue
        for kind in sorted(mention.kinds):
            number = 2 * LINKS.index(kind)
            for at in range(span[0], span[1] + 1):
                found[at].append(number + (at > span[0]))
    return found


def _joins(text: str, at: int) -> bool:
    """A place within a word of letters or digits."""
    return 0 < at < len(text) and _is_word(text[at - 1]) and _is_word(text[at])


def _is_word(sign: str) -> bool:
    return sign.isascii() and sign.isalnum()


def _singular(word: str) -> tuple[str, ...]:
    if not (word.isascii() and len(word) > 3 and word.endswith("s")):
        return ()
    if word.endswith("ies"):
        return (word[:-1], word[:-3] + "y")
    return (word[:-1], word[:-2]) if word.endswith("es") else (word[:-1],)
