"""A sentence in segments: what is to be done, what is not, under which condition, what is free."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pipelines.grounded.atoms import Atom
from pipelines.grounded.words import pattern
from pipelines.grounded.world import World

Mode: TypeAlias = Literal["say", "forbid", "nothing", "if", "else", "exists", "free"]
_BREAKS = frozenset(",,。;；!！?？…~～()（）\n—–、.")
_SOFT = frozenset("、/.-")
_COLONS = frozenset(":：")
_ASKS = frozenset("?？")


@dataclass(slots=True)
class Segment:
    """A stretch without a pause, and how it is meant."""

    atoms: list[Atom] = field(default_factory=list[Atom])
    asked: bool = False
    """A question mark ends it."""
    mode: Mode = "say"
    otherwise: bool = False
    """It is for the case that there is none, or that a condition does not hold."""

    def has(self, *names: str) -> bool:
        """True where one of these grammar words is in it."""
        return any(atom.is_(*names) for atom in self.atoms)

    def place(self, *names: str) -> int:
        """The place of the first such word; -1: there is none."""
        return next((n for n, atom in enumerate(self.atoms) if atom.is_(*names)), -1)

    @property
    def content(self) -> list[Atom]:
        """Atoms that say something of the world."""
        return [atom for atom in self.atoms if atom.content]


def segments(atoms: Sequence[Atom], world: World) -> list[Segment]:
    """All segments in order, each classified."""
    found: list[Segment] = []
    for whole in _split(atoms):
        found.extend(_parts(whole, world))
    found = [one for one in found if one.atoms]
    for one in found:
        one.asked = one.asked or pattern("asks").match(one.atoms[-1].text) is not None
        _classify(one)
    return found


def _split(atoms: Sequence[Atom]) -> Iterator[Segment]:
    held = Segment()
    for place, atom in enumerate(atoms):
        if not atom.sign:
            held.atoms.append(atom)
            continue
        if _pauses(atoms, place):
            held.asked = atom.text in _ASKS
            yield held
            held = Segment()
    yield held


def _pauses(atoms: Sequence[Atom], place: int) -> bool:
    atom = atoms[place]
    before = atoms[place - 1] if place else None
    after = atoms[place + 1] if place + 1 < len(atoms) else None
    if atom.text in _COLONS:
        return not (before and (before.labels or before.unknown or before.is_("make")))
    if atom.text == "-":
        spaced = before and after and before.end < atom.start and atom.end < after.start
        return bool(spaced)
    if atom.text == ".":  # `Dr. Who`, `no. 5`
        return not (before and before.text.lower() in ("dr", "mr", "mrs", "ms", "no", "nr"))
    if atom.text == "、":
        return False
    return atom.text in _BREAKS


def _parts(whole: Segment, world: World) -> Iterator[Segment]:
    """The segment, cut where a second deed or what is not to be done begins."""
    atoms, start = whole.atoms, 0
    for place in range(1, len(atoms)):
        before, rest = atoms[start:place], atoms[place:]
        if _begins(atoms[place], before, rest, world):
            yield Segment(list(before), False)
            start = place
    yield Segment(list(atoms[start:]), whole.asked)


def _begins(atom: Atom, before: Sequence[Atom], rest: Sequence[Atom], world: World) -> bool:
    acted = any(_acts(one, world) for one in before)
    if atom.is_("if") and not atom.is_("light") and acted:
        return True
    if atom.is_("then") and not atom.is_("light") and acted:
        return any(_acts(one, world) for one in rest)
    asks = any(one.is_("verify") and not one.is_("light") for one in before)
    if atom.is_("negation") and any(one.content for one in before) and not asks:
        return any(one.content for one in rest) and not _perfect(before)
    if atom.text.lower() in ("and", "&") and acted and not asks:
        return bool(rest[1:]) and _acts(rest[1], world)
    if pattern("means").match(atom.text) and acted:
        return any(_acts(one, world) for one in rest)
    return False


def _perfect(before: Sequence[Atom]) -> bool:
    """`has not been …`: a state that is asked about, no order."""
    return bool(before) and before[-1].text.lower() in ("has", "have", "is", "are", "was", "were")


def _acts(atom: Atom, world: World) -> bool:
    roles = {world.operation(name).role for name, far in atom.verbs.items() if far <= 2}
    return not roles.isdisjoint(("act", "create", "update", "other")) and not atom.nouns


def _classify(one: Segment) -> None:
    first = next((n for n, a in enumerate(one.atoms) if a.content or a.is_("change")), 99)
    negated = one.place("negation")
    denied = one.atoms[negated + 1 : negated + 2] if negated >= 0 else []
    if (one.has("nothing") and not one.has("change", "make")) or any(
        pattern("corrects").match(a.text) for a in denied
    ):
        one.mode = "nothing"
    elif 0 <= negated <= first or (negated >= 0 and not one.content):
        one.mode = "forbid"
    elif one.has("else"):
        one.otherwise = True
    elif one.has("exists", "reuse") and not _only_asks(one):
        one.mode = "exists"
    elif one.has("if"):
        one.mode = "if"
    elif one.has("any") and not (one.has("make") or any(a.records for a in one.atoms)):
        one.mode = "free"
    if one.otherwise and one.has("if") and not one.has("make", "change"):
        one.mode = "nothing"


def denied(atoms: Sequence[Atom], place: int) -> bool:
    """A word right before it, small words aside, says that it is not so."""
    for atom in reversed(atoms[:place]):
        if atom.is_("denies"):
            return True
        if atom.content or atom.unknown:
            return False
    return False


def states(one: Segment) -> bool:
    """It tells how things are: nothing is asked for by it."""
    words = [atom.text.lower() for atom in one.atoms]
    copula = any(w in _COPULAS or w.endswith(_SHORT_COPULAS) for w in words)
    wanted = one.has("change", "make") or any(w.startswith(_WANTED) for w in words)
    told = bool(words) and pattern("ended").match(words[-1]) is not None and not one.has("then")
    past = any(
        w.endswith("ed") and one.atoms[n - 1].is_("existing") for n, w in enumerate(words) if n
    )
    return not wanted and (copula or told or past)


_COPULAS = frozenset({"is", "are", "was", "were", "re", "am", "been"})
_SHORT_COPULAS = ("'s", "'re", "’s", "’re")
_WANTED = ("should", "has to", "have to", "must", "need", "to be")


def _only_asks(one: Segment) -> bool:
    """`is there any …?`: a question of its own."""
    return bool(one.content) and not one.has("reuse")
