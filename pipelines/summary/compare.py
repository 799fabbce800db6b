"""Whether a value that was read is the one that was wanted: units, codes and words understood."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from fnmatch import fnmatchcase
from typing import Any

from pipelines.contracts.intent import Constraint
from pipelines.messages import Language, has, say
from pipelines.messages.labels import is_in, readable, value_label
from pipelines.summary.rows import Cell
from tool_registry.base.types import JsonValue
from tool_registry.vocabulary.conversions import conversion_between, convert
from tool_registry.vocabulary.forms import bare_deed
from tool_registry.vocabulary.instants import instants
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import fold

_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_SHOWN_AS = {
    "fen": "yuan",
    "cent": "dollar",
    "us_cent": "dollar",
    "eurocent": "euro",
    "penny": "pound",
    "rappen": "franc",
}
"""Small units are shown to people in the unit they speak in."""

_ORDERED: Mapping[str, Callable[[Any, Any], bool]] = {
    "eq": lambda actual, wanted: actual == wanted,
    "ne": lambda actual, wanted: actual != wanted,
    "ge": lambda actual, wanted: actual >= wanted,
    "gt": lambda actual, wanted: actual > wanted,
    "le": lambda actual, wanted: actual <= wanted,
    "lt": lambda actual, wanted: actual < wanted,
}


def holds(wanted: Constraint, cell: Cell, lexicon: Lexicon) -> bool | None:
    """True or False where the value can be compared with the wanted one, else None."""
    if wanted.operator in ("first", "last"):
        return None
    numbers = _numbers(wanted.value, wanted.unit, cell)
    if numbers is not None and not cell.words:
        return _ORDERED[wanted.operator](*numbers)
    if (times := instants(cell.value, wanted.value)) is not None:
        return _ORDERED[wanted.operator](*times)
    same = means(wanted.value, cell, lexicon)
    if not same and not speaks_of(wanted.value, cell, lexicon):
        return None
    if wanted.operator == "eq":
        return same
    return not same if wanted.operator == "ne" else None


def equal(value: JsonValue, unit: str | None, cell: Cell, lexicon: Lexicon) -> bool:
    """True when a value that was sent is the one that was read."""
    numbers = _numbers(value, unit, cell)
    if numbers is not None and numbers[0] == numbers[1]:
        return True
    return means(value, cell, lexicon) or _same_text(str(value), str(cell.value))


def _same_text(sent: str, read: str) -> bool:
    """Also where the tool hides a part (`13*******01`) or tells a time more or less exactly."""
    if "*" in read:
        return fnmatchcase(sent, read)
    if (times := instants(read, sent)) is not None and times[0] == times[1]:
        return True
    if not (_DATE.match(sent) and _DATE.match(read)):
        return False
    one, other = sent.replace("T", " "), read.replace("T", " ")
    length = min(len(one), len(other))
    return one[:length] == other[:length]


def means(value: JsonValue, cell: Cell, lexicon: Lexicon) -> bool:
    """True when two words or codes mean the same."""
    said = _names(lexicon, str(value))
    return any(said & _names(lexicon, str(word)) for word in (cell.value, *cell.words))


def speaks_of(value: JsonValue, cell: Cell, lexicon: Lexicon) -> bool:
    """False where a closed set of values has no word for what is wanted: no comparison then."""
    said = _names(lexicon, str(value))
    return not cell.choices or any(said & _names(lexicon, word) for word in cell.choices)


def _names(lexicon: Lexicon, word: str) -> set[str]:
    names = {fold(word), *(concept.name for concept in lexicon.lookup(word, Kind.VALUE))}
    return names | {deed for name in names if (deed := bare_deed(name)) is not None}


def _numbers(value: JsonValue, unit: str | None, cell: Cell) -> tuple[Decimal, Decimal] | None:
    """(actual, wanted) in the unit of what was read; None where they are no numbers."""
    if unit and cell.unit and unit != cell.unit:
        value = in_unit(value, unit, cell.unit)
    actual, wanted = _decimal(cell.value), _decimal(value)
    return None if actual is None or wanted is None else (actual, wanted)


def in_unit(value: JsonValue, unit: str, wanted: str) -> JsonValue:
    """The value in another unit; None where it cannot be converted."""
    conversion = conversion_between(unit, wanted)
    try:
        return convert(conversion, value) if conversion else None
    except ValueError:
        return None


def _decimal(value: JsonValue) -> Decimal | None:
    if isinstance(value, bool):
        return None
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def shown(value: JsonValue, unit: str | None, language: Language) -> str:
    """A value with its unit, as people say it: 5000 fen → `50 yuan`, 0.8 as a ratio → `0.8`."""
    if isinstance(value, bool):
        return say(language, "summary.yes" if value else "summary.no")
    larger = in_unit(value, unit, _SHOWN_AS[unit]) if unit in _SHOWN_AS else None
    if unit is not None and larger is not None:
        value, unit = larger, _SHOWN_AS[unit]
    number = _decimal(value)
    text = str(value) if number is None or isinstance(value, str) else f"{number.normalize():f}"
    if unit is None:
        return text
    key = f"summary.unit_{unit}"
    return say(language, key, value=text) if has(key) else f"{text} {unit}"


def shown_wanted(wanted: Constraint, language: Language, lexicon: Lexicon) -> str:
    """A value that is wanted, by the word that the reader has for it."""
    if isinstance(wanted.value, str) and not readable(wanted.value, language):
        return value_label(lexicon, wanted.value, language)
    return shown(wanted.value, wanted.unit, language)


def shown_cell(cell: Cell, language: Language, lexicon: Lexicon) -> str:
    """A value that was read, by its meaning where it is a code."""
    if not cell.words:
        return shown(cell.value, cell.unit, language)
    word = next((word for word in cell.words if is_in(word, language)), None)
    if word is not None:
        return word
    label = value_label(lexicon, cell.words[0], language)
    # A code in letters says more to a reader of another language than the author's words for it.
    spelled = isinstance(cell.value, str) and cell.value.isascii() and cell.value[:1].isalpha()
    return str(cell.value) if spelled and not is_in(label, language) else label
