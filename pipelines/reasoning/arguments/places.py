"""Stretches of a sentence that look like values, each with the words around it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import cast

from pipelines.contracts.intent import Span
from pipelines.reasoning.planner.state import Fact
from tool_registry.base.yaml_files import packaged
from tool_registry.vocabulary.dates import written_dates
from tool_registry.vocabulary.patterns import find
from tool_registry.vocabulary.value import Value

_FILE = Path(__file__).with_name("beside.yaml")
_QUOTES = "\"'“”‘’「」『』`"


@dataclass(frozen=True, slots=True)
class Place:
    """A value of the sentence with the words before and behind it, up to the next value."""

    fact: Fact
    span: Span
    before: str
    behind: str


def around(group: str, name: str) -> Sequence[str]:
    """Words around values, or signs, each by itself."""
    return cast("Mapping[str, Mapping[str, Sequence[str]]]", packaged(_FILE))[group][name]


@dataclass(frozen=True, slots=True)
class _Patterns:
    apart: re.Pattern[str]
    """What ends the words that belong to a value."""
    listed: re.Pattern[str]
    range: re.Pattern[str]
    opened: re.Pattern[str]
    """What stands before the first end of a range whose second one is behind `then`."""
    then: re.Pattern[str]
    either: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    words = "|".join(rf"\b{one}\b" for one in around("between", "words"))
    signs = "".join(around("between", "signs"))
    to = "|".join((*around("range", "words"), *map(re.escape, around("range", "signs"))))
    return _Patterns(
        re.compile(rf"[,，。;；\n!！?？、{signs}]|\.\s|{words}", re.IGNORECASE),
        re.compile(rf"\s*(?:(?:[,，、&{signs}]|{words})\s*)+", re.IGNORECASE),
        re.compile(rf"\s*,?\s*(?:{to})\s*", re.IGNORECASE),
        re.compile(rf"\b(?:{_any('range', 'opened')})\s*$", re.IGNORECASE),
        re.compile(rf"\s*(?:{_any('range', 'then')})\s*", re.IGNORECASE),
        re.compile(
            rf"[\s,，]*(?:{_any('either', 'words')}|[{_any('either', 'signs')}])\s*", re.IGNORECASE
        ),
    )


def _any(group: str, name: str) -> str:
    return "|".join(around(group, name))


def places(text: str, taken: Sequence[Span]) -> list[Place]:
    """Everything that looks like a value and meets none of the spans, in order."""
    free = [one for one in _values(text) if not any(_meets(one, other) for other in taken)]
    starts = [0, *(one.end for one in free)]
    ends = [*(one.start for one in free), len(text)]
    return [
        _place(text, one, text[starts[at] : one.start], text[one.end : ends[at + 1]])
        for at, one in enumerate(free)
    ]


def listed(number: int, found: Sequence[Place], text: str) -> tuple[Place, ...]:
    """The place and those of the list that it begins: `"a", "b" and "c"`."""
    own = [found[number]]
    for one, other in pairwise(found[number:]):
        if not _patterns().listed.fullmatch(_between(one, other, text)):
            break
        own.append(other)
    return tuple(own)


def ranges(found: Sequence[Place], text: str) -> Iterator[tuple[Place, Place]]:
    """Two values of one sort with nothing but `to` between: `between 2010 and 2023`."""
    for one, other in pairwise(found):
        alike = type(one.fact.value) is type(other.fact.value)
        same = one.fact.unit == other.fact.unit or None in (one.fact.unit, other.fact.unit)
        if alike and same and _is_range(one, _between(one, other, text)):
            yield one, other


def _is_range(one: Place, between: str) -> bool:
    held = _patterns()
    begun = held.opened.search(one.before.rstrip(_QUOTES)) is not None
    return bool(held.range.fullmatch(between) or (begun and held.then.fullmatch(between)))


def alternatives(found: Sequence[Place], text: str) -> frozenset[int]:
    """The places of which only one is meant: `85 or 90`."""
    either = _patterns().either
    return frozenset(
        at
        for number, (one, other) in enumerate(pairwise(found))
        if either.fullmatch(_between(one, other, text))
        for at in (number, number + 1)
    )


def _between(one: Place, other: Place, text: str) -> str:
    return text[one.span.end : other.span.start].strip(_QUOTES)


def _place(text: str, value: Value, before: str, behind: str) -> Place:
    words = text[value.start : value.end]
    span = Span(start=value.start, end=value.end, text=words)
    fact = Fact(f"beside{value.start}", None, value.value, unit=value.unit, span=span, words=words)
    apart = _patterns().apart
    own = apart.split(before)[-1], apart.split(behind, maxsplit=1)[0]
    return Place(fact, span, *own)


def _values(text: str) -> list[Value]:
    dates = written_dates(text)
    shaped = (value for shape in find(text, first=True) for value in shape.values)
    others = [one for one in shaped if not any(_overlap(one, day) for day in dates)]
    return sorted((*dates, *others), key=lambda value: value.start)


def _overlap(one: Value, other: Value) -> bool:
    return one.start < other.end and other.start < one.end


def _meets(value: Value, span: Span) -> bool:
    return value.start < span.end and span.start < value.end
