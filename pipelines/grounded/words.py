"""The words of `words.yaml`: grammar and general terms of requests about an API's records."""

import re
from functools import cache
from pathlib import Path
from typing import TypeAlias, cast

import yaml

from tool_registry.vocabulary.text import fold

Data: TypeAlias = dict[str, dict[str, list[str]]]


@cache
def _data() -> Data:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = Path(__file__).with_name("words.yaml").read_text("utf-8")
    return cast("Data", yaml.load(text, Loader=loader))


def named(section: str) -> dict[str, list[str]]:
    """The word lists of a section, by name."""
    return _data()[section]


@cache
def listed(section: str) -> frozenset[str]:
    """The words of a section that is one list, folded."""
    return frozenset(fold(word) for word in cast("list[str]", _data()[section]))


@cache
def pattern(name: str) -> re.Pattern[str]:
    """A pattern of the section `patterns`."""
    patterns = cast("dict[str, str]", _data()["patterns"])
    return re.compile(patterns[name], re.IGNORECASE)


@cache
def form(name: str) -> str:
    """A text of the section `forms`."""
    return cast("dict[str, str]", _data()["forms"])[name]


@cache
def also(section: str) -> dict[str, tuple[str, ...]]:
    """As `named`, by the folded name."""
    return {fold(name.replace("_", " ")): tuple(words) for name, words in named(section).items()}
