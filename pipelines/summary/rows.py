"""Rows: what a tool's result says of entity instances, value by value."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import TypeAlias, cast

from pipelines.messages.labels import short_words
from pipelines.summary.report_terms import is_total
from tool_registry.base.types import JsonValue
from tool_registry.model import ToolEssentialModel, Yield

Key: TypeAlias = tuple[str, str]
"""Entity and attribute."""
Index: TypeAlias = tuple[int, ...]
"""Position in the lists on a path, the outer list first."""
Segments: TypeAlias = tuple[str, ...]

_LIST = "[]"
_SCALAR = (str, int, float, bool)
_ENVELOPE_DEPTH = 2


@dataclass(frozen=True, slots=True)
class Cell:
    """One value as the tool gave it, with its unit and, where it is a code, what it means."""

    value: JsonValue
    unit: str | None = None
    words: tuple[str, ...] = ()
    name: str = ""
    """The author's name of it: the key in the result."""
    label: str = ""
    """The author's words for it, where the result's description has short ones."""
    choices: tuple[str, ...] = ()
    """Every word that a closed set of such values can mean; empty for open ones."""


@dataclass(frozen=True, slots=True)
class ListWithin:
    """A list that an instance holds: what stands in it, row by row."""

    name: str
    """The key in the result."""
    label: str
    """What the author says of it."""
    rows: tuple["Row", ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One instance of `entity`, with what stands beside it in the result."""

    entity: str
    cells: Mapping[Key, Cell] = field(default_factory=dict[Key, Cell])
    identifiers: tuple[str, ...] = ("id",)
    """Attributes that single an instance out, the best first."""
    lists: tuple[ListWithin, ...] = ()

    def cell(self, attribute: str, entity: str | None = None) -> Cell | None:
        """The value of an attribute of this instance, or of another entity beside it."""
        return self.cells.get((entity or self.entity, attribute))

    def called(self, name: str, entity: str | None = None) -> Cell | None:
        """The value under a key of the author's, where only one of the entity's has it."""
        own = entity or self.entity
        found = [one for (of, _), one in self.cells.items() if of == own and one.name == name]
        return found[0] if len(found) == 1 else None

    @property
    def id(self) -> str | None:
        """The instance's id as text, or what else singles it out, or None."""
        cells = (self.cell(name) for name in self.identifiers)
        return next((str(c.value) for c in cells if c and c.value is not None), None)


def rows_of(
    tool: ToolEssentialModel,
    body: JsonValue,
    entity: str | None = None,
    identifiers: tuple[str, ...] = (),
) -> tuple[Row, ...] | None:
    """The instances of `entity` (the tool's main object unless given) that a result tells of.

    An empty tuple: the result says that there are none. None: the result cannot be read, for it
    has nothing of what the tool says it yields.
    """
    wanted = entity or (tool.objects[0] if tool.objects else "")
    if not tool.yields:
        return _undeclared(body, wanted)
    groups = _by_list(tool.yields)
    found = {prefix: _elements(body, prefix, groups[prefix]) for prefix in groups}
    about = [p for p in groups if found[p] is not None and _tells_of(groups[p], wanted, tool)]
    if not about:
        return None
    home = max(about, key=lambda p: (_identifies(groups[p], wanted, tool), p.count(_LIST), p))
    outer = [p for p in groups if p != home and p == home[: len(p)]]
    for prefix in outer:
        # How many there are in all is said of no single one of them.
        groups[prefix] = [y for y in groups[prefix] if not is_total(y.key)]
    if entity and home and tool.objects[:1] != (entity,):
        # What a thing belongs to is told, not what that is like: nobody asked for it.
        groups |= {prefix: [y for y in groups[prefix] if y.attribute == "id"] for prefix in outer}
    rows = (
        Row(
            wanted,
            cells,
            tuple(dict.fromkeys(("id", *identifiers))),
            tuple(_lists_within(tool, groups, found, home, index, wanted)),
        )
        for index, _ in sorted((found[home] or {}).items())
        if (cells := _cells(tool, groups, found, (*outer, home), index))
    )
    return tuple(row for row in rows if any(key[0] == wanted for key in row.cells))


def _undeclared(body: JsonValue, entity: str) -> tuple[Row, ...] | None:
    """Rows of a result that the tool's author did not describe: its objects, key by key."""
    if not isinstance(body, dict | list):
        return None
    return tuple(
        Row(entity, _plain_cells(each, entity), lists=tuple(_plain_lists(each)))
        for each in plain_objects(body)
    )


def plain_objects(body: JsonValue) -> list[dict[str, JsonValue]]:
    """The objects of the first list of objects in a value, else the innermost single object."""
    if isinstance(body, list):
        items = cast("list[JsonValue]", body)
        return [cast("dict[str, JsonValue]", each) for each in items if isinstance(each, dict)]
    if not isinstance(body, dict):
        return []
    inner = cast("dict[str, JsonValue]", body)
    for value in inner.values():
        if isinstance(value, dict | list) and (found := plain_objects(value)):
            return found
    return [inner]


def _plain_cells(element: Mapping[str, JsonValue], entity: str) -> dict[Key, Cell]:
    return {
        (entity, name): Cell(value, name=name)
        for name, value in element.items()
        if isinstance(value, _SCALAR)
    }


def _plain_lists(element: Mapping[str, JsonValue]) -> Iterator[ListWithin]:
    for name, value in element.items():
        if isinstance(value, list) and value:
            rows = tuple(_plain_row(each, name) for each in cast("list[JsonValue]", value))
            yield ListWithin(name, "", rows)


def _plain_row(each: JsonValue, name: str) -> Row:
    """A row of a list that nobody described: an object key by key, else the value alone."""
    if isinstance(each, dict):
        return Row(name, _plain_cells(cast("dict[str, JsonValue]", each), name))
    return Row(name, {(name, name): Cell(each, name=name)})


def _lists_within(
    tool: ToolEssentialModel,
    groups: Mapping[Segments, Sequence[Yield]],
    found: Mapping[Segments, Mapping[Index, JsonValue] | None],
    home: Segments,
    index: Index,
    entity: str,
) -> Iterator[ListWithin]:
    """The lists that stand at that place of the result, and in no further one."""
    for prefix in groups:
        if prefix[: len(home)] != home or prefix.count(_LIST) != home.count(_LIST) + 1:
            continue
        name = prefix[-2] if len(prefix) > 1 else ""
        within = found[prefix] or {}
        places = [place for place in sorted(within) if place[: len(index)] == index]
        kinds = (_key(each, tool) for each in groups[prefix])
        kind = next((of for of, what in kinds if what == "id" and of != entity), name)
        bare = any(not _inner(each, prefix) for each in groups[prefix])
        rows = (
            _plain_row(within[place], name)
            if bare
            else Row(kind, _as_of(kind, entity, _cells(tool, groups, found, (prefix,), place)))
            for place in places
        )
        if told := tuple(row for row in rows if row.cells):
            yield ListWithin(name, next((y.within for y in groups[prefix]), ""), told)


def _as_of(kind: str, entity: str, cells: Mapping[Key, Cell]) -> dict[Key, Cell]:
    """What is said of a row is not said of the thing that holds the list."""
    return {
        (kind if of == entity and what != "id" else of, what): cell
        for (of, what), cell in cells.items()
    }


def _by_list(yields: Sequence[Yield]) -> dict[Segments, list[Yield]]:
    """The yields by the list that they stand in: the path up to its last list mark."""
    groups: dict[Segments, list[Yield]] = {}
    for item in yields:
        path = segments(item.path)
        last = max((i + 1 for i, part in enumerate(path) if part == _LIST), default=0)
        groups.setdefault(path[:last], []).append(item)
    return groups


def segments(path: str) -> Segments:
    """`data.list[].id` → `data`, `list`, `[]`, `id`."""
    return tuple(path.replace(_LIST, f".{_LIST}").strip(".").split("."))


def _key(item: Yield, tool: ToolEssentialModel) -> Key:
    return (item.entity or (tool.objects[0] if tool.objects else ""), item.attribute or item.key)


def _tells_of(items: Sequence[Yield], entity: str, tool: ToolEssentialModel) -> bool:
    return any(_key(item, tool)[0] == entity for item in items)


def _identifies(items: Sequence[Yield], entity: str, tool: ToolEssentialModel) -> bool:
    return any(_key(item, tool) == (entity, "id") for item in items)


def _elements(
    body: JsonValue, prefix: Segments, items: Sequence[Yield]
) -> dict[Index, JsonValue] | None:
    if prefix:
        return locate(body, prefix)
    present = any(locate(body, segments(item.path)) for item in items)
    return {(): body} if present else None


def _cells(
    tool: ToolEssentialModel,
    groups: Mapping[Segments, Sequence[Yield]],
    found: Mapping[Segments, Mapping[Index, JsonValue] | None],
    prefixes: Sequence[Segments],
    index: Index,
) -> dict[Key, Cell]:
    """The values at that position, the innermost list's before those of what surrounds it."""
    cells: dict[Key, Cell] = {}
    for prefix in sorted(prefixes, key=len, reverse=True):
        element = (found[prefix] or {}).get(index[: prefix.count(_LIST)])
        heads = {path[0] for each in groups[prefix] if len(path := _inner(each, prefix)) == 1}
        for item in groups[prefix]:
            for value in _values(element, _inner(item, prefix), heads):
                words = item.values.get(_text(value), ())
                choices = tuple(word for each in item.values.values() for word in each)
                label = short_words(item)
                cell = Cell(value, item.unit, words, item.key, label, choices)
                cells.setdefault(_key(item, tool), cell)
    return cells


def _text(value: JsonValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _inner(item: Yield, prefix: Segments) -> Segments:
    return segments(item.path)[len(prefix) :]


def _values(element: JsonValue, path: Segments, heads: Set[str]) -> Iterator[JsonValue]:
    """The values at a path. `heads`: what else is said to stand where the path begins; where that
    is there, an object that the path goes through is not there only if there is none."""
    if not path:
        yield element
        return
    known = cast("dict[str, JsonValue]", element) if isinstance(element, dict) else {}
    if len(path) > 1 and path[0] not in known and len(heads & known.keys()) > 1:
        return
    for value in (locate(element, path) or {}).values():
        if value is not None:
            yield value


def locate(body: JsonValue, path: Segments) -> dict[Index, JsonValue] | None:
    """The values at a path by their position in the lists on it; None where no such place is.

    Results come with and without the envelope that the path speaks of, so both are tried: the
    path's first names left out, and the path begun one or two levels further in. What is declared
    null has nothing inside, though.
    """
    if (
        path
        and isinstance(body, dict)
        and cast("dict[str, JsonValue]", body).get(path[0], 0) is None
    ):
        return {}
    for start in range(len(path)):
        if path[start] != _LIST or start == 0:
            depth = _ENVELOPE_DEPTH if start == 0 else min(1, len(path) - start - 1)
            for node in _begin(body, depth):
                found = _walk(node, path[start:])
                if found is not None:
                    return found
    return None


def _begin(body: JsonValue, depth: int) -> Iterator[JsonValue]:
    yield body
    if depth and isinstance(body, dict):
        for value in cast("dict[str, JsonValue]", body).values():
            if isinstance(value, dict):
                yield from _begin(cast("JsonValue", value), depth - 1)


def _walk(node: JsonValue, path: Segments) -> dict[Index, JsonValue] | None:
    if not path:
        return {(): node}
    if path[0] == _LIST:
        return _walk_list(node, path[1:])
    if not isinstance(node, dict) or path[0] not in node:
        return None
    return _walk(cast("dict[str, JsonValue]", node)[path[0]], path[1:])


def _walk_list(node: JsonValue, path: Segments) -> dict[Index, JsonValue] | None:
    if not isinstance(node, list):
        return None
    found: dict[Index, JsonValue] = {}
    for position, each in enumerate(cast("list[JsonValue]", node)):
        for index, value in (_walk(each, path) or {}).items():
            found[(position, *index)] = value
    return found
