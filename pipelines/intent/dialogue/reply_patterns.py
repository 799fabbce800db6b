"""The patterns of `reply_patterns.yaml`."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tool_registry.base.yaml_files import packaged
from tool_registry.vocabulary.numerals import number_of

_FILE = Path(__file__).with_name("reply_patterns.yaml")
_ROW = (
    *("first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)
LONGEST = 300
"""Characters: longer messages are sentences of their own. It also bounds the search."""


def is_whole(name: str, text: str) -> bool:
    """True where the pattern matches all of the text."""
    return len(text) <= LONGEST and _pattern(name).fullmatch(text.strip()) is not None


def says(name: str, text: str) -> bool:
    """True where the pattern matches somewhere."""
    return len(text) <= LONGEST and _pattern(name).search(text) is not None


def first(name: str, text: str) -> re.Match[str] | None:
    """The match at the beginning of the text."""
    return _pattern(name).match(text)


def stretches(name: str, text: str) -> Iterator[tuple[int, int]]:
    """Where the pattern matches."""
    return (found.span() for found in _pattern(name).finditer(text))


def ordinal(text: str) -> int | None:
    """Which one in a row is meant, from 1; None where that is not said."""
    found = _pattern("ordinal").search(text)
    if found is None:
        return None
    if found["word"]:
        return _ROW.index(found["word"].lower()) + 1
    number = number_of(found["number"] or found["figure"] or "1")
    return None if number is None else int(number)


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(str(_data()[name]), re.IGNORECASE | re.VERBOSE)


def _data() -> dict[str, object]:
    return packaged(_FILE)
