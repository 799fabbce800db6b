"""The words of `words.yaml`: how tools say that something is missing, and name parts of a rule."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import cast

import yaml


def says_not_found(*texts: str | None) -> bool:
    """True when a failure's code or message says that the thing asked for does not exist."""
    said = " ".join(text or "" for text in texts).casefold().replace("_", " ").replace("-", " ")
    return any(word in said for word in _words()["not_found"])


def names(part: str) -> tuple[str, ...]:
    """The keys under which results hold that part of a rule: name, expected, actual, passed."""
    return _words()[f"rule_{part}"]


@cache
def _words() -> Mapping[str, tuple[str, ...]]:
    file = Path(__file__).with_name("words.yaml")
    entries = cast("dict[str, list[str]]", yaml.safe_load(file.read_text("utf-8")))
    return {name: tuple(words) for name, words in entries.items()}
