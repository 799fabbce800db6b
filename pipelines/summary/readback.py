"""Reading back: another tool is asked for what a step made or changed."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast

from pipelines.summary.compare import in_unit
from pipelines.summary.facts import Known, Subject
from pipelines.summary.report_terms import says_not_found
from pipelines.summary.rows import Row, rows_of
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.graph.places import in_one_place
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.sources.result import CallResult
from tool_registry.vocabulary.conversions import convert

Read: TypeAlias = Callable[
    [ToolEssentialModel, str, Mapping[str, JsonValue]], Awaitable[CallResult]
]
"""Calls a tool without effects: (tool, environment, arguments by slot path) → its result."""


PAGE = 10
"""A list of so many rows, or a multiple of it, may be one page of a longer one."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What another tool said of an instance."""

    kind: Literal["found", "absent", "unclear", "nobody"]
    """`unclear`: its answer cannot be read or failed; `nobody`: no tool can read it back."""
    tool: ToolEssentialModel | None = None
    row: Row | None = None
    by: Literal["id", "name", "owner"] = "owner"
    """How it was asked for, see `Inquiry`."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A call that reads something back."""

    tool: ToolEssentialModel
    arguments: Mapping[str, JsonValue]
    by: Literal["id", "name", "owner"] = "owner"
    """Asked for by the id, by something else that singles it out, or in a list of others."""


async def look(subject: Subject, catalogue: Catalogue, environment: str, read: Read) -> Evidence:
    """The evidence of the best tool that can be asked; of the next one where it is unclear."""
    evidence = Evidence("nobody")
    asked = inquiries(subject.tool, subject.entity, subject.known, catalogue, environment)
    for inquiry in asked[:3]:
        result = await read(inquiry.tool, environment, inquiry.arguments)
        evidence = replace(_judged(subject, inquiry, result), by=inquiry.by)
        if evidence.kind != "unclear":
            return evidence
    return evidence


def inquiries(
    acting: ToolEssentialModel,
    entity: str,
    known: Sequence[Known],
    catalogue: Catalogue,
    environment: str,
) -> list[Inquiry]:
    """Calls that can show what the tool acted on: by its id first, those that tell most first.

    Tools that read another collection show other things, however alike their names and ids."""
    graph = catalogue.graph
    identifiers = {"id", *graph.identifiers(entity)}
    tools = {tool.id: tool for tool in graph.readers(entity, environment)}
    for owner in sorted({k.entity for k in known} - {entity}):
        tools |= {t.id: t for t in graph.owner_lists(entity, owner, environment)}
    found = [
        _inquiry(tool, arguments, entity, identifiers)
        for tool in tools.values()
        if tool.id != acting.id
        and not tool.function.writes
        and in_one_place(acting, tool)
        and (arguments := fill(tool, known, environment, entity)) is not None
    ]
    asked = {(each.entity, each.attribute) for each in known}
    return sorted(found, key=lambda inquiry: _rank(inquiry, asked))


def _inquiry(
    tool: ToolEssentialModel,
    arguments: Mapping[str, JsonValue],
    entity: str,
    identifiers: set[str],
) -> Inquiry:
    asked = {
        slot.attribute
        for slot in tool.needs
        if slot.path in arguments and (slot.entity or entity) == entity
    }
    if "id" in asked:
        return Inquiry(tool, arguments, "id")
    return Inquiry(tool, arguments, "name" if asked & identifiers else "owner")


def _rank(inquiry: Inquiry, asked: set[tuple[str, str]]) -> tuple[int, int, int, str]:
    tells = sum((item.entity, item.attribute) in asked for item in inquiry.tool.yields)
    order = ("id", "name", "owner").index(inquiry.by)
    return (order, -tells, len(inquiry.arguments), inquiry.tool.id)


def fill(
    tool: ToolEssentialModel, known: Sequence[Known], environment: str, entity: str
) -> dict[str, JsonValue] | None:
    """Arguments by slot path for a reading tool from what is known; None where that is too little.

    A tool that would be asked with nothing known at all is not asked: it would list everything.
    """
    arguments: dict[str, JsonValue] = {}
    groups: dict[str, list[Slot]] = {}
    said = 0
    for slot in tool.needs:
        if slot.environment:
            if environment not in slot.environment:
                return None
            arguments[slot.path] = slot.environment_value(environment)
        elif slot.one_of:
            groups.setdefault(slot.one_of, []).append(slot)
        elif slot.required or (slot.attribute == "id" and slot.entity == entity):
            value = _value(slot, known, entity)
            if value is not None:
                arguments[slot.path] = value
                said += 1
            elif slot.required and slot.default is None:
                return None
    for slots in groups.values():
        choice = _choice(slots, known, entity)
        if choice is None:
            return None
        arguments[choice[0]] = choice[1]
        said += 1
    return arguments if said else None


def _choice(
    slots: Iterable[Slot], known: Sequence[Known], entity: str
) -> tuple[str, JsonValue] | None:
    """The first of several alternatives that can be filled; the entity's own before others'."""
    for slot in sorted(slots, key=lambda slot: (slot.entity != entity, slot.path)):
        value = _value(slot, known, entity)
        if value is not None:
            return slot.path, value
    return None


def _value(slot: Slot, known: Sequence[Known], entity: str) -> JsonValue:
    key = (slot.entity or entity, slot.attribute)
    same = [k for k in known if (k.entity, k.attribute) == key and k.value is not None]
    fitting = [k for k in same if k.role == slot.role] or same
    if not fitting or len({str(k.value) for k in fitting}) > 1:
        return None
    value = fitting[0].value
    if fitting[0].unit and slot.unit and fitting[0].unit != slot.unit:
        value = in_unit(value, fitting[0].unit, slot.unit)
    return None if value is None else _typed(value, slot)


def _typed(value: JsonValue, slot: Slot) -> JsonValue:
    """The value in the slot's JSON type; None where it has no such form."""
    kind = {"string": "text", "integer": "integer", "number": "number"}.get(slot.type)
    items = cast("list[JsonValue]", value if isinstance(value, list) else [value])
    if not items:
        return None
    try:
        typed = convert(kind, items[0]) if kind else items[0]
    except ValueError:
        return None
    return [typed] if slot.many else typed


def _judged(subject: Subject, inquiry: Inquiry, result: CallResult) -> Evidence:
    tool = inquiry.tool
    if not result.ok:
        failure = result.failure
        missing = failure and failure.kind == "business"
        if missing and failure and says_not_found(failure.code, failure.message):
            return Evidence("unclear" if inquiry.by == "owner" else "absent", tool)
        return Evidence("unclear", tool)
    rows = rows_of(tool, result.body, subject.entity, subject.identifiers)
    if rows is None:
        return Evidence("unclear", tool)
    return _picked(subject, inquiry, rows)


def _picked(subject: Subject, inquiry: Inquiry, rows: Sequence[Row]) -> Evidence:
    wanted = subject.id
    if not rows:
        return Evidence("absent", inquiry.tool)
    if wanted is not None and any(row.id is not None for row in rows):
        row = next((row for row in rows if row.id == wanted), None)
        if row is None and (inquiry.by == "name" or len(rows) % PAGE == 0):
            return Evidence("unclear", inquiry.tool)
        return Evidence("found" if row else "absent", inquiry.tool, row)
    if len(rows) == 1:
        return Evidence("found", inquiry.tool, rows[0])
    return Evidence("unclear", inquiry.tool)
