"""Making a value that somebody said fit the slot that wants it, by named conversions only."""

import re
from dataclasses import dataclass
from typing import cast

from pipelines.reasoning.arguments.generate import matches
from pipelines.reasoning.arguments.moments import DAY, TIMES, tells_day
from pipelines.reasoning.arguments.shapes import is_of_another
from pipelines.reasoning.planner.state import Fact
from tool_registry.base.types import JsonValue
from tool_registry.model import Slot
from tool_registry.vocabulary.conversions import conversion_between, convert, spoken_unit
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.patterns import find
from tool_registry.vocabulary.text import fold, split_identifier

_MOMENTS = (DAY, *TIMES)
_MORE = re.compile(r"[,;\uff0c\uff1b\u3002\n]")
"""Parts what is said besides."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A value as the slot takes it; `conversion` names what was done to the said one."""

    value: JsonValue
    conversion: str | None = None


def fit(fact: Fact, slot: Slot, lexicon: Lexicon) -> Fitted | None:
    """The fact's value in the slot's form, or None where it cannot be said in that slot.

    What shows by its look that it is of another attribute fits only where the sentence names the
    slot's own."""
    named = fact.attribute is not None and fact.attribute == slot.attribute
    if not named and is_of_another(fact.value, fact.unit, slot):
        return None
    if slot.values:
        return _enum_value(fact, slot, lexicon)
    converted = _unit_value(fact, slot)
    if converted is None:
        return None
    formed = _formed(converted, slot)
    if formed is None:
        return None
    typed = _typed(formed.value, slot)
    if typed is None or not _in_shape(typed.value, slot):
        return None
    return Fitted(typed.value, formed.conversion or typed.conversion)


def replied(reply: str, slot: Slot) -> Fact:
    """What the user replied to the question for the slot: an amount in the unit that it names, else
    in the one in which people say it; of a number with what it counts (`4 stars`), that number
    where the slot takes numbers and knows no unit."""
    told = [value for shaped in find(reply, first=True) for value in shaped.values]
    if len(told) != 1 or not isinstance(told[0].value, int | float):
        return Fact("given", slot.attribute, reply, words=reply)
    if slot.unit is None:
        bare = slot.type in ("integer", "number") and not _MORE.search(reply)
        return Fact("given", slot.attribute, told[0].value if bare else reply, words=reply)
    usual = spoken_unit(slot.unit) if slot.attribute is not None else slot.unit
    return Fact("given", slot.attribute, told[0].value, told[0].unit or usual, words=reply)


def means(slot_words: tuple[str, ...], raw: str, value: JsonValue, lexicon: Lexicon) -> bool:
    """True when a word of the sentence and an enumerated raw value mean the same."""
    said = _spellings(str(value))
    names = {form for word in (*slot_words, raw) for form in _spellings(word)}
    if said & names:
        return True
    concepts = {concept.name for form in said for concept in lexicon.lookup(form, Kind.VALUE)}
    return any(
        concept.name in concepts for name in names for concept in lexicon.lookup(name, Kind.VALUE)
    )


def _spellings(word: str) -> set[str]:
    """The word as it is, and as words: `IN_STORE`, `inStore` and `in-store` are one."""
    return {fold(word), fold(" ".join(split_identifier(word)))} - {""}


def _enum_value(fact: Fact, slot: Slot, lexicon: Lexicon) -> Fitted | None:
    if fact.unit and not slot.unit:
        # `3 yuan` is never the code 3 of a channel.
        return None
    told = _unit_value(fact, slot) if fact.unit and slot.unit else Fitted(fact.value)
    if told is None:
        return None
    value = told.value
    raw = next(
        (raw for raw, words in slot.values.items() if means(words, raw, value, lexicon)), None
    )
    if raw is None:
        return None
    typed = _typed(raw, slot)
    if typed is None:
        return None
    if told.conversion is not None:
        return Fitted(typed.value, told.conversion)
    return Fitted(typed.value, None if raw == fact.value else "word_to_value")


def _unit_value(fact: Fact, slot: Slot) -> Fitted | None:
    if not fact.unit or not slot.unit or fact.unit == slot.unit:
        return Fitted(fact.value)
    conversion = conversion_between(fact.unit, slot.unit)
    if conversion is None:
        return None
    try:
        return Fitted(convert(conversion, fact.value), conversion)
    except ValueError:  # no number, or none that can be one here
        return None


def _formed(fitted: Fitted, slot: Slot) -> Fitted | None:
    """A date in the form that the slot names; words that tell a day as they are, for whoever knows
    today; None for what is no date."""
    if slot.format not in _MOMENTS or slot.type not in ("string", "any"):
        return fitted
    try:
        formed = convert(slot.format, fitted.value)
    except ValueError:
        return fitted if tells_day(fitted.value) else None
    return fitted if formed == fitted.value else Fitted(formed, slot.format)


def _typed(value: JsonValue, slot: Slot) -> Fitted | None:
    if slot.many and not isinstance(value, list):
        return Fitted([value], "wrap_list")
    kind = "text" if slot.type == "string" else slot.type
    if kind in ("any", "object", "array") or _is_already(value, kind):
        return Fitted(value)
    try:
        return Fitted(convert(kind, value), None if kind == "text" else kind)
    except (TypeError, ValueError):
        return None


def _is_already(value: JsonValue, kind: str) -> bool:
    expected = {"text": str, "integer": int, "number": (int, float), "boolean": bool}[kind]
    return isinstance(value, expected) and (kind == "boolean" or not isinstance(value, bool))


def _in_shape(value: JsonValue, slot: Slot) -> bool:
    single: JsonValue = cast("list[JsonValue]", value)[0] if value and slot.many else value
    if isinstance(single, str) and slot.pattern:
        return matches(slot.pattern, single)
    if isinstance(single, int | float) and not isinstance(single, bool):
        low = slot.minimum is None or single >= slot.minimum
        return low and (slot.maximum is None or single <= slot.maximum)
    return True
