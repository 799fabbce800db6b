"""Named conversions of values: between units, between JSON types, between date forms.

`convert("yuan_to_fen", 50)` is 5000. The names: `<unit>_to_<unit>` within one dimension of
`conversions.yaml`, `wrap_list`, and those of `_PLAIN`. A list is converted element by element.
"""

import re
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal, InvalidOperation
from functools import cache
from pathlib import Path
from typing import cast

from tool_registry.base.types import JsonValue
from tool_registry.base.yaml_files import packaged

_DATA = Path(__file__).with_name("conversions.yaml")
_MONEY = "_money"
"""Ending of the dimensions of currencies."""
_DIGITS = 40
"""Before the point, at most: no amount, count or id has more."""
_COMPACT = re.compile(r"\d{8}(\d{6})?")
_EPOCH = re.compile(r"\d{9,10}|\d{12,13}")
_HUNDREDTH = "cent"
_WORDS = {"true": True, "false": False, "yes": True, "no": False, "1": True, "0": False}


def conversion_between(unit: str, wanted: str) -> str | None:
    """Name of the conversion, or None where the units do not measure the same thing."""
    units = _units()
    if unit not in units or wanted not in units:
        return None
    same = units[unit][0] == units[wanted][0]
    return f"{unit}_to_{wanted}" if same or _is_hundredth(unit, wanted) else None


def _is_hundredth(unit: str, wanted: str) -> bool:
    """`In cents` says how an amount is counted, and not in which currency."""
    return wanted == _HUNDREDTH and major_unit(unit) == unit


def major_unit(unit: str) -> str | None:
    """The unit in which people say amounts of that money (dollar for cent); None: no money."""
    units = _units()
    dimension = units[unit][0] if unit in units else ""
    same = {name: factor for name, (kind, factor) in units.items() if kind == dimension}
    return max(same, key=lambda name: same[name]) if dimension.endswith(_MONEY) else None


def in_currency(unit: str | None, other: str | None) -> str | None:
    """Cents that are said to be of no currency, as those of the money of another unit."""
    if unit != _HUNDREDTH or other is None or (major := major_unit(other)) is None:
        return unit
    units = _units()
    same = {name: factor for name, (kind, factor) in units.items() if kind == units[major][0]}
    return min(same, key=lambda name: same[name])


def spoken_unit(unit: str | None) -> str | None:
    """The unit in which people say values of that one: of money the major one."""
    return (major_unit(unit) or unit) if unit else None


def convert(name: str, value: JsonValue) -> JsonValue:
    """The converted value; ValueError where the name is unknown or the value does not fit it."""
    if name == "wrap_list":
        return cast("JsonValue", value) if isinstance(value, list) else [value]
    if isinstance(value, list):
        return [convert(name, item) for item in cast("list[JsonValue]", value)]
    plain = _PLAIN.get(name)
    if plain is not None:
        return plain(value)
    unit, _, wanted = name.partition("_to_")
    if conversion_between(unit, wanted) is None:
        raise ValueError(f"there is no conversion '{name}'")
    units = _units()
    return _shortest(_decimal(value) * units[unit][1] / units[wanted][1])


@cache
def _units() -> dict[str, tuple[str, Decimal]]:
    """Unit → its dimension, and how many base units it is."""
    data: dict[str, dict[str, str]] = packaged(_DATA)
    return {
        unit: (dimension, Decimal(factor))
        for dimension, factors in data.items()
        for unit, factor in factors.items()
    }


def _decimal(value: JsonValue) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError(f"{value!r} is not a number")
    try:
        number = Decimal(str(value).strip().replace(",", ""))
    except InvalidOperation:
        raise ValueError(f"{value!r} is not a number") from None
    if not number.is_finite():
        raise ValueError(f"{value!r} is not a finite number")
    if number.adjusted() >= _DIGITS:  # as an int it could be longer than any memory
        raise ValueError(f"{value!r} has more than {_DIGITS} digits")
    return number


def _shortest(number: Decimal) -> JsonValue:
    """An int where the number is whole, else a float."""
    return int(number) if number == number.to_integral_value() else float(number)


def _text(value: JsonValue) -> JsonValue:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(_shortest(_decimal(value)))
    if isinstance(value, str | int):
        return str(value)
    raise ValueError(f"{value!r} cannot be written as one text")


def _integer(value: JsonValue) -> JsonValue:
    number = _decimal(value)
    if number != number.to_integral_value():
        raise ValueError(f"{value!r} is not a whole number")
    return int(number)


def _boolean(value: JsonValue) -> JsonValue:
    said = str(value).strip().lower()
    if said not in _WORDS:
        raise ValueError(f"{value!r} is neither true nor false")
    return _WORDS[said]


def _moment(value: JsonValue) -> datetime:
    """A point in time from an epoch (seconds or milliseconds), an ISO form or `yyyymmdd[hhmmss]`.

    A form without a zone means this machine's own zone.
    """
    text = str(value).strip()
    try:
        if _COMPACT.fullmatch(text):
            form = "%Y%m%d%z" if len(text) == 8 else "%Y%m%d%H%M%S%z"
            return datetime.strptime(f"{text}+0000", form).replace(tzinfo=None).astimezone()
        if _EPOCH.fullmatch(text):
            seconds = int(text) / (1000 if len(text) > 10 else 1)
            return datetime.fromtimestamp(seconds).astimezone()
        return datetime.fromisoformat(text.replace("/", "-")).astimezone()
    except ValueError:
        raise ValueError(f"{value!r} is not a date") from None


_PLAIN: dict[str, Callable[[JsonValue], JsonValue]] = {
    "text": _text,
    "integer": _integer,
    "number": lambda value: _shortest(_decimal(value)),
    "boolean": _boolean,
    "date": lambda value: _moment(value).strftime("%Y-%m-%d"),
    "date-time": lambda value: _moment(value).isoformat(timespec="seconds"),
    "datetime": lambda value: _moment(value).strftime("%Y-%m-%d %H:%M:%S"),
    "local_minutes": lambda value: _moment(value).strftime("%Y-%m-%dT%H:%M"),
    "local_seconds": lambda value: _moment(value).strftime("%Y-%m-%dT%H:%M:%S"),
    "compact_date": lambda value: _moment(value).strftime("%Y%m%d"),
    "epoch_seconds": lambda value: int(_moment(value).timestamp()),
    "epoch_milliseconds": lambda value: int(_moment(value).timestamp() * 1000),
}
