"""Dotted paths into JSON: `data.list[].id` reads every list element, `buyer.id` writes inward.

Descriptions name results loosely, so reading is lenient: a list where the path has no `[]` is
walked, and a path that is not there falls back to the only place where its last key occurs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from tool_registry.base.types import JsonValue, Object


@dataclass(frozen=True, slots=True)
class Element:
    """One list element of a body, and how to go on inside it."""

    value: JsonValue
    rest: str
    """Path inside the element to what was asked for; empty: the element itself."""


def read(body: JsonValue, path: str) -> list[JsonValue]:
    """All values at the path, in order; nulls are left out; [] where there is nothing."""
    keys = _keys(path)
    found = list(_walk(body, keys))
    if not found and keys and (place := _only_place(body, keys[-1])):
        found = list(_walk(body, place))
    values = [value for value in found if value is not None]
    return [item for value in values for item in _items(value)] if path.endswith("[]") else values


def elements(body: JsonValue, path: str) -> list[Element]:
    """The elements of the innermost list on the way to the path, each with the rest of the way."""
    keys = _keys(path)
    found = _split(body, keys)
    if not found and keys and (place := _only_place(body, keys[-1])):
        found = _split(body, place)
    return found


def inside(element: Element, path: str, whole: str) -> list[JsonValue]:
    """Values inside an element of `elements(body, whole)`, by a path of its own or of the body."""
    keys, outer = _keys(path), _keys(whole)
    depth = len(outer) - len(_keys(element.rest))
    if len(keys) > depth and keys[:depth] == outer[:depth]:
        values = [v for v in _walk(element.value, keys[depth:]) if v is not None]
        if values:
            return values
    return read(element.value, path)


def write(arguments: Object, path: str, value: JsonValue) -> None:
    """Puts the value at the path, making what is missing on the way.

    `ids[]` takes a list or becomes one; a list written to `items[].id` is spread over the elements.
    Raises ValueError where something else than an object is in the way.
    """
    name, _, rest = path.partition(".")
    key, is_list = name.removesuffix("[]"), name.endswith("[]")
    if not rest:
        arguments[key] = [value] if is_list and not isinstance(value, list) else value
    elif not is_list:
        write(_object(arguments.setdefault(key, {}), key), rest, value)
    else:
        _write_each(arguments.setdefault(key, []), rest, value, key)


def nested(by_path: Mapping[str, JsonValue]) -> Object:
    """Arguments as a tool takes them, from values by slot path."""
    arguments: Object = {}
    for path, value in by_path.items():
        write(arguments, path, value)
    return arguments


def _write_each(children: JsonValue, rest: str, value: JsonValue, key: str) -> None:
    if not isinstance(children, list):
        raise ValueError(f"'{key}' holds a value already, which is not a list")
    items = cast("list[JsonValue]", children)
    for number, item in enumerate(_items(value)):
        if number == len(items):
            items.append({})
        write(_object(items[number], key), rest, item)


def _object(value: JsonValue, key: str) -> Object:
    if not isinstance(value, dict):
        raise ValueError(f"'{key}' holds a value already, so nothing can be put inside it")
    return cast("Object", value)


def _keys(path: str) -> tuple[str, ...]:
    """The names on the way; `[]` marks say only what the body shows anyway."""
    return tuple(key for part in path.split(".") if (key := part.replace("[]", "")))


def _items(value: JsonValue) -> list[JsonValue]:
    return cast("list[JsonValue]", value) if isinstance(value, list) else [value]


def _walk(body: JsonValue, keys: tuple[str, ...]) -> Iterator[JsonValue]:
    if not keys:
        yield body
    elif isinstance(body, list):
        for item in cast("list[JsonValue]", body):
            yield from _walk(item, keys)
    elif isinstance(body, dict) and keys[0] in body:
        yield from _walk(cast("Object", body)[keys[0]], keys[1:])


def _split(body: JsonValue, keys: tuple[str, ...]) -> list[Element]:
    """Elements of the deepest list that the keys pass through."""
    if isinstance(body, list):
        items = cast("list[JsonValue]", body)
        inner = [element for item in items for element in _split(item, keys)]
        rest = ".".join(keys)
        return inner or [Element(item, rest) for item in items if list(_walk(item, keys))]
    if keys and isinstance(body, dict) and keys[0] in body:
        return _split(cast("Object", body)[keys[0]], keys[1:])
    return []


def _only_place(body: JsonValue, key: str) -> tuple[str, ...] | None:
    """The way to the key, where it occurs in one place only (all elements of a list are one)."""
    places = set(_places(body, key, ()))
    return places.pop() if len(places) == 1 else None


def _places(body: JsonValue, key: str, way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if isinstance(body, list):
        for item in cast("list[JsonValue]", body):
            yield from _places(item, key, way)
    elif isinstance(body, dict):
        for name, value in cast("Object", body).items():
            if name == key:
                yield (*way, name)
            yield from _places(value, key, (*way, name))
