"""Records of resources, read while planning: effect-free, each list asked once."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import cast

from pipelines.reasoning.planner.lookups import ReadTool
from tool_registry.base.types import JsonValue
from tool_registry.graph.resources import Operation, Place, Resource
from tool_registry.graph.resources.api_terms import spoken, words
from tool_registry.graph.resources.fields import is_envelope
from tool_registry.model import ToolEssentialModel
from tool_registry.sources.pages import first_page, pages

RawRow = Mapping[str, JsonValue]
_TYPES = ("string", "any")
_UNANSWERED = ("refused_connection", "unknown")
"""Failures that leave open whether the record is there; what takes no such id has none of it."""


@dataclass(frozen=True)
class Row:
    """A record that exists, and the title of the tool that showed it."""

    resource: Resource
    values: Mapping[Place, JsonValue]
    shown_by: str
    """Empty where no tool can show such a record: then it is taken as it is named."""

    @property
    def id(self) -> JsonValue:
        """What identifies it; None where nothing does."""
        value = self.values.get(self.resource.id_place)
        return value if value is not None else self._usual()

    def _usual(self) -> JsonValue:
        found = (self._plain(name) for name in words("identifying"))
        return next((value for value in found if value is not None), None)

    def _plain(self, name: str) -> JsonValue:
        """The value that is called so and stands in no part of the record."""
        own = (v for p, v in self.values.items() if len(p) == 1 and spoken(p[0]) == name)
        return next((value for value in own if _is_plain(value)), None)

    def wanted(self, name: str) -> JsonValue:
        """What a reference to it holds: its id, or a field of that name."""
        value = self._plain(name) if name != "id" else None
        return value if value is not None else self.id

    def names(self) -> Iterator[tuple[Place, str]]:
        """The values by which people call it, the most usual first; undeclared ones as well."""
        known = [one.place for one in self.resource.naming]
        rest = [p for p in self.values if len(p) == 1 and spoken(p[0]) in words("naming")]
        rest.sort(key=lambda place: words("naming").index(spoken(place[0])))
        for place in dict.fromkeys((*known, *rest)):
            value = self.values.get(place)
            if isinstance(value, str) and value:
                yield place, value

    @property
    def label(self) -> str:
        """How it is shown among others: what it is called, with its id and what singles it out."""
        others = [v for _, v in self.names() if v != str(self.id)]
        return f"{self.id} ({', '.join(others[:2])})" if others else str(self.id)


def _is_plain(value: JsonValue) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


@dataclass(slots=True)
class RecordReader:
    """The records that were read so far."""

    environment: str
    read: ReadTool
    failed: list[str] = field(default_factory=list[str])
    """What tools said that could not be read."""
    _known: dict[tuple[str, str], list[Row]] = field(
        default_factory=dict[tuple[str, str], list[Row]]
    )

    async def find(
        self,
        resource: Resource,
        fits: Callable[[Row], bool],
        hint: str | None = None,
        owners: Mapping[str, JsonValue] | None = None,
    ) -> list[Row]:
        """The records that fit; `hint`: words by which a list can be searched ahead of reading all
        of it. `owners`: by path of a parameter, whose records are listed."""
        for listing in resource.lists:
            whose = {one.path: (owners or {}).get(one.path) for one in listing.owners}
            if any(value is None for value in whose.values()) or _lacks(listing):
                continue
            for asked in (*_searches(listing, hint), {}):
                rows = await self._rows(resource, listing, {**whose, **asked})
                found = [row for row in rows if fits(row)]
                if found:
                    return found
            return []
        return []

    async def one(self, resource: Resource, id: JsonValue) -> Row | None:
        """The record with that identifier, by the tool that shows it alone."""
        for tool in resource.of("read"):
            if tool.subject is None or tool.owners or tool.tail or _lacks(tool):
                continue
            arguments = {**self.place(tool.tool), tool.subject.path: typed(tool.subject.type, id)}
            result = await self.read(tool.tool, self.environment, arguments)
            if result.ok:
                values = dict(_walked(_record(result.body), resource.noun))
                row = Row(resource, values, tool.tool.title)
                named = {**values, resource.id_place: id}
                return row if row.id is not None else replace(row, values=named)
            if result.failure is not None and result.failure.kind in _UNANSWERED:
                self.failed.append(result.failure.message)
        return None

    def place(self, tool: ToolEssentialModel) -> dict[str, JsonValue]:
        """What names the environment to a tool that wants it said."""
        slot = tool.environment_slot
        return {slot.path: slot.environment_value(self.environment)} if slot else {}

    async def _rows(
        self, resource: Resource, listing: Operation, asked: Mapping[str, JsonValue]
    ) -> list[Row]:
        key = (listing.tool.id, repr(sorted(asked.items())))
        if key not in self._known:
            self._known[key] = await self._read(resource, listing.tool, asked)
        return self._known[key]

    async def _read(
        self, resource: Resource, tool: ToolEssentialModel, asked: Mapping[str, JsonValue]
    ) -> list[Row]:
        arguments = {**self.place(tool), **asked}
        result = await self.read(tool, self.environment, arguments)
        if not result.ok:
            self.failed.append(result.failure.message if result.failure else tool.title)
            return []
        page = first_page(dict(arguments), result.body)
        async for more in pages(tool, page, partial(self.read, tool, self.environment)):
            page = more
        found = rows_in(page.whole)[0]
        return [Row(resource, dict(_walked(row, resource.noun)), tool.title) for row in found]


def _lacks(one: Operation) -> bool:
    """It wants more than whose records are listed."""
    slots = (f.slot for f in one.inputs if f.required)
    return any(slot is not None and slot.default is None for slot in slots)


def _searches(listing: Operation, hint: str | None) -> Iterator[dict[str, JsonValue]]:
    """Ways of asking a list for a name ahead of asking for all that it has."""
    if hint is None:
        return
    plain = [one for one in listing.inputs if one.told.type in _TYPES and not one.told.values]
    for names in ("naming", "search"):
        own = [one for one in plain if one.name in words(names)[:8] and one.target is None]
        if own:
            yield {own[0].path: hint}


def typed(type: str | None, id: JsonValue) -> JsonValue:
    """An identifier in the type that an argument has."""
    if type == "integer" and str(id).isdigit():
        return int(str(id))
    return str(id) if type == "string" and id is not None else id


# ---- records out of results -----------------------------------------------------------------


def rows_in(body: JsonValue) -> tuple[list[RawRow], str]:
    """The first list of objects in a body, and its path: `results[]`."""
    if isinstance(body, list):
        return _objects(cast("list[JsonValue]", body)), "[]"
    if not isinstance(body, dict):
        return [], ""
    known = cast("dict[str, JsonValue]", body)
    for key, value in known.items():
        if isinstance(value, list) and (not value or isinstance(value[0], dict)):
            return _objects(cast("list[JsonValue]", value)), f"{key}[]"
    for key, value in known.items():
        if isinstance(value, dict):
            rows, path = rows_in(cast("JsonValue", value))
            if path:
                return rows, f"{key}.{path}"
    return [], ""


def _objects(values: Sequence[JsonValue]) -> list[RawRow]:
    return [cast("RawRow", value) for value in values if isinstance(value, dict)]


def _record(body: JsonValue) -> RawRow:
    return cast("RawRow", body) if isinstance(body, dict) else {}


def _walked(row: RawRow, noun: str, outer: Place = ()) -> Iterator[tuple[Place, JsonValue]]:
    """The values of a record by place; of a list of things, what identifies each."""
    for key, value in row.items():
        if isinstance(value, dict):
            inner = cast("RawRow", value)
            drops = is_envelope(key, noun, first=not outer)
            yield from _walked(inner, noun, outer if drops else (*outer, key))
        elif isinstance(value, list):
            yield (*outer, key), [_one_of(item) for item in cast("list[JsonValue]", value)]
        else:
            yield (*outer, key), value


def _one_of(item: JsonValue) -> JsonValue:
    """What identifies a thing in a list; anything else as it is."""
    if not isinstance(item, dict):
        return item
    inner = cast("RawRow", item)
    usual = (inner.get(name) for name in words("identifying"))
    return next((value for value in usual if _is_plain(value)), cast("JsonValue", inner))


def values_of(held: JsonValue) -> list[JsonValue]:
    """What a field holds, one by one; nothing where it is empty."""
    found = cast("list[JsonValue]", held) if isinstance(held, list) else [held]
    return [value for value in found if value is not None]
