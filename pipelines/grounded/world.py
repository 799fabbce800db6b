"""What an HTTP API is about: kinds of records, their fields, and the operations on them.

Everything is read from paths, arguments and results; no word of any business is known here."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pipelines.grounded.words import listed
from tool_registry.model import Slot, ToolEssentialModel, Yield
from tool_registry.parsing.naming import singular
from tool_registry.vocabulary.text import split_identifier

Role: TypeAlias = Literal["list", "read", "create", "act", "update", "other"]
_TELLING = 4
"""Fields that tell what a record is, where another one has them all and more."""
_ALIKE = 0.6
"""Share of fields that two results have in common where they show the same kind of record."""


@dataclass(frozen=True, slots=True)
class Arg:
    """An argument of an operation, without those that name an environment."""

    slot: Slot
    target: str | None = None
    """Key of the kind whose records it refers to."""
    subject: bool = False
    """It says on which record the operation is done."""

    @property
    def key(self) -> str:
        """Its name."""
        return self.slot.key


@dataclass(frozen=True)
class Operation:
    """A tool, and what it does to which kind of record."""

    tool: ToolEssentialModel
    role: Role
    kind: str
    args: tuple[Arg, ...]

    @property
    def name(self) -> str:
        """Unique in the catalogue."""
        return self.tool.id

    @property
    def subject(self) -> Arg | None:
        """The argument that names the record which it is done to."""
        return next((arg for arg in self.args if arg.subject), None)

    def arg(self, key: str) -> Arg | None:
        """The argument of that name, except the subject."""
        return next((a for a in self.args if a.key == key and not a.subject), None)


@dataclass(frozen=True)
class Field:
    """A field of a kind's records."""

    told: Yield
    target: str | None = None
    """Key of the kind whose record it names."""

    @property
    def key(self) -> str:
        """Its name in a row."""
        return self.told.key


@dataclass
class Kind:
    """One kind of record."""

    key: str
    """Path of its collection."""
    entity: str
    id_key: str
    shape: frozenset[str]
    fields: dict[str, Field] = field(default_factory=dict[str, Field])
    operations: list[Operation] = field(default_factory=list[Operation])

    def of(self, *roles: Role) -> list[Operation]:
        """Its operations in these roles."""
        return [one for one in self.operations if one.role in roles]

    @property
    def listing(self) -> Operation | None:
        """The list that can be asked without knowing anything; it takes the most conditions."""
        free = [one for one in self.of("list") if not any(a.slot.required for a in one.args)]
        return max(free, key=lambda one: len(one.args), default=None)

    @property
    def state(self) -> Field | None:
        """The field that tells where one of its records stands."""
        closed = [f for f in self.fields.values() if f.told.values and not f.target]
        usual = [f for f in closed if f.told.attribute == "status" or _is_state(f.key)]
        moved = [f for f in closed if any(o.arg(f.key) for o in self.of("act"))]
        return next(iter([*usual, *moved]), None)

    def __hash__(self) -> int:
        return hash(self.key)


def _is_state(key: str) -> bool:
    words = split_identifier(key)
    return bool(words) and words[-1] in ("state", "status", "stage", "phase")


class World:
    """All kinds of a catalogue's HTTP operations in one environment."""

    def __init__(self, tools: Iterable[ToolEssentialModel], environment: str) -> None:
        self.environment = environment
        called = [t for t in tools if t.method and t.path and environment in t.environments]
        self.kinds: dict[str, Kind] = {}
        self._shown_by: dict[str, ToolEssentialModel] = {}
        for tool in sorted(called, key=lambda t: (len(t.path or ""), t.id)):
            self._seed(tool)
        self._ids = self._identifying()
        for kind in self.kinds.values():
            kind.fields = {key: self._field(key, kind) for key in sorted(kind.shape)}
        self.operations = [op for tool in called if (op := self._operation(tool)) is not None]
        for one in self.operations:
            self.kinds[one.kind].operations.append(one)

    def operation(self, name: str) -> Operation:
        """The operation of that tool."""
        return next(one for one in self.operations if one.name == name)

    def target_of(self, key: str, entity: str | None, attribute: str | None) -> str | None:
        """The kind that a value of that name identifies."""
        if key in self._ids:
            return self._ids[key]
        words = split_identifier(key)
        if len(words) > 1 and words[-1] in listed("id_endings"):
            stems = [" ".join(words[n:-1]) for n in range(len(words) - 1)]
            for stem in stems:
                named = [k.key for k in self.kinds.values() if _stem(k.key) == singular(stem)]
                if named:
                    return named[0]
            same = [k.key for k in self.kinds.values() if k.entity == entity]
            if attribute in ("id", "code") and len(same) == 1:
                return same[0]
        return None

    # ---- kinds

    def _seed(self, tool: ToolEssentialModel) -> None:
        """The kind that a list shows, unless another list shows it already."""
        path = tool.path or ""
        prefix, shape = record_shape(tool)
        if tool.method != "GET" or not prefix.endswith("[]") or len(shape) < 2:
            return
        keys = frozenset(shape)
        if any(_share(keys, kind.shape) >= 0.8 for kind in self.kinds.values()):
            return
        key = "/".join(part for part in path.split("/") if "{" not in part)
        id_key = _id_key(shape, tool)
        if id_key is None or key in self.kinds:
            return
        place = f"{prefix}.{id_key}" if prefix != "[]" else f"[].{id_key}"
        entity = next((y.entity for y in tool.yields if y.path == place and y.entity), None)
        entity = entity or next(iter(tool.objects), key)
        self.kinds[key] = Kind(key, entity, id_key, keys)
        self._shown_by[key] = tool

    def _identifying(self) -> dict[str, str]:
        """Names of identifiers that only one kind has."""
        held: defaultdict[str, list[str]] = defaultdict(list)
        for kind in self.kinds.values():
            held[kind.id_key].append(kind.key)
        return {key: kinds[0] for key, kinds in held.items() if len(kinds) == 1 and key != "id"}

    def _field(self, key: str, kind: Kind) -> Field:
        tool = self._shown_by[kind.key]
        prefix = record_shape(tool)[0]
        same = [y for y in tool.yields if y.key == key and y.path.startswith(prefix)]
        told = min(same, key=lambda y: y.path.count("."))
        target = None if key == kind.id_key else self.target_of(key, told.entity, told.attribute)
        return Field(told, None if target == kind.key else target)

    # ---- operations

    def _operation(self, tool: ToolEssentialModel) -> Operation | None:
        prefix, shape = record_shape(tool)
        static = "/".join(part for part in (tool.path or "").split("/") if "{" not in part)
        own = static if static in self.kinds and prefix.endswith("[]") else None
        shown = own or self._shown(frozenset(shape))
        beneath = self._beneath(tool.path or "")
        args = tuple(self._arg(slot, tool) for slot in tool.needs if _open(slot))
        if tool.method == "GET":
            return self._reading(tool, prefix, shown, args)
        subject = self._subject(tool, args, shown, beneath)
        if subject is None:
            kind = shown or beneath
            one = shown is not None and not prefix.endswith("[]")
            made = tool.method in ("POST", "PUT") and one and not any(map(_is_nested, args))
            return Operation(tool, "create" if made else "other", kind, args) if kind else None
        marked = tuple(Arg(a.slot, a.target, a is subject[0]) for a in args)
        return Operation(tool, self._acting(tool, subject[1], marked), subject[1], marked)

    def _reading(
        self, tool: ToolEssentialModel, prefix: str, shown: str | None, args: tuple[Arg, ...]
    ) -> Operation | None:
        if shown is None:
            return None
        role: Role = "list" if prefix.endswith("[]") else "read"
        return Operation(tool, role, shown, args)

    def _acting(self, tool: ToolEssentialModel, kind: str, args: Sequence[Arg]) -> Role:
        """`update` where it takes fields of the record, `act` for all else that is done to it."""
        own = [a for a in args if not a.subject and a.key in self.kinds[kind].shape]
        plain = tool.method in ("PATCH", "PUT") and (tool.path or "").endswith("}")
        return "update" if plain and own else "act"

    def _subject(
        self,
        tool: ToolEssentialModel,
        args: Sequence[Arg],
        shown: str | None,
        beneath: str | None,
    ) -> tuple[Arg, str] | None:
        """The argument that says what it is done to, and the kind of that."""
        inside = set(re.findall(r"\{([^{}]+)\}", tool.path or ""))
        placed = [a for a in args if a.slot.path in inside]
        if placed and beneath is not None:
            return placed[-1], beneath
        told = [a for a in args if a.target is not None and a.target == shown]
        return (told[0], shown) if told and shown else None

    def _arg(self, slot: Slot, tool: ToolEssentialModel) -> Arg:
        if slot.values or slot.type in ("boolean", "number"):
            return Arg(slot)
        return Arg(slot, self.target_of(slot.key, slot.entity, slot.attribute))

    def _shown(self, shape: frozenset[str]) -> str | None:
        """The kind whose records look so."""
        ranked = [
            (_share(shape, kind.shape), kind.key)
            for kind in self.kinds.values()
            if kind.id_key in shape
        ]
        best = max(ranked, default=(0.0, None))
        return best[1] if best[0] >= _ALIKE else None

    def _beneath(self, path: str) -> str | None:
        """The kind of whose records the path names one, or to whose collection it leads."""
        parts = path.split("/")
        for end in range(len(parts), 0, -1):
            static = "/".join(p for p in parts[:end] if "{" not in p)
            if static in self.kinds:
                return static
        return None


def _is_nested(arg: Arg) -> bool:
    """A part of an object inside the arguments: these are filled by other means."""
    return "." in arg.slot.path.removeprefix("body.")


def _open(slot: Slot) -> bool:
    return not (slot.hidden or slot.environment or slot.idempotency_key)


def record_shape(tool: ToolEssentialModel) -> tuple[str, list[str]]:
    """(path of the records in its result, names of their plain fields)."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for one in tool.yields:
        prefix, _, leaf = one.path.rpartition(".")
        if not prefix and leaf.startswith("[]"):
            prefix = "[]"
        found[prefix].append(one.key)
    listed_in = {prefix: keys for prefix, keys in found.items() if prefix.endswith("[]")}
    chosen = listed_in if listed_in and tool.method == "GET" else found
    prefix = max(chosen, key=lambda one: (len(chosen[one]), -len(one)), default="")
    return prefix, list(dict.fromkeys(chosen.get(prefix, [])))


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    """How alike two results are; few fields in common say little of a large one."""
    sizes = sorted((len(one), len(other)))
    base = sizes[0] if sizes[0] >= _TELLING else sizes[1]
    return len(one & other) / base if base else 0.0


def _stem(path: str) -> str:
    return singular(" ".join(split_identifier(path.rpartition("/")[2])))


def _id_key(shape: Sequence[str], tool: ToolEssentialModel) -> str | None:
    """The field that identifies its records."""
    main = next(iter(tool.objects), None)
    usual = [key for key in shape if key in ("id", "uuid", "pk")]
    told = [y.key for y in tool.yields if y.attribute == "id" and y.entity == main]
    ending = [key for key in shape if split_identifier(key)[-1:] and _identifies(key)]
    return next(iter([*usual, *(k for k in told if k in shape), *ending, *shape[:1]]), None)


def _identifies(key: str) -> bool:
    return split_identifier(key)[-1] in listed("id_endings")


def is_reference(key: str) -> bool:
    """A field that is called as identifiers are."""
    words = split_identifier(key)
    return len(words) > 1 and words[-1] in listed("id_endings")


def is_moment(arg: Arg) -> bool:
    """It takes a day, or a day with its time."""
    slot = arg.slot
    formed = slot.format in ("date", "date-time", "datetime", "local_minutes", "local_seconds")
    return slot.type == "string" and (formed or "T" in (slot.pattern or ""))
