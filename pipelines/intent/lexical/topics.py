"""The words of `topics.yaml`: recognising what a question is about."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tool_registry.base.yaml_files import packaged
from tool_registry.vocabulary.text import normalise

_DATA = Path(__file__).with_name("topics.yaml")


def has_word(text: str, section: str, name: str) -> bool:
    """True when the text has one of the words of that section and name."""
    return _pattern(section, name).search(normalise(text).text) is not None


def first_of(text: str, section: str) -> str | None:
    """The first name of a section, in file order, of which the text has a word."""
    return next((name for name in _sections()[section] if has_word(text, section, name)), None)


def without(text: str, section: str, name: str, blank: str = " ") -> str:
    """The text with blanks for the words of that section and name."""
    return _pattern(section, name).sub(blank, text)


def without_stop_words(text: str) -> str:
    """The text with blanks for the words that carry no content."""
    return without(text, "words", "stop")


def split_at_connectors(text: str) -> list[str]:
    """The text cut at words that join two things: `a and b`, `a vs b`."""
    return without(text, "words", "connectors", "\n").split("\n")


@cache
def _pattern(section: str, name: str) -> re.Pattern[str]:
    words = _sections()[section][name]
    plain = rf"{words['zh']}|(?<![a-z0-9])(?:{words['en']})(?![a-z0-9])"
    return re.compile(plain, re.IGNORECASE)


def _sections() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    return packaged(_DATA)
