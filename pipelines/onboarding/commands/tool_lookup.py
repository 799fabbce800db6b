"""Which tool or source a sentence means: by id, by name, by title, or by a part of these."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from tool_registry.vocabulary.text import fold

ALIKE = 80
"""Per cent of likeness from which a word is taken for a misspelt name."""
SHORTEST = 2
"""Characters from which a part of a name tells which one is meant."""
NEAR = 60
"""Per cent of likeness from which a name is worth telling."""


class Named(Protocol):
    """What goes by an id, a name and a title."""

    @property
    def id(self) -> str: ...

    @property
    def names(self) -> Sequence[str]:
        """Everything that it is called, the id first."""
        ...


T = TypeVar("T", bound=Named)


def meant(words: str, known: Iterable[T]) -> list[T]:
    """Those that the words can mean: one; several that fit equally well; none."""
    all_known, said = list(known), _plain(words)
    if not said:
        return []
    for level in (_same, _part, _alike, _whole):
        if found := level(said, all_known):
            return found
    return []


def exactly(words: str, known: Iterable[T]) -> list[T]:
    """Those that have exactly this id, name or title."""
    said = _plain(words)
    return _same(said, list(known)) if said else []


def near(words: str, known: Iterable[T], limit: int = 3) -> list[T]:
    """Those with names a little like the words."""
    return [one for one, _ in _scored(_plain(words), list(known), NEAR)][:limit]


def _plain(text: str) -> str:
    """Without capitals, blanks and separators, other than those of an id."""
    return "".join(char for char in fold(text) if char.isalnum() or char in "/@~")


def _same(said: str, known: Sequence[T]) -> list[T]:
    return [one for one in known if any(said == _plain(name) for name in one.names)]


def _part(said: str, known: Sequence[T]) -> list[T]:
    if len(said) < SHORTEST:
        return []
    return [one for one in known if any(said in _plain(name) for name in one.names)]


def _whole(said: str, known: Sequence[T]) -> list[T]:
    """Those whose name is within the words: the longest such names."""
    held = [(max(map(len, inside)), one) for one in known if (inside := _inside(said, one))]
    longest = max((length for length, _ in held), default=0)
    return [one for length, one in held if length == longest]


def _inside(said: str, one: Named) -> list[str]:
    names = map(_plain, one.names)
    return [name for name in names if len(name) >= SHORTEST and name in said]


def _alike(said: str, known: Sequence[T]) -> list[T]:
    """Misspelt names: those that are most like the words."""
    found = _scored(said, known, ALIKE)
    return [one for one, score in found if score == found[0][1]]


def _scored(said: str, known: Sequence[T], least: float) -> list[tuple[T, float]]:
    """Each with its likeness in per cent, the most alike first."""
    from rapidfuzz import fuzz, process

    names = {(place, n): _plain(n) for place, one in enumerate(known) for n in one.names}
    found = process.extract(said, names, scorer=fuzz.ratio, score_cutoff=least, limit=20)
    best: dict[int, float] = {}
    for _, score, (place, _) in found:
        best.setdefault(place, score)
    return [(known[place], score) for place, score in best.items()]
