"""Values whose look says what they are (`shapes.yaml`), and arguments that are something else."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

from tool_registry.base.types import JsonValue
from tool_registry.base.yaml_files import packaged
from tool_registry.model import Slot
from tool_registry.vocabulary.text import split_identifier

_FILE = Path(__file__).with_name("shapes.yaml")


@dataclass(frozen=True, slots=True)
class _Shape:
    name: str
    value: re.Pattern[str] | None
    units: frozenset[str]
    own: frozenset[str]
    words: re.Pattern[str]


def is_of_another(value: JsonValue, unit: str | None, slot: Slot) -> bool:
    """True for a value that shows what it is (an e-mail address, a link, a phone number, a day, an
    amount with its currency), where name, format or description say that the slot is another."""
    shape = _shape_of(value, unit)
    if shape is None or slot.values or slot.attribute in shape.own:
        return False
    if slot.format in _formats():
        return _formats()[slot.format] != shape.name
    words = split_identifier(slot.key)
    told = " ".join((*words, slot.description))
    if shape.words.search(told.casefold()):
        return False
    named = slot.attribute is None and words[-1:] and words[-1] in _list("names")
    return slot.attribute in _list("attributes") or bool(named)


def could_be(value: JsonValue, attribute: str) -> bool:
    """False where values of that attribute have a look of their own, and this one has not."""
    looks = [shape.value for shape in _shapes() if shape.name == attribute]
    return all(look is None or look.match(str(value)) is not None for look in looks)


def may_show(value: JsonValue, unit: str | None, attribute: str) -> bool:
    """False where a field of that attribute says nothing of such a value, even if it holds it."""
    shape = _shape_of(value, unit)
    return shape is None or attribute in shape.own or attribute not in _list("attributes")


def _shape_of(value: JsonValue, unit: str | None) -> _Shape | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    text = str(value).strip()
    for shape in _shapes():
        if unit in shape.units or (shape.value is not None and shape.value.match(text)):
            return shape
    return None


@cache
def _shapes() -> tuple[_Shape, ...]:
    entries = cast("Mapping[str, Mapping[str, Any]]", _data()["shapes"])
    return tuple(
        _Shape(
            name=name,
            value=re.compile(one["value"]) if "value" in one else None,
            units=frozenset(one.get("units", ())),
            own=frozenset(one["own"]),
            words=re.compile(one["words"]),
        )
        for name, one in entries.items()
    )


@cache
def _list(name: str) -> frozenset[str]:
    return frozenset(cast("Mapping[str, list[str]]", _data()["telling"])[name])


@cache
def _formats() -> Mapping[str | None, str]:
    """Format that says what is taken → the shape of it, empty where it is none of ours."""
    return cast("Mapping[str, Mapping[str | None, str]]", _data()["telling"])["formats"]


def _data() -> Mapping[str, object]:
    return packaged(_FILE)
