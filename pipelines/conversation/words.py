"""The patterns of `words.yaml`."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import cast

import yaml

_FILE = Path(__file__).with_name("words.yaml")


LONGEST = 300
"""Characters: longer messages are sentences of their own. It also bounds the search."""


def without_opener(text: str) -> tuple[str, bool]:
    """What is meant, without the words ahead of it; True where they drop what was talked about."""
    if len(text) > LONGEST:
        return text, False
    drop = _pattern("drop").search(text)
    early = drop is not None and drop.start() <= _EARLY and bool(text[drop.end() :].strip())
    rest = text[drop.end() :] if drop is not None and early else text
    opener = _pattern("opener").match(rest)
    if opener is not None and rest[opener.end() :].strip():
        rest = rest[opener.end() :]
    return rest.strip(), early


_EARLY = 12
"""Characters that may stand before the words that drop something."""


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
    figure = _pattern("ordinal_figure").search(text)
    if figure is not None:
        return int(figure["number"] or figure["figure"])
    for number, pattern in cast("dict[int, str]", _data()["ordinal"]).items():
        if re.search(pattern, text, re.IGNORECASE):
            return number
    return None


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(str(_data()[name]), re.IGNORECASE | re.VERBOSE)


@cache
def _data() -> dict[str, object]:
    # The C loader is ten times faster; it is missing only where PyYAML was built without libyaml.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return cast("dict[str, object]", yaml.load(_FILE.read_text("utf-8"), Loader=loader))
