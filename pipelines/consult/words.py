"""The words of `words.yaml`: recognising what a question is about."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import cast

import yaml

from tool_registry.vocabulary.text import normalise


def has_word(text: str, section: str, name: str) -> bool:
    """True when the text has one of the words of that section and name."""
    return _pattern(section, name).search(normalise(text).text) is not None


def first_of(text: str, section: str) -> str | None:
    """The first name of a section, in file order, of which the text has a word."""
    return next((name for name in _sections()[section] if has_word(text, section, name)), None)


def without_stop_words(text: str) -> str:
    """The text with blanks for the words that carry no content."""
    for language in _sections()["stop"]:
        text = without(text, "stop", language)
    return text


def without(text: str, section: str, name: str) -> str:
    """The text with blanks for the words of that section and name."""
    return _pattern(section, name).sub(" ", text)


def split_at_connectors(text: str) -> list[str]:
    """The text cut at words that join two things: `a and b`, `a vs b`."""
    for language in _sections()["connectors"]:
        text = _pattern("connectors", language).sub("\n", text)
    return text.split("\n")


@cache
def _pattern(section: str, name: str) -> re.Pattern[str]:
    words = sorted(_sections()[section][name], key=len, reverse=True)
    return re.compile("|".join(_expression(normalise(word).text) for word in words))


def _expression(word: str) -> str:
    escaped = re.escape(word)
    return rf"(?<![a-z0-9]){escaped}(?![a-z0-9])" if word.isascii() else escaped


@cache
def _sections() -> Mapping[str, Mapping[str, list[str]]]:
    file = Path(__file__).with_name("words.yaml")
    # The C loader is ten times faster; it is missing only where PyYAML was built without libyaml.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    data = yaml.load(file.read_text("utf-8"), Loader=loader)
    return cast("Mapping[str, Mapping[str, list[str]]]", data)
