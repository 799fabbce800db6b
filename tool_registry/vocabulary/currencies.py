"""Amounts in the minor unit of a currency that is told beside them: by codes of ISO 4217."""

import re
from pathlib import Path
from typing import TypedDict

from tool_registry.base.types import JsonValue
from tool_registry.base.yaml_files import packaged

_DATA = Path(__file__).with_suffix(".yaml")
_CODE = re.compile(r"[A-Za-z]{3}")
_MINOR = "cent"


class _Data(TypedDict):
    units: dict[str, str]
    parts: dict[int, list[str]]


def in_major(value: JsonValue, unit: str | None, code: JsonValue) -> tuple[JsonValue, str] | None:
    """An amount in hundredths of no named currency, in the major unit of that code; the code itself
    is the unit of a currency without one. None for other values."""
    known: _Data = packaged(_DATA)
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    if unit != _MINOR or not plain or not isinstance(code, str) or not _CODE.fullmatch(code):
        return None
    name = code.upper()
    parts = next((count for count, codes in known["parts"].items() if name in codes), 100)
    amount = value / parts
    whole = int(amount) if amount == int(amount) else amount
    return whole, known["units"].get(name, name)
