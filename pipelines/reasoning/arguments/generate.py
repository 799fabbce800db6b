"""Values for things being created that nobody named: unique, valid for the slot, drawn once.

Never an identifier of something that exists, and never an address of anything outside. All draws
come from the run's seed, so the same run draws the same values again, and they are shown to the
user with the plan.
"""

import hashlib
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import cast

from pipelines.contracts.chain import Binding
from tool_registry.base.types import JsonValue
from tool_registry.base.yaml_files import packaged
from tool_registry.model import Slot
from tool_registry.vocabulary.conversions import conversion_between, convert
from tool_registry.vocabulary.text import split_identifier

_DATA = Path(__file__).with_name("generated.yaml")
_COUNT = "quantity"
_LONGEST = 24
"""Characters of the longest text that is drawn for a pattern."""


def _samples() -> dict[str, dict[str, JsonValue]]:
    return packaged(_DATA)


def generated(slot: Slot, seed: str, language: str) -> JsonValue:
    """A value for the slot, or None where none may be invented: an unknown reference, an address at
    which somebody would be called, or words that are nobody's name."""
    if slot.values:
        return _first_value(slot)
    if leads_outside(slot):
        return None
    if slot.type == "boolean":
        return False
    if slot.type in ("integer", "number"):
        return _number(slot)
    if slot.type == "string":
        return _shaped(slot, _text(slot, seed, language), seed)
    return [] if slot.type == "array" and not slot.required else None


def drawn_for(slot: Slot, seed: str, language: str) -> Binding | None:
    """The same as a binding."""
    value = generated(slot, seed, language)
    return None if value is None else Binding(source="generated", detail=str(value), value=value)


def is_programs(slot: Slot) -> bool:
    """True for arguments that nobody else gives: environment, hidden marks, idempotency keys."""
    return bool(slot.environment) or slot.hidden or slot.idempotency_key


def default_of(slot: Slot) -> Binding | None:
    """What the tool takes where nobody says anything."""
    if slot.default is None:
        return None
    return Binding(source="default", detail=str(slot.default), value=slot.default)


def placed(slot: Slot, environment: str) -> Binding:
    """The environment as the slot wants it named."""
    named = slot.environment_value(environment)
    return Binding(source="environment", detail=environment, value=named)


def keyed(seed: str) -> Binding:
    """What lets a tool know the same call again."""
    return Binding(source="generated", detail="idempotency key", value=generated_key(seed))


def is_said(slot: Slot) -> bool:
    """True for how much: of what somebody asks for that is theirs to say, and no number is drawn
    for it. How many of a thing is one where nobody says more."""
    number = slot.type in ("integer", "number") and not slot.values
    return number and slot.attribute != _COUNT


def leads_outside(slot: Slot) -> bool:
    """True for a text that is an address of something outside: by format, name or description.

    An e-mail address is none: it is drawn at a domain that nobody can own.
    """
    if slot.type not in ("string", "any", "array") or slot.format in _samples()["texts"]:
        return False
    outside = _samples()["outside"]
    lists = ("formats", "attributes", "plain")
    formats, attributes, plain = (cast("list[str]", outside[key]) for key in lists)
    if slot.format in formats or slot.attribute in attributes:
        return True
    name = " ".join(split_identifier(slot.key))
    if _pattern("names").search(name):
        return True
    if slot.attribute in plain or name in plain:
        return False
    head = _pattern("purpose").split(slot.description, maxsplit=1)[0]
    return _pattern("begins").search(head) is not None


@cache
def _pattern(name: str) -> re.Pattern[str]:
    text = str(_samples()["outside"][name])
    return re.compile(text.replace(" ", ""), re.IGNORECASE)


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
    shape = next(
        (
            shapes[name]
            for name in (slot.format, slot.attribute, slot.key.lower())
            if name in shapes
        ),
        None,
    )
    if shape is None and (slot.attribute == "id" or not slot.pattern):
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


def _shaped(slot: Slot, text: str | None, seed: str) -> str | None:
    """The text within the slot's length and pattern; None where no simple text fits them."""
    if text is None:
        return None
    if slot.max_length and slot.format is None:
        text = text[-slot.max_length :]
    if not slot.pattern or matches(slot.pattern, text):
        return text
    return next((each for each in _simple(seed) if matches(slot.pattern, each)), None)


def _simple(seed: str) -> Iterator[str]:
    """Digits, letters and both, of every usual length."""
    drawn = hashlib.sha256(seed.encode()).digest()
    for alphabet in (string.digits, string.ascii_uppercase, string.ascii_lowercase, "A1", "a1"):
        for length in range(1, _LONGEST + 1):
            letters = (alphabet[drawn[n] % len(alphabet)] for n in range(length))
            text = "".join(letters)
            yield f"1{text[1:]}" if alphabet is string.digits else text


def matches(pattern: str, text: str) -> bool:
    """True where the pattern is in the text; a pattern that cannot be read says nothing."""
    try:
        return re.search(pattern, text) is not None
    except re.error:
        return True
