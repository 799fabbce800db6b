"""Shapes of values in a text: reductions, discounts, money, dates, phones, codes, numbers."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from tool_registry.base.types import JsonValue
from tool_registry.base.yaml_files import packaged
from tool_registry.vocabulary.clocks import clock, same_half
from tool_registry.vocabulary.numerals import number_of, numeral_pattern, words_pattern
from tool_registry.vocabulary.text import NormalText, characters
from tool_registry.vocabulary.value import Value

_FILE = Path(__file__).parent / "patterns.yaml"
Shape: TypeAlias = Literal["quote", "code", "fact", "number", "program"]


@dataclass(frozen=True, slots=True)
class Shaped:
    """A stretch of a text (original offsets) that has a known shape."""

    start: int
    end: int
    kind: Shape
    name: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class _Pattern:
    name: str
    kind: Shape
    first: bool
    source: str
    signs: tuple[str, ...]
    """A text without any of them holds no match, so that most shapes need no compiling."""
    gives: dict[str, dict[str, str]]
    require: str | None


def find(text: str, *, first: bool) -> list[Shaped]:
    """Non-overlapping shapes in order; `first`: those that take precedence over words."""
    normal = characters(text)
    taken: list[tuple[int, int]] = []
    found: list[Shaped] = []
    for pattern in _patterns():
        if pattern.first is not first or not _may_hold(normal.text, pattern):
            continue
        for match in _compiled(pattern.source).finditer(normal.text):
            start, end = _trimmed(match)
            if start == end or any(start < stop and begin < end for begin, stop in taken):
                continue
            shaped = _shaped(pattern, match, normal)
            if shaped is not None:
                taken.append((start, end))
                found.append(shaped)
    return sorted(found, key=lambda shaped: shaped.start)


def shapes(text: str) -> tuple[Shaped, ...]:
    """Those that take precedence over words, and those that do not."""
    return (*find(text, first=True), *find(text, first=False))


@cache
def shapes_of(kind: Shape) -> frozenset[str]:
    """The attributes whose values have a shape of that kind: a phone, an address of mail."""
    rules = (rule for one in _patterns() if one.kind == kind for rule in one.gives.values())
    return frozenset(rule["attribute"] for rule in rules if "attribute" in rule)


def between_values() -> str:
    """The regular expression of what stands between two values of one list."""
    return str(packaged(_FILE)["listing"])


def joins_values(text: str) -> bool:
    """True for what stands between two values of one list: a comma, a word for `and`."""
    return _compiled(between_values()).fullmatch(characters(text).text) is not None


def ends_in_ability(text: str) -> bool:
    """True for words that say of the verb behind them that it can be done."""
    return _compiled(str(packaged(_FILE)["ability"])).search(characters(text).text) is not None


def ends_in_pointer(text: str) -> bool:
    """True for words that say of the noun behind them that it is one that is known."""
    return _compiled(str(packaged(_FILE)["pointing"])).search(characters(text).text) is not None


def denies(text: str) -> bool:
    """True for words of which one may deny; without any, nothing is forbidden or left out."""
    return _compiled(str(packaged(_FILE)["denial"])).search(characters(text).text) is not None


def _may_hold(text: str, pattern: _Pattern) -> bool:
    return not pattern.signs or any(sign in text for sign in pattern.signs)


def _trimmed(match: re.Match[str]) -> tuple[int, int]:
    """The match without outer blanks."""
    said = match.group()
    return (
        match.start() + len(said) - len(said.lstrip()),
        match.end() - (len(said) - len(said.rstrip())),
    )


def _shaped(pattern: _Pattern, match: re.Match[str], normal: NormalText) -> Shaped | None:
    values: list[Value] = []
    for group, said in match.groupdict().items():
        if said is None or group in ("scale", "sign"):
            continue
        rule = pattern.gives.get(group, {})
        start, end = normal.range(*match.span(group))
        scale = match.groupdict().get("scale") or ""
        value = _read(rule.get("read"), said + scale, normal.original[start:end], pattern.kind)
        if value is None:
            return None
        values.append(
            Value(start, end, value, rule.get("attribute"), rule.get("unit"), "role" in rule)
        )
    values = same_half(values, normal.original) if len(values) == 2 else values
    if pattern.require == "descending" and not _descending(values):
        return None
    return Shaped(*normal.range(*_trimmed(match)), pattern.kind, pattern.name, tuple(values))


def _descending(values: list[Value]) -> bool:
    first, second = values[0].value, values[1].value
    return isinstance(first, int | float) and isinstance(second, int | float) and first > second > 0


def _read(how: str | None, said: str, original: str, kind: Shape) -> JsonValue:
    """The value behind the words; None when they are no such value after all."""
    if how is None and kind in ("quote", "code", "program"):
        return original
    if how in ("text", "digits", "date", "zero", "clock"):
        return _read_text(how, said, original)
    if how == "and_tenths":
        return _and_tenths(said)
    number = number_of(said)
    if number is None:
        return None
    if how == "tenths":
        return _tenths(number)
    if how in ("complement", "percent"):
        share = number / 100
        return round(1 - share if how == "complement" else share, 6)
    return number


def _read_text(how: str, said: str, original: str) -> JsonValue:
    if how == "zero":
        return 0
    if how == "digits":
        return re.sub(r"[^\d+]", "", said)
    if how == "date":
        return _iso(said)
    if how == "clock":
        return clock(said)
    return original


def _and_tenths(said: str) -> float | None:
    """A whole number, the unit's sign, and a digit for its tenths."""
    whole, tenths = number_of(said[:-2]), number_of(said[-1])
    return None if whole is None or tenths is None else round(whole + tenths / 10, 6)


def _tenths(number: float) -> float | None:
    """8 tenths are 0.8; 85 and 8.5 are both 0.85."""
    if number <= 0 or number >= 100:
        return None
    return round(number / (10 if number < 10 else 100), 6)


def _iso(said: str) -> str:
    """2025/1/3 as 2025-01-03; without a year as 01-03."""
    parts = re.findall(r"\d+", said)
    days = 3 if len(parts[0]) == 4 else 2
    date = "-".join(part.zfill(2) for part in parts[:days])
    return f"{date}T{':'.join(part.zfill(2) for part in parts[days:])}" if parts[days:] else date


@cache
def _patterns() -> tuple[_Pattern, ...]:
    entries: list[dict[str, JsonValue]] = packaged(_FILE)["patterns"]
    return tuple(
        _Pattern(
            name=entry["name"],
            kind=entry["kind"],
            first=entry["first"],
            source=entry["regex"],
            signs=tuple(entry.get("signs", ())),
            gives=entry.get("gives", {}),
            require=entry.get("require"),
        )
        for entry in entries
    )


@cache
def _compiled(regex: str) -> re.Pattern[str]:
    return re.compile(regex.replace("{n}", numeral_pattern()).replace("{w}", words_pattern()))
