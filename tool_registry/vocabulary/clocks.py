"""Times of day as people say them: `2 pm`, `14:00`."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from tool_registry.base.yaml_files import packaged
from tool_registry.vocabulary.numerals import number_of
from tool_registry.vocabulary.value import Value

_FILE = Path(__file__).parent / "clocks.yaml"
_NOON = 12


def clock(said: str) -> str | None:
    """The time as `14:00`; None where it is none."""
    bare, mark = said, str(_words()["mark"])
    for word in (*_words()["late"], *_words()["early"]):
        bare = bare.replace(word, "")
    first, _, rest = re.sub(r"\s", "", bare).replace(mark, ":").partition(":")
    hour, half = number_of(first), str(_words()["half"])
    minute = 30 if rest == half else number_of(re.sub(r"\D", "", rest) or "0")
    if not isinstance(hour, int) or not isinstance(minute, int):
        return None
    if _has(said, "late") or _has(said, "early"):
        hour = hour % _NOON + (_NOON if _has(said, "late") else 0)
    return f"{hour:02d}:{minute:02d}" if hour < 24 and minute < 60 else None


def same_half(values: list[Value], text: str) -> list[Value]:
    """`from 2 to 3 pm`: of a start and an end, the one without a half of the day has the other's.

    Values that are no times of day stay what they are."""
    start, end = values
    times = [re.fullmatch(r"(\d\d)(:\d\d)", str(one.value)) for one in values]
    first, last = times
    if first is None or last is None or start.attribute == end.attribute:
        return values
    told = [_told(text[one.start : one.end]) for one in values]
    begins, ends = int(first[1]), int(last[1])
    if told == [False, True] and begins < _NOON <= ends and begins + _NOON <= ends:
        return [replace(start, value=f"{begins + _NOON:02d}{first[2]}"), end]
    if told == [True, False] and ends < _NOON <= begins:
        return [start, replace(end, value=f"{ends + _NOON:02d}{last[2]}")]
    return values


def _told(words: str) -> bool:
    """True where the words say which half of the day they mean."""
    return ":" in words or _has(words.lower(), "late") or _has(words.lower(), "early")


def _has(said: str, half: str) -> bool:
    return any(word in said for word in _words()[half])


def _words() -> Mapping[str, Any]:
    return packaged(_FILE)
