"""What one text says several times with other numbers: `7 gets 10, 8 gets 20`."""

import re
from dataclasses import dataclass
from functools import cache

from tool_registry.vocabulary.patterns import between_values
from tool_registry.vocabulary.text import characters

NUMBER = re.compile(r"\d+(?:\.\d+)?")
"""What differs between units."""
_MARK = "\ue000"
"""Stands for a number; of an area that no text uses."""


@dataclass(frozen=True, slots=True)
class Parallels:
    """A text that says the same of several things."""

    before: str
    units: tuple[str, ...]
    """What differs in its numbers only."""
    after: str


def parallels(text: str) -> Parallels | None:
    """The first stretch in which units of two numbers or more stand one behind the other, joined as
    the values of a list are; None where nothing is said twice."""
    normal = characters(text)
    numbers = list(NUMBER.finditer(normal.text))
    found = _repeated().search(NUMBER.sub(_MARK, normal.text)) if len(numbers) > 3 else None
    if found is None:
        return None
    places = _places(normal.text)
    start, end = places[found.start()], places[found.end()]
    unit = re.escape(found["unit"]).replace(_MARK, NUMBER.pattern)
    alike = re.finditer(unit, normal.text[start:end])
    units = [normal.range(start + one.start(), start + one.end()) for one in alike]
    said = tuple(text[first:last].strip() for first, last in units)
    lead = text[: units[0][1]]
    return Parallels(lead.removesuffix(said[0]), said, text[units[-1][1] :])


def _places(text: str) -> list[int]:
    """Where each sign of the text with its numbers marked stands in the text."""
    places, last = list[int](), 0
    for one in NUMBER.finditer(text):
        places += [*range(last, one.start()), one.start()]
        last = one.end()
    return [*places, *range(last, len(text) + 1)]


@cache
def _repeated() -> re.Pattern[str]:
    sign = rf"[^,\u3001;\n{_MARK}]"
    unit = rf"(?P<unit>{sign}*?{_MARK}{sign}*?{_MARK}(?:{sign}|{_MARK})*?)"
    return re.compile(rf"{unit}(?:(?:{between_values()}|\s*[;\n]\s*)(?P=unit))+")
