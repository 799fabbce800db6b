"""Times that a sentence says, with their place in it, by a library for each language."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal, TypeAlias, cast

from pipelines.contracts.intent import Span
from tool_registry.base.yaml_files import packaged

Kind: TypeAlias = Literal["moment", "day", "length", "range", "repeated"]
"""A moment; a day, or a part of one; a length of time; from one moment to another; every day."""

_LONGEST = 16
"""Characters of a Chinese time."""
_TRIED = 300
"""So many stretches of one message are looked at: one that is made of times says none."""
_EXACT = timedelta(minutes=62)
"""A longer stretch (`tomorrow`, `on Monday morning`) names no time of the day."""
_DATA = Path(__file__).with_name("moments_said.yaml")
_IDEOGRAPH = re.compile(r"[\u4e00-\u9fff]")
_IN = "in "
_SEPARATORS = " \t,，、。;；"


@dataclass(frozen=True, slots=True)
class Said:
    """A time as it is said."""

    span: Span
    kind: Kind
    at: datetime | None = None
    """When it is, when its day begins, when its length is over; on the speaker's clock."""
    is_relative: bool = False
    """Counted from now: it says when, and hardly what kind of thing."""


def moments_in(text: str, near: Sequence[Span], now: datetime) -> list[Said]:
    """The times that share a character with one of `near`, in their order. `now`: on the clock of
    whoever speaks, without a zone."""
    found = _chinese(text, near, now) if _has_ideographs(text) else _english(text, now)
    try:
        return [one for one in found if any(one.span.meets(span) for span in near)]
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return []  # no time of a calendar: `in 999999999999 minutes`, the 99th of a month


def warm() -> None:
    """Loads what the first sentence of each language would wait for."""
    now = datetime.fromtimestamp(0, UTC).replace(tzinfo=None)
    for text in _words()["first"]:
        moments_in(text, [whole(text)], now)


def whole(text: str) -> Span:
    """All of a text."""
    return Span(start=0, end=len(text), text=text)


def is_of_noun(text: str, said: Span) -> bool:
    """True where the time is an attribute of what follows it."""
    return text[said.end :].lstrip().startswith(tuple(_words()["of_noun"]))


def is_now(text: str) -> bool:
    """True for words that only say that it is to be at once."""
    return text.strip(_SEPARATORS + "!！~").casefold() in _words()["now"]


def only_runs(words: str) -> bool:
    """True for words that only say to run what is asked for."""
    return words.strip(_SEPARATORS).casefold() in _words()["runs"]


def on_day(said: Said, day: date, now: datetime) -> Said:
    """A clock that is said without a day, on that one."""
    words = said.span.text.casefold()
    told = said.is_relative or any(one in words for one in _words()["today"])
    if said.at is None or said.kind != "moment" or told or said.at.date() != now.date():
        return said
    return replace(said, at=datetime.combine(day, said.at.time()))


def joined(day: Said, clock: Said, now: datetime) -> Said | None:
    """The time of one day that a reply has told: `tomorrow`, then `at 9`."""
    space = "" if _has_ideographs(day.span.text) else " "
    text = f"{day.span.text}{space}{clock.span.text}"
    found = moments_in(text, [whole(text)], now)
    one = found[0] if len(found) == 1 else None
    if one is not None and one.kind == "moment":
        return replace(one, span=day.span)
    if day.at is None or clock.at is None or clock.at.date() != now.date() or clock.is_relative:
        return None
    # `tomorrow afternoon`, then `at 3 pm`: both say which half of the day.
    return replace(clock, span=day.span, at=datetime.combine(day.at.date(), clock.at.time()))


def _words() -> dict[str, list[str]]:
    return packaged(_DATA)


def _short() -> dict[str, str]:
    return packaged(_DATA)["short"]


def _has_ideographs(text: str) -> bool:
    return _IDEOGRAPH.search(text) is not None


def _english(text: str, now: datetime) -> Iterator[Said]:
    package = import_module("timefhuman")
    config = package.tfhConfig(now=now, return_matched_text=True, infer_datetimes=False)
    found = cast("list[tuple[str, tuple[int, int], object]]", package.timefhuman(text, config))
    for matched, (start, _), value in found:
        words = matched.rstrip(_SEPARATORS)
        span = _with_word_before(text, start, start + len(words))
        said = _of_english(words, value, now)
        yield replace(said, span=span)


def _with_word_before(text: str, start: int, end: int) -> Span:
    before = text[:start].rstrip()
    word = before.rpartition(" ")[2]
    if word.casefold() in _words()["before_clock"]:
        start = len(before) - len(word)
    return Span(start=start, end=end, text=text[start:end])


def _of_english(words: str, value: object, now: datetime) -> Said:
    nowhere = Span(start=0, end=0, text="")
    match value:
        case timedelta():
            ahead = words.casefold().startswith(_IN)
            return Said(nowhere, "moment" if ahead else "length", now + value, is_relative=True)
        case datetime():
            return Said(nowhere, "moment", value.replace(tzinfo=None))
        case time():
            return Said(nowhere, "moment", datetime.combine(now.date(), value.replace(tzinfo=None)))
        case date():
            return Said(nowhere, "day", datetime.combine(value, time.min))
        case _:
            return Said(nowhere, "range")


def _chinese(text: str, near: Sequence[Span], now: datetime) -> Iterator[Said]:
    """The longest stretches that the parser reads as a whole."""
    parse, past, signs = _chinese_parser(), 0, _time_signs()
    base = {name: getattr(now, name) for name in _PARTS}
    tried = 0
    for start in range(len(text)):
        if start < past or text[start] in _SEPARATORS or tried > _TRIED:
            continue
        for end in range(_run_end(text, start, signs), start + 1, -1):
            tried += 1
            span = Span(start=start, end=end, text=text[start:end])
            if text[end - 1] in _SEPARATORS or not any(span.meets(one) for one in near):
                continue
            told = parse(span.text, base)
            if told is not None:
                past = end
                counted = parse(span.text, {**base, "second": (now.second + 1) % 60}) != told
                yield replace(
                    _of_chinese(told, now, from_now=counted), span=_tight(span, told, parse, base)
                )
                break


def _run_end(text: str, start: int, signs: frozenset[str]) -> int:
    """Where signs that times are written with end."""
    end = start
    while end < min(len(text), start + _LONGEST) and text[end] in signs:
        end += 1
    return end


@cache
def _time_signs() -> frozenset[str]:
    """The signs that the parser's own makers look for times with."""
    return frozenset(import_module("jionlp_time.rule.rule_pattern").TIME_CHAR_STRING)


def _tight(span: Span, told: "_Told", parse: "_Parse", base: Mapping[str, int]) -> Span:
    """Without words at its end that add nothing: the parser takes some that are no part of it."""
    text = span.text
    while told["type"] == "time_point" and len(text) > 1 and parse(text[:-1], base) == told:
        text = text[:-1]
    return Span(start=span.start, end=span.start + len(text), text=text)


_PARTS = ("year", "month", "day", "hour", "minute", "second")
_Told: TypeAlias = Mapping[str, Any]
_Parse: TypeAlias = Callable[[str, Mapping[str, int]], _Told | None]


@cache
def _chinese_parser() -> _Parse:
    package = import_module("jionlp_time")
    parse_time = package.parse_time
    # It prints what it meets on the way to None.
    package.time_parser.traceback = SimpleNamespace(format_exc=str, print_exc=lambda: None)

    def parse(text: str, base: Mapping[str, int]) -> _Told | None:
        whole = "".join(text.split())
        for short, known in _short().items():
            if known not in whole:
                whole = whole.replace(short, known)
        try:
            return parse_time(whole, time_base=base, strict=True)
        except Exception:  # noqa: BLE001 - whatever it meets in what is no time
            return None

    return parse


def _of_chinese(told: _Told, now: datetime, *, from_now: bool) -> Said:
    nowhere = Span(start=0, end=0, text="")
    kind, stretch = told["type"], told["time"]
    if kind == "time_delta":
        return Said(nowhere, "length", now + _length(stretch), is_relative=True)
    if kind == "time_period":
        return Said(nowhere, "repeated")
    begins = datetime.fromisoformat(stretch[0]) if stretch[0] != "-inf" else None
    if begins is None or (kind == "time_span" and stretch[1] != "inf"):
        return Said(nowhere, "range")
    ends = begins if stretch[1] == "inf" else datetime.fromisoformat(stretch[1])
    exact = "moment" if ends - begins <= _EXACT else "day"
    return Said(nowhere, exact, begins, from_now)


def _length(told: Mapping[str, float]) -> timedelta:
    return timedelta(**{f"{name}s": amount for name, amount in told.items() if name in _UNITS})


_UNITS = ("day", "hour", "minute", "second")
