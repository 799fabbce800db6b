"""Which thing a bare code singles out: by patterns, examples, or what its letters are short for."""

import re
from collections.abc import Iterable, Sequence

from tool_registry.vocabulary.concept import LIKE, OWN_SOURCES, SHAPE, Concept
from tool_registry.vocabulary.text import fold, is_latin

_SHORT = re.compile(r"([A-Za-z]{2,4})[-_]?\d+$")
"""A code of a few letters and a number."""


class Codes:
    """What the identifiers of a catalogue's things look like."""

    def __init__(self, things: Sequence[Concept]) -> None:
        self._shapes = tuple(_flagged(things, prefix) for prefix in (SHAPE, LIKE))
        self._named = [thing for thing in things if thing.source in OWN_SOURCES]

    def thing(self, code: str, noun: str = "") -> Concept | None:
        """The one entity whose identifiers look so; None where none or several do. `noun`: what
        stands beside the code; where that names a thing, no letters are short for another one."""
        known = self.shaped(code)
        if known:
            return known[0] if len(known) == 1 else None
        return None if self._names(noun) else self._abbreviated(code)

    def _names(self, noun: str) -> bool:
        words = (word for thing in self._named for word in (thing.name, *thing.surfaces))
        return bool(noun) and fold(noun) in map(fold, words)

    def shaped(self, code: str) -> list[Concept]:
        """The entities that patterns, or else examples, tell to have such identifiers."""
        for shapes in self._shapes:
            found = {concept.name: concept for shape, concept in shapes if shape.search(code)}
            if found:
                return list(found.values())
        return []

    def _abbreviated(self, code: str) -> Concept | None:
        """`SL301`: the one thing of this catalogue that SL can be short for."""
        short = _SHORT.match(code)
        if short is None:
            return None
        letters = fold(short[1])
        found = [
            thing
            for thing in self._named
            if any(_short_for(letters, word) for word in (thing.name, *thing.surfaces))
        ]
        return found[0] if len(found) == 1 else None


def _flagged(things: Iterable[Concept], prefix: str) -> list[tuple[re.Pattern[str], Concept]]:
    return [
        (re.compile(flag.removeprefix(prefix), re.IGNORECASE), thing)
        for thing in things
        for flag in sorted(thing.flags)
        if flag.startswith(prefix)
    ]


def _short_for(letters: str, word: str) -> bool:
    """True where the letters stand in the word in that order, the first one at its beginning."""
    rest = iter(fold(word))
    return is_latin(word[0]) and fold(word[0]) == letters[0] and all(c in rest for c in letters)
