"""The resources of HTTP APIs: kinds of records, their fields, operations and links."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from tool_registry.graph.resources.api_terms import spoken, words
from tool_registry.model import Slot, ToolEssentialModel, Yield

Role: TypeAlias = Literal[
    "list", "read", "create", "change", "replace", "delete", "act", "link", "unlink"
]
Place: TypeAlias = tuple[str, ...]
"""Where a value stands in a record, without the layers that say nothing: `("details", "due")`."""


@dataclass(frozen=True)
class Field:
    """A value of a record, as an argument takes it or as a result tells it."""

    place: Place
    name: str
    """In words, in the singular, without what says that it identifies: `assignee`."""
    told: Slot | Yield
    target: str | None = None
    """Key of the resource to one of whose records it refers."""
    wants: str = "id"
    """What of that record its value is, in words."""
    refers: bool = False
    """It is called as identifiers are."""
    required: bool = False

    @property
    def path(self) -> str:
        """Slot path of the argument, or path in the result."""
        return self.told.path

    @property
    def slot(self) -> Slot | None:
        """The argument; None for a field that is only told."""
        return self.told if isinstance(self.told, Slot) else None

    @property
    def many(self) -> bool:
        """It is a list of values."""
        return self.slot.many if self.slot is not None else "[]" in self.told.path

    @property
    def is_status(self) -> bool:
        """It tells where a record stands: a closed set of states."""
        last = self.name.rpartition(" ")[2]
        named = self.told.attribute == "status" or last in ("status", "state", "stage", "phase")
        return bool(self.told.values) and named


@dataclass(frozen=True)
class Operation:
    """A tool, and what it does to the records of which resource."""

    tool: ToolEssentialModel
    role: Role
    resource: str
    inputs: tuple[Field, ...]
    """What it takes beside the parameters of its path, and without the environment."""
    subject: Slot | None = None
    """The parameter of the path that says which record."""
    owners: tuple[Field, ...] = ()
    """The other parameters of the path: of what the record is a part."""
    linked: str | None = None
    """`link`, `unlink`: key of the resource whose records are tied to those of this one."""
    tail: str = ""
    """The last word of its path, where it says what is done: `close`, `status`."""


@dataclass
class Resource:
    """One kind of record."""

    key: str
    """Source and path of its collection."""
    noun: str
    """One record in words."""
    entity: str
    """The canonical entity of its records, or the noun where there is none."""
    operations: list[Operation] = field(default_factory=list[Operation])
    fields: dict[Place, Field] = field(default_factory=dict[Place, Field])
    """What its records are told to hold."""
    id_place: Place = ("id",)

    def of(self, *roles: Role) -> list[Operation]:
        """Its operations in these roles, in the order of the roles."""
        return [one for role in roles for one in self.operations if one.role == role]

    @property
    def lists(self) -> list[Operation]:
        """Its lists; those that need to know nothing come first, then those that take the most."""
        return sorted(self.of("list"), key=lambda one: (len(one.owners), -len(one.inputs)))

    @cached_property
    def naming(self) -> tuple[Field, ...]:
        """The fields by which people call its records, the most usual first."""
        plain = [one for one in self.fields.values() if _is_plain(one)]
        ranked = [(rank, one) for one in plain if (rank := _rank(one)) is not None]
        return tuple(one for _, one in sorted(ranked, key=lambda pair: pair[0]))

    @property
    def status(self) -> Field | None:
        """The field that tells where a record stands."""
        return next((one for one in self.fields.values() if one.is_status), None)


def _is_plain(one: Field) -> bool:
    told = one.told
    return told.type in ("string", "any") and not (told.values or one.many or one.target)


def _rank(one: Field) -> tuple[int, int] | None:
    """How usual it is to call a record by that field."""
    names = (spoken(one.place[-1]), one.told.attribute or "")
    found = [words("naming").index(name) for name in names if name in words("naming")]
    return (min(found), len(one.place)) if found else None


class Resources:
    """All resources of a catalogue in one environment."""

    def __init__(self, found: Iterable[Resource], by_tool: Mapping[str, Operation]) -> None:
        self.by_key = {one.key: one for one in found}
        self.by_tool = dict(by_tool)

    def named(self, kind: str | None) -> Sequence[Resource]:
        """The resources whose records are of that entity, or are called so."""
        if kind is None:
            return ()
        every = self.by_key.values()
        return [r for r in every if r.entity == kind] or [r for r in every if r.noun == kind]

    def links(self, one: str, other: str, role: Role) -> list[Operation]:
        """Operations that tie records of these two resources to each other, or part them."""
        pair = {one, other}
        return [
            op
            for r in self.by_key.values()
            for op in r.of(role)
            if {op.resource, op.linked} == pair
        ]
