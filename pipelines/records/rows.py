"""Looking records up by their names while planning: effect-free, each list asked once."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias, cast

from pipelines.executor.pages import Page, first_page, next_arguments
from pipelines.planner.probe import Reader
from pipelines.planner.resources.rows import RawRow, rows_in
from pipelines.records.collections import Collection, Part
from pipelines.records.words import phrase_set
from tool_registry.base.types import JsonValue
from tool_registry.model import ToolEssentialModel
from tool_registry.sources.paths import nested
from tool_registry.vocabulary.text import fold

_WAYS = 3
_PAGES = 5
"""Pages of a list that cannot be searched that are looked through."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A record of that name: where it stands in the list that was asked for."""

    collection: Collection
    row: RawRow
    list_path: str
    """Path of the list's elements: `results[]`."""
    key: str
    """The field in which the name stands."""
    id_key: str
    arguments: Mapping[str, JsonValue]
    """By slot path, what the list was asked with."""
    ordinal: int
    """Which of the elements with that name."""
    owners: Mapping[str, "Hit"] = field(default_factory=dict[str, "Hit"])
    """By slot path of the list: whose records it was asked for."""

    @property
    def id(self) -> JsonValue:
        """What identifies it."""
        return self.row.get(self.id_key)


Owners: TypeAlias = Mapping[str, Hit]
NOBODY: Owners = MappingProxyType({})
Way: TypeAlias = tuple[dict[str, JsonValue], int]


@dataclass(slots=True)
class Rows:
    """The records that were looked up so far."""

    environment: str
    read: Reader
    _known: dict[tuple[str, str, int], list[Hit]] = field(
        default_factory=dict[tuple[str, str, int], list[Hit]]
    )
    failed: list[str] = field(default_factory=list[str])
    """What lists that could not be read said."""

    async def find(self, collection: Collection, name: str, owners: Owners = NOBODY) -> list[Hit]:
        """The records of that name; where upper and lower case differ, only if none is exact.

        `owners`: by slot path of the list, the records whose it is to list."""
        for way in range(len(self._ways(collection, name))):
            hits = await self._by(collection, name, way, owners)
            if hits:
                return hits
        return []

    async def anywhere(self, collections: Sequence[Collection], name: str) -> list[list[Hit]]:
        """For each of the collections its records of that name. The cheapest way of asking that
        finds any of them is the last that is tried."""
        found: list[list[Hit]] = [[] for _ in collections]
        for way in range(_WAYS):
            asked = (self._by(collection, name, way) for collection in collections)
            found = await asyncio.gather(*asked)
            if any(found):
                break
        return found

    async def _by(
        self, collection: Collection, name: str, way: int, owners: Owners = NOBODY
    ) -> list[Hit]:
        place = (collection.key, name, way)
        ways = self._ways(collection, name)
        if place not in self._known:
            hits = await self._find(collection, name, ways[way], owners) if way < len(ways) else []
            self._known[place] = hits
        return self._known[place]

    async def only(self, collection: Collection) -> list[Hit]:
        """Its records, where there is at most one."""
        tool = collection.operations["listing"]
        rows, path = await self._rows(tool, {}, 1)
        hits = [_hit(collection, row, path, "", {}, n) for n, row in enumerate(rows)]
        return hits if len(hits) == 1 else []

    async def _find(self, collection: Collection, name: str, way: Way, owners: Owners) -> list[Hit]:
        arguments, pages = way
        whose = {path: hit.id for path, hit in owners.items()}
        whole = {**whose, **arguments}
        rows, path = await self._rows(collection.operations["listing"], whole, pages)
        hits = _named(collection, rows, path, name, arguments)
        return [replace(hit, owners=owners) for hit in hits]

    def _ways(self, collection: Collection, name: str) -> list[Way]:
        """(arguments, pages) to ask a list with: by name, by a search, and for all it has."""
        naming = collection.naming.name if collection.naming else "name"
        exact = [p for key, p in collection.filters.items() if key == naming and p.target is None]
        searching = [
            p for key, p in collection.filters.items() if key in phrase_set("fields", "search")
        ]
        asked = [{p.path: _as(p, name)} for p in (*exact[:1], *searching[:1]) if _takes_text(p)]
        return [*((one, 1) for one in asked), ({}, _PAGES)]

    def _place(self, tool: ToolEssentialModel) -> dict[str, JsonValue]:
        """What names the environment to a tool that wants it said."""
        slot = tool.environment_slot
        return {slot.path: slot.environment_value(self.environment)} if slot else {}

    async def _rows(
        self, tool: ToolEssentialModel, arguments: dict[str, JsonValue], pages: int
    ) -> tuple[list[RawRow], str]:
        arguments = {**self._place(tool), **arguments}
        result = await self.read(tool, self.environment, arguments)
        if not result.ok:
            if arguments == self._place(tool):
                self.failed.append(result.failure.message if result.failure else tool.title)
            return [], ""
        page: Page = first_page(dict(arguments), result.body)
        for _ in range(pages - 1):
            more = next_arguments(tool, page)
            if more is None:
                break
            result = await self.read(tool, self.environment, nested(more))
            if not result.ok:
                break
            page = page.with_next(more, result.body, tool)
        return rows_in(page.whole)


def _takes_text(part: Part) -> bool:
    return part.slot.type in ("string", "any", "array") and not part.slot.values


def _as(part: Part, name: str) -> JsonValue:
    return [name] if part.slot.many else name


def _named(
    collection: Collection,
    rows: Sequence[RawRow],
    path: str,
    name: str,
    arguments: Mapping[str, JsonValue],
) -> list[Hit]:
    for same in (_exactly, _loosely):
        for key in _keys(collection, rows):
            fitting = [row for row in rows if same(row.get(key), name)]
            if fitting:
                return [
                    _hit(collection, row, path, key, arguments, number)
                    for number, row in enumerate(fitting)
                ]
    return []


def _keys(collection: Collection, rows: Sequence[RawRow]) -> list[str]:
    """Fields in which a name may stand, the usual ones first."""
    naming = collection.naming.slot.key if collection.naming else "name"
    told = {key for row in rows[:5] for key in row}
    usual = [naming, *sorted(phrase_set("fields", "text"))]
    found = [key for key in usual if key in told]
    return [*dict.fromkeys(found), *sorted(told - set(found))]


def _exactly(value: JsonValue, name: str) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool) and str(value) == name


def _loosely(value: JsonValue, name: str) -> bool:
    return isinstance(value, str) and fold(value) == fold(name)


def _hit(
    collection: Collection,
    row: RawRow,
    path: str,
    key: str,
    arguments: Mapping[str, JsonValue],
    ordinal: int,
) -> Hit:
    return Hit(collection, row, path, key, _id_key(row), arguments, ordinal)


def _id_key(row: RawRow) -> str:
    usual = ("id", "uuid", "pk", "uid", "key", "slug", "name")
    return next((key for key in usual if row.get(key) is not None), "id")


def reference(value: JsonValue) -> str | None:
    """What identifies the record that a field of a row refers to."""
    if isinstance(value, dict):
        inner = cast("dict[str, JsonValue]", value)
        return next((str(inner[k]) for k in ("id", "uuid", "pk") if inner.get(k) is not None), None)
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else None


def in_common(one: RawRow, others: Sequence[str]) -> int:
    """How many of these identifiers the fields of a row refer to."""
    return len({reference(value) for key, value in one.items() if key != "id"} & set(others))
