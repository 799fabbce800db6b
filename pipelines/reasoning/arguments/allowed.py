"""What an argument takes, in words: between which numbers, how long a text, of which form."""

from pipelines.messages import Language, has, say
from tool_registry.model import Slot
from tool_registry.vocabulary.conversions import conversion_between, convert, spoken_unit


def allowed(slot: Slot, language: Language) -> str:
    """Empty where nothing limits it; a closed set is told by its values and not here."""
    low, high = (_said(end, slot, language) for end in (slot.minimum, slot.maximum))
    form = f"allowed.form_{(slot.format or '').replace('-', '_')}"
    if low and high:
        return say(language, "allowed.between", low=low, high=high)
    if low or high:
        return say(language, f"allowed.at_{'least' if low else 'most'}", end=low or high)
    if has(form):
        return say(language, form)
    if slot.max_length:
        return say(language, "allowed.length", count=slot.max_length)
    return ""


def _said(end: float | None, slot: Slot, language: Language) -> str:
    """A limit in the unit in which people say such values."""
    if end is None:
        return ""
    unit = spoken_unit(slot.unit)
    conversion = conversion_between(slot.unit, unit) if slot.unit and unit else None
    value = f"{convert(conversion, end) if conversion else end:g}"
    key = f"summary.unit_{unit}"
    return say(language, key, value=value) if has(key) else value
