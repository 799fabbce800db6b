"""Values for things being created that nobody named: unique, valid for the slot, drawn once.

Never an identifier of something that exists. All draws come from the run's seed, so the same run
draws the same values again, and they are shown to the user with the plan.
"""

import hashlib
from functools import cache
from pathlib import Path
from typing import cast

import yaml

from pipelines.executor.convert import conversion_between, convert
from tool_registry.base.types import JsonValue
from tool_registry.model import Slot

_DATA = Path(__file__).with_name("generated.yaml")


@cache
def _samples() -> dict[str, dict[str, JsonValue]]:
    data = yaml.load(_DATA.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return cast(dict[str, dict[str, JsonValue]], data)


def generated(slot: Slot, seed: str, language: str) -> JsonValue:
    """A value for the slot, or None where none may be invented (an unknown reference)."""
    if slot.values:
        return _first_value(slot)
    if slot.type == "boolean":
        return False
    if slot.type in ("integer", "number"):
        return _number(slot)
    if slot.type == "string":
        return _shaped(slot, _text(slot, seed, language))
    return [] if slot.type == "array" and not slot.required else None


def generated_key(seed: str) -> str:
    """An idempotency key: the same for the same planned call, different for any other."""
    return hashlib.sha256(seed.encode()).hexdigest()[:32]


def _digits(seed: str, count: int) -> str:
    number = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:12], "big")
    return str(number % 10**count).zfill(count)


def _first_value(slot: Slot) -> JsonValue:
    raw = next(iter(slot.values))
    return convert(slot.type, raw) if slot.type in ("integer", "number", "boolean") else raw


def _number(slot: Slot) -> JsonValue:
    sample = _samples()["numbers"].get(slot.attribute or "", _samples()["numbers"]["other"])
    value = float(sample["value"])
    unit = sample.get("unit")
    conversion = conversion_between(unit, slot.unit) if unit and slot.unit else None
    if conversion:
        value = float(convert(conversion, value))
    if slot.minimum is not None:
        value = max(value, slot.minimum)
    if slot.maximum is not None:
        value = min(value, slot.maximum)
    return int(value) if slot.type == "integer" or value.is_integer() else value


def _text(slot: Slot, seed: str, language: str) -> str | None:
    shapes = _samples()["texts"]
    shape = shapes.get(slot.format or "") or shapes.get(slot.attribute or "")
    if shape is None and slot.attribute == "id":
        return None
    template = cast(dict[str, str], shape or shapes["other"])
    hexed = hashlib.sha256(seed.encode()).hexdigest()
    return template.get(language, template["en"]).format(
        d2=str(int(_digits(seed, 2)) % 28 + 1).zfill(2),
        d4=_digits(seed, 4),
        d8=_digits(seed, 8),
        h6=hexed[:6],
        uuid=f"{hexed[:8]}-{hexed[8:12]}-4{hexed[13:16]}-a{hexed[17:20]}-{hexed[20:32]}",
    )


def _shaped(slot: Slot, text: str | None) -> str | None:
    if text is not None and slot.max_length:
        return text[-slot.max_length :]
    return text
