"""From what a model wrote to a filled form: what is only a matter of format costs nothing.

Thoughts, fences and prose around the JSON, a list around one object, an object where a list of them
is due, `null` or "" for what is left out, fields that the form does not have, numbers as texts and
texts as numbers: all of it is read as meant. What is said is never changed.
"""

import json
import re
from collections.abc import Iterator, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin

from pydantic import BaseModel

from tool_registry.base.types import JsonValue

Form = TypeVar("Form", bound=BaseModel)
_THOUGHT = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_OPENS = re.compile(r"[{\[]")
_TRIES = 64
"""Brackets at which JSON is looked for, at most."""
_NUMBER = re.compile(r"\s*-?\d{1,18}(\.\d{1,12})?\s*")


class NoJson(ValueError):
    """The text holds no JSON that an object could be read from."""


def json_in(text: str) -> JsonValue:
    """The JSON that the text is, or the last that stands in it; NoJson says what is wrong."""
    plain = _THOUGHT.sub("", text).strip()
    try:
        return json.loads(plain)
    except (ValueError, RecursionError) as error:
        found = list(_objects(plain))
        if not found:
            raise NoJson(str(error)) from error
        return found[-1]


def filled(form: type[Form], told: JsonValue) -> Form:
    """The form with what was told; ValidationError names what cannot be meant."""
    return form.model_validate(_object(form, told))


def _objects(text: str) -> Iterator[JsonValue]:
    """The JSON objects, and lists of such, that stand in prose, one behind the other."""
    decoder, at = json.JSONDecoder(), 0
    for _ in range(_TRIES):
        opens = _OPENS.search(text, at)
        if opens is None:
            return
        try:
            value, at = decoder.raw_decode(text, opens.start())
        except (ValueError, RecursionError):
            at = opens.end()
            continue
        if isinstance(value, dict) or _lone(value) is not None:
            yield value


def _lone(value: JsonValue) -> dict[str, JsonValue] | None:
    """The object in a list of one."""
    items = cast("list[JsonValue]", value) if isinstance(value, list) else []
    if len(items) != 1 or not isinstance(items[0], dict):
        return None
    return cast("dict[str, JsonValue]", items[0])


def _object(form: type[BaseModel], told: JsonValue) -> JsonValue:
    """What was told under the names that the form has, each in the type that it wants."""
    told = _lone(told) or told
    if not isinstance(told, dict):
        return told
    fields = cast("dict[str, JsonValue]", told)
    return {
        name: _fitted(field.annotation, fields[name])
        for name, field in form.model_fields.items()
        if name in fields and (field.is_required() or fields[name] not in (None, ""))
    }


def _fitted(wanted: Any, value: JsonValue) -> JsonValue:
    """The value in the type that is wanted, where that is only a matter of how it was written."""
    origin = get_origin(wanted)
    if origin in (Union, UnionType):
        return _of_union(get_args(wanted), value)
    if origin is tuple:
        return _listed(get_args(wanted)[0], value)
    if origin is Literal or wanted is None:
        return value
    if isinstance(wanted, type) and issubclass(wanted, BaseModel):
        return _object(wanted, value)
    return _scalar(wanted, value)


def _of_union(kinds: Sequence[Any], value: JsonValue) -> JsonValue:
    """Where there is one kind besides null, that; what may be several things stays as it is."""
    real = [kind for kind in kinds if kind is not NoneType]
    return _fitted(real[0], value) if len(real) == 1 else value


def _listed(kind: Any, value: JsonValue) -> JsonValue:
    if value is None:
        return []
    items = cast("list[JsonValue]", value) if isinstance(value, list) else [value]
    return [_fitted(kind, one) for one in items if one is not None]


def _scalar(wanted: Any, value: JsonValue) -> JsonValue:
    """A number as a text, or the other way round."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if wanted is str and is_number:
        return json.dumps(value)
    if wanted in (int, float) and isinstance(value, str) and _NUMBER.fullmatch(value):
        return wanted(float(value)) if float(value) == wanted(float(value)) else value
    return value
