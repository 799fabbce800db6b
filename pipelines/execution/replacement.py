"""A tool that its author declares as a substitute: the same values in the other tool's slots."""

from collections.abc import Mapping

from tool_registry.base.types import JsonValue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.sources.paths import nested, read
from tool_registry.vocabulary.conversions import conversion_between, convert


def translated(
    tool: ToolEssentialModel,
    other: ToolEssentialModel,
    arguments: Mapping[str, JsonValue],
    environment: str,
) -> dict[str, JsonValue] | None:
    """The call's arguments for the other tool.

    None where that tool does not run in the environment, has no place for a value that was given,
    or needs one that was not.
    """
    if environment not in other.environments:
        return None
    by_path: dict[str, JsonValue] = {}
    for slot in tool.needs:
        values = read(dict(arguments), slot.path)
        if not values or slot.environment or slot.idempotency_key:
            continue
        twin = next((one for one in other.needs if _same(slot, one)), None)
        value = None if twin is None else _value(slot, twin, values)
        if twin is None or value is None:
            return None
        by_path[twin.path] = value
    for slot in other.needs:
        if slot.environment:
            by_path[slot.path] = slot.environment[environment]
        elif slot.required and slot.path not in by_path and not slot.idempotency_key:
            if slot.default is None:
                return None
            by_path[slot.path] = slot.default
    return nested(by_path)


def translated_path(tool: ToolEssentialModel, other: ToolEssentialModel, path: str) -> str:
    """Where the other tool's result holds what the planned tool's holds at the path."""
    planned = next((item for item in tool.yields if item.path == path), None)
    if planned is None:
        return path
    meaning = (planned.entity, planned.attribute, planned.role)
    for item in other.yields:
        if (item.entity, item.attribute, item.role) == meaning:
            return item.path
    return path


def _same(one: Slot, other: Slot) -> bool:
    """Two slots that mean the same; slots of unknown meaning have to have the same name."""
    if one.environment or other.environment or one.many != other.many:
        return False
    if one.attribute is None or other.attribute is None:
        return one.path == other.path
    return (one.entity, one.attribute, one.role) == (other.entity, other.attribute, other.role)


def _value(slot: Slot, twin: Slot, values: list[JsonValue]) -> JsonValue:
    """The value in the other slot's unit, code and type; None where it has no such form."""
    value = values if slot.path.endswith("[]") else values[0]
    if slot.values or twin.values:
        value = _code(slot, twin, str(value))
    elif slot.unit != twin.unit:
        name = conversion_between(slot.unit or "", twin.unit or "")
        value = None if name is None else convert(name, value)
    names = {"string": "text", "integer": "integer", "number": "number", "boolean": "boolean"}
    if value is None or twin.type not in names:
        return value
    try:
        return convert(names[twin.type], value)
    except ValueError:
        return None


def _code(slot: Slot, twin: Slot, raw: str) -> str | None:
    if not twin.values:
        return raw
    words = {word.casefold() for word in (raw, *slot.values.get(raw, ()))}
    for code, meanings in twin.values.items():
        if words & {word.casefold() for word in (code, *meanings)}:
            return code
    return None
