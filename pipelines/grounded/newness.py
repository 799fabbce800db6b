"""Which words of a sentence want something new: a verb that makes, a count, a kind's own value."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pipelines.grounded.atoms import Atom
from pipelines.grounded.segments import Segment
from pipelines.grounded.surfaces import Option
from pipelines.grounded.words import pattern
from pipelines.grounded.world import Operation, World, is_moment
from tool_registry.vocabulary.text import is_ideograph

FAR = 2
"""How far a word may be from an operation's own words to call for it."""


@dataclass(slots=True)
class Wish:
    """One thing that is wanted."""

    what: Literal["ask", "act", "reach", "update", "make"]
    kind: str
    atoms: list[Atom]
    """All that the sentence says around it."""
    head: Atom | None = None
    operation: Operation | None = None
    target: Option | None = None
    """The state or value that it is to have."""
    if_none: bool = False
    """Only where there is none yet."""
    condition: list[tuple[Option, bool]] = field(default_factory=list[tuple[Option, bool]])
    """What has to hold of the record; False: has not to."""
    also: Operation | None = None
    """What is done to the thing once it is made."""
    checks: bool = False
    """Asks whether something holds, rather than which."""


@dataclass(frozen=True, slots=True)
class News:
    """Finds what is to be made."""

    world: World
    glosses: Mapping[Option, set[str]]

    def made(self, part: Segment) -> Wish | None:
        """Something new: a verb that makes, or a count, before a noun or a kind's own value."""
        booked = self._making_verb(part)
        if booked is not None:
            return booked
        kind = self._new_kind(part) or self._by_likeness(part) or self._by_arguments(part)
        if kind is None:
            return None
        creating = self.world.kinds[kind].of("create")
        if len(creating) != 1:
            return None
        return Wish("make", kind, part.atoms, None, creating[0], self._state(part, kind))

    def _making_verb(self, part: Segment) -> Wish | None:
        for place, atom in enumerate(part.atoms):
            if atom.nouns and (_owned(part.atoms, place) or self._acted(part, atom)):
                continue
            for name in sorted(atom.verbs, key=lambda n: atom.verbs[n]):
                one = self.world.operation(name)
                named = any(r.kind == one.kind for a in part.atoms for r in a.records)
                if one.role == "create" and atom.verbs[name] <= 1 and not named:
                    if atom.options and self._refers(part, one):
                        continue
                    return Wish(
                        "make", one.kind, part.atoms, atom, one, self._state(part, one.kind)
                    )
        return None

    def _acted(self, part: Segment, noun: Atom) -> bool:
        """Another word of the segment says what is done to the thing that this one names."""
        return any(
            far <= 1
            and self.world.operation(name).role == "act"
            and self.world.operation(name).kind in noun.nouns
            for atom in part.atoms
            if atom is not noun
            for name, far in atom.verbs.items()
        )

    def _refers(self, part: Segment, one: Operation) -> bool:
        """The same word is a state of something that the sentence names."""
        kinds = {r.kind for a in part.atoms for r in a.records}
        return any(o.kind in kinds for a in part.atoms for o in a.options if o.kind != one.kind)

    def _new_kind(self, part: Segment) -> str | None:
        held = {r.kind for a in part.atoms for r in a.records}
        held |= {a.strange for a in part.atoms if a.strange}
        signs = any(a.is_("make", "new") or a.shape == "number" for a in part.atoms)
        orders = any(_orders(a, self.world) for a in part.atoms)
        if part.has("all") and not any(a.shape == "number" for a in part.atoms) and orders:
            return None
        if not signs and orders:
            return None
        nouns = [
            (far, -n, kind)
            for n, a in enumerate(part.atoms)
            for kind, far in a.nouns.items()
            if far <= 3 and self._makes(kind) and not _pointed(part.atoms, n)
        ]
        kinds = [kind for _, _, kind in sorted(nouns) if kind not in held]
        if kinds and (signs or self._described(part)):
            return kinds[0]
        if kinds or not signs:
            return None
        told = [o.kind for a in part.atoms for o in a.options if self._takes(o)]
        free = [kind for kind in dict.fromkeys(told) if kind not in held]
        return free[0] if len(free) == 1 else None

    def _by_likeness(self, part: Segment) -> str | None:
        """An unknown word that begins as the word for one value does that new things are given."""
        if not part.has("make") or self._subjects_named(part):
            return None
        for atom in part.atoms:
            if not atom.unknown or not is_ideograph(atom.text[0]) or not 1 < len(atom.text) < 4:
                continue
            like = {o for o, own in self.glosses.items() if self._takes(o) and _alike(atom, own)}
            if len(like) == 1:
                atom.options = frozenset(like)
                return next(iter(like)).kind
        return None

    def _subjects_named(self, part: Segment) -> bool:
        return any(a.nouns or a.options or a.labels for a in part.atoms)

    def _by_arguments(self, part: Segment) -> str | None:
        """The one kind of which all that a new one needs is said."""
        if not part.has("make"):
            return None
        held = {r.kind for a in part.atoms for r in a.records}
        timed = any(a.shape in ("date", "time") for a in part.atoms)
        found = [
            one.kind
            for one in self.world.operations
            if one.role == "create"
            and (needed := [a for a in one.args if a.slot.required])
            and len(needed) > 1
            and all(a.target in held if a.target else timed and is_moment(a) for a in needed)
        ]
        return found[0] if len(found) == 1 else None

    def _described(self, part: Segment) -> bool:
        """A state of what is still to be made: `tested pump for 5`."""
        nouns = {kind for a in part.atoms for kind in a.nouns}
        return any(o.kind in nouns for a in part.atoms for o in a.options) and any(
            a.is_("owner") for a in part.atoms
        )

    def _makes(self, kind: str) -> bool:
        return len(self.world.kinds[kind].of("create")) == 1

    def _takes(self, option: Option) -> bool:
        creating = self.world.kinds[option.kind].of("create")
        return any(one.arg(option.key) for one in creating)

    def _state(self, part: Segment, kind: str) -> Option | None:
        field_ = self.world.kinds[kind].state
        told = [
            option
            for atom in part.atoms
            for option in sorted(atom.options, key=lambda o: o.raw)
            if option.kind == kind and field_ is not None and option.key == field_.key
        ]
        return told[-1] if told else None


def _orders(atom: Atom, world: World) -> bool:
    """It calls for a deed, and is no participle (`tested`)."""
    return not atom.text.lower().endswith("ed") and any(
        far <= FAR and world.operation(name).role in ("act", "other")
        for name, far in atom.verbs.items()
    )


def _owned(atoms: Sequence[Atom], place: int) -> bool:
    """It stands behind its owner: `Ann's booking`."""
    before = atoms[place - 1] if place else None
    return before is not None and (
        pattern("attributive").match(before.text) is not None or before.text.endswith(("'s", "s'"))
    )


def _pointed(atoms: Sequence[Atom], place: int) -> bool:
    """`that order`: something that exists."""
    before = atoms[place - 1] if place else None
    if before is None:
        return False
    exists = before.is_("existing") and not before.is_("new", "make")
    return exists and before.text.lower() not in ("his", "her", "their", "its")


def _alike(atom: Atom, own: Iterable[str]) -> bool:
    return any(len(word) > 1 and word[0] == atom.text[0] for word in own)
