"""What results look like, learned from the ones that came: a schema, and no value of theirs."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from tool_registry.base.types import JsonValue
from tool_registry.model import RawTool

Schema = dict[str, JsonValue]
OBSERVED = "x-observed"
"""Key of a learned schema: from how many results it comes."""
_DEEPEST, _MOST_KEYS, _MOST_ITEMS = 7, 200, 50
_FORMATS = {
    "uuid": re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE),
    "date-time": re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d.*)?"),
    "date": re.compile(r"\d{4}-\d\d-\d\d"),
}


def learn_outputs(bodies: Iterable[JsonValue], known: Schema | None = None) -> Schema:
    """The schema that fits all results seen: those of `known`, learned before, and these.

    A body that is no object (a text, a list) is counted and shows nothing of fields but those of
    the elements of a list."""
    seen = _count(known)
    schema: Schema = {k: v for k, v in (known or {}).items() if k != OBSERVED}
    for body in bodies:
        seen += 1
        schema = _united(schema, _schema_of(body, 0))
    return {**schema, OBSERVED: seen}


def apply_learned(tool: RawTool, learned: Schema | None) -> RawTool:
    """The tool with what its results have shown, for the parser; one that declares its outputs
    stays as it is."""
    return tool if tool.output_schema else tool.model_copy(update={"learned_output": learned})


def certainty(learned: Schema | None) -> float:
    """How sure a learned schema is: 0.5 after one result, nearing 1 with many."""
    seen = _count(learned)
    return round(1 - 1 / (seen + 1), 2)


def _count(schema: Schema | None) -> int:
    seen: JsonValue = (schema or {}).get(OBSERVED)
    return seen if isinstance(seen, int) else 0


def _schema_of(value: JsonValue, depth: int) -> Schema:
    if value is None or depth > _DEEPEST:
        return {}
    if isinstance(value, bool):
        return {"type": "boolean"}
    if isinstance(value, int | float):
        return {"type": "integer" if isinstance(value, int) else "number"}
    if isinstance(value, str):
        found = next((name for name, shape in _FORMATS.items() if shape.fullmatch(value)), None)
        return {"type": "string", "format": found} if found else {"type": "string"}
    if isinstance(value, list):
        return _list(cast("list[JsonValue]", value), depth)
    return _object(cast("dict[str, JsonValue]", value), depth)


def _list(values: Sequence[JsonValue], depth: int) -> Schema:
    items: Schema = {}
    for value in values[:_MOST_ITEMS]:
        items = _united(items, _schema_of(value, depth + 1))
    return {"type": "array", "items": items}


def _object(fields: Mapping[str, JsonValue], depth: int) -> Schema:
    """Fields by name; an object keyed by identifiers is a table and has no fields."""
    if len(fields) > _MOST_KEYS or any(not key or key[0].isdigit() for key in fields):
        return {"type": "object"}
    return {
        "type": "object",
        "properties": {key: _schema_of(value, depth + 1) for key, value in fields.items()},
    }


def _united(one: Schema, other: Schema) -> Schema:
    """What both fit; a field is of any type where they differ."""
    if not one or not other:
        return one or other
    kinds = {one.get("type"), other.get("type")}
    if kinds == {"integer", "number"}:
        return {"type": "number"}
    if len(kinds) > 1:
        return {key: value for key, value in one.items() if key not in ("type", "format")}
    both = {**one, **other}
    if one.get("format") != other.get("format"):
        both.pop("format", None)
    if "properties" in one or "properties" in other:
        both["properties"] = _fields(_inner(one, "properties"), _inner(other, "properties"))
    if "items" in both:
        both["items"] = _united(_inner(one, "items"), _inner(other, "items"))
    return both


def _fields(one: Schema, other: Schema) -> Schema:
    names = dict.fromkeys((*one, *other))
    return {name: _united(_inner(one, name), _inner(other, name)) for name in names}


def _inner(schema: Schema, key: str) -> Schema:
    value: JsonValue = schema.get(key)
    return cast("Schema", value) if isinstance(value, dict) else {}
