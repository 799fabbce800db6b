"""Which records are meant: by what is said of them, or by what was done just before."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pipelines.executor.convert import conversion_between, convert
from pipelines.grounded.atoms import Atom
from pipelines.grounded.live import Live, Record
from pipelines.grounded.surfaces import Option
from pipelines.grounded.world import Kind, World, is_reference
from tool_registry.base.types import JsonValue


@dataclass(frozen=True, slots=True)
class Described:
    """What is said of a record: fixed values it has, and records that it belongs to."""

    options: tuple[tuple[Atom, Option], ...] = ()
    owners: tuple[tuple[Atom, Record], ...] = ()

    @property
    def atoms(self) -> list[Atom]:
        """The words of it."""
        return [atom for atom, _ in (*self.options, *self.owners)]


@dataclass(slots=True)
class Chooser:
    """Finds records of a kind."""

    world: World
    live: Live
    touched: list[Record] = field(default_factory=list[Record])
    """Records that earlier deeds were done to, the last one last."""

    def described(self, kind: Kind, atoms: Iterable[Atom], aim: Option | None = None) -> Described:
        """What atoms say of a record of the kind; `aim`: what it is still to become."""
        options: list[tuple[Atom, Option]] = []
        owners: list[tuple[Atom, Record]] = []
        for atom in atoms:
            options += [(atom, o) for o in atom.options if self._tells(kind, o) and o != aim]
            if len(atom.records) == 1 and self._belongs(kind, atom.records[0]):
                owners.append((atom, atom.records[0]))
        return Described(tuple(options), tuple(owners))

    def _tells(self, kind: Kind, option: Option) -> bool:
        return option.kind == kind.key and option.key in kind.fields

    def _belongs(self, kind: Kind, owner: Record) -> bool:
        """A record of the kind can refer to that one."""
        return owner.kind != kind.key and any(
            one.target == owner.kind or (one.target is None and is_reference(one.key))
            for one in kind.fields.values()
        )

    def fitting(self, kind: Kind, told: Described) -> list[Record]:
        """The records of which all of it holds."""
        found = self.live.records(kind.key)
        for key in dict.fromkeys(option.key for _, option in told.options):
            raws = {o.raw for _, o in told.options if o.key == key}
            found = [r for r in found if str(r.value(key)) in raws]
        for _, owner in told.owners:
            direct = [r for r in found if refers(r, owner)]
            found = direct or [r for r in found if self._through(r, owner)]
        return found

    def _through(self, record: Record, owner: Record) -> bool:
        """It refers to something that refers to the owner."""
        between = [r for kind in self.world.kinds for r in self.live.records(kind)]
        return any(refers(record, one) and refers(one, owner) for one in between)

    def neighbours(self, record: Record) -> list[Record]:
        """What the record refers to, one and two steps away."""
        whole = [r for kind in self.world.kinds for r in self.live.records(kind)]
        near = [r for r in whole if r != record and refers(record, r)]
        return [*near, *(r for r in whole for one in near if refers(one, r))]

    def last(self, kind: str) -> Record | None:
        """The record of that kind that was spoken of last, or that such a one refers to."""
        same = next((r for r in reversed(self.touched) if r.kind == kind), None)
        told = (o for r in reversed(self.touched) for o in self.live.records(kind) if refers(r, o))
        return same or next(told, None)

    def says(self, record: Record, atom: Atom) -> bool:
        """What the atom says holds of the record, or of what it refers to."""
        near = [record, *self.neighbours(record)]
        if atom.options:
            return any(str(r.value(o.key)) == o.raw for r in near for o in atom.options)
        if atom.records:
            return any(r in near for r in atom.records)
        if isinstance(atom.value, int | float) and not isinstance(atom.value, bool):
            return any(self._amounts(r, atom) for r in near[:1])
        return any(str(atom.value) in str(value) for value in record.row.values())

    def _amounts(self, record: Record, atom: Atom) -> bool:
        for one in self.world.kinds[record.kind].fields.values():
            value = record.value(one.key)
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if number and (value == atom.value or _converted(atom, one.told.unit) == value):
                return True
        return False


def _converted(atom: Atom, unit: str | None) -> JsonValue:
    said = atom.unit or ("yuan" if unit == "fen" else None)
    name = conversion_between(said, unit) if said and unit else None
    return convert(name, atom.value) if name else None


def refers(record: Record, other: Record) -> bool:
    """One of its fields holds the other one's identifier."""
    return any(
        isinstance(value, str | int) and str(value) == other.id
        for value in record.row.values()
        if str(value) != record.id
    )


def named(atoms: Sequence[Atom], kind: str) -> list[tuple[Atom, tuple[Record, ...]]]:
    """The atoms that name records of a kind, with the records that each can mean."""
    found: list[tuple[Atom, tuple[Record, ...]]] = []
    for atom in atoms:
        same = tuple(r for r in atom.records if r.kind == kind)
        if same:
            found.append((atom, same))
    return found
