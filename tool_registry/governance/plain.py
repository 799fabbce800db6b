"""Schemas that are valid at first sight: checking one against its meta-schema takes long."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias, cast

from tool_registry.base.types import JsonValue

_TYPES = frozenset(("string", "integer", "number", "boolean", "object", "array", "null"))
_DEEPEST = 100
_Object: TypeAlias = dict[str, JsonValue]
_List: TypeAlias = list[JsonValue]


def is_plain(schema: JsonValue, depth: int = 0) -> bool:
    """True for a JSON schema (draft 2020-12) of common keywords, each used as it must be.

    False says nothing: the schema may be valid in a way that only its meta-schema tells."""
    if isinstance(schema, bool):
        return True
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return False
    held = cast("_Object", schema).items()
    return all(_is_used_well(key, value, depth + 1) for key, value in held)


def _is_used_well(key: str, value: JsonValue, depth: int) -> bool:
    right = _VALUES.get(key)
    if right is not None:
        return right(value)
    if key in _SCHEMAS:
        return is_plain(value, depth)
    if key in _NAMED:
        return isinstance(value, dict) and _are_plain(cast("_Object", value).values(), depth)
    if key in _LISTED and isinstance(value, list):
        schemas = cast("_List", value)
        return bool(schemas) and _are_plain(schemas, depth)
    return key in _IGNORED or key.startswith("x-")


def _are_plain(schemas: Iterable[JsonValue], depth: int) -> bool:
    return all(is_plain(one, depth) for one in schemas)


def _is_text(value: JsonValue) -> bool:
    return isinstance(value, str)


def _is_flag(value: JsonValue) -> bool:
    return isinstance(value, bool)


def _is_list(value: JsonValue) -> bool:
    return isinstance(value, list)


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_count(value: JsonValue) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_anything(value: JsonValue) -> bool:
    return True


def _are_names(value: JsonValue) -> bool:
    """Different texts."""
    if not isinstance(value, list):
        return False
    names = cast("_List", value)
    return all(isinstance(one, str) for one in names) and len(set(names)) == len(names)


def _is_type(value: JsonValue) -> bool:
    if isinstance(value, str):
        return value in _TYPES
    return bool(value) and _are_names(value) and _TYPES.issuperset(cast("list[str]", value))


def _is_pattern(value: JsonValue) -> bool:
    try:
        re.compile(cast("str", value))
    except (re.error, TypeError, RecursionError, OverflowError):
        return False
    return isinstance(value, str)


_VALUES: Mapping[str, Callable[[JsonValue], bool]] = {
    "type": _is_type,
    "required": _are_names,
    "pattern": _is_pattern,
    **dict.fromkeys(("title", "description", "format"), _is_text),
    **dict.fromkeys(("deprecated", "readOnly", "writeOnly", "uniqueItems"), _is_flag),
    **dict.fromkeys(("enum", "examples"), _is_list),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _is_number),
    **dict.fromkeys(
        ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"),
        _is_count,
    ),
    **dict.fromkeys(("default", "const"), _is_anything),
}
"""Keyword → what its value must be."""
_SCHEMAS = frozenset(("items", "additionalProperties", "not"))
_NAMED = frozenset(("properties", "$defs"))
_LISTED = frozenset(("anyOf", "oneOf", "allOf"))
"""Keywords whose value is a schema, schemas by name, or a list of schemas."""
_IGNORED = frozenset(("example", "nullable", "xml", "externalDocs", "discriminator"))
"""Words of OpenAPI, of which a JSON schema says nothing."""
