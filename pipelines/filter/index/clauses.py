"""A sentence that wishes several things, taken apart: each part is looked for by itself too."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import cast

import yaml

from pipelines.filter.index.terms import terms
from tool_registry.vocabulary.text import is_latin

_FEW = 2
"""A part with fewer terms wishes nothing of its own."""


def clauses(text: str) -> list[str]:
    """The parts of a text with a wish of their own, in order; [] where there is only one."""
    found: list[str] = []
    for part in _parts(text):
        if len(terms(part)) >= _FEW:
            found.append(part)
        elif found:
            found[-1] = f"{found[-1]} {part}"
    return found if len(found) > 1 else []


def _parts(text: str) -> Iterator[str]:
    for part in _border().split(text):
        if part and part.strip():
            yield part.strip()


@cache
def _border() -> re.Pattern[str]:
    data = yaml.safe_load(Path(__file__).with_name("clauses.yaml").read_text("utf-8"))
    lists = cast("dict[str, list[str]]", data)
    marks = "|".join(_mark(mark) for mark in dict.fromkeys(lists["marks"]))
    words = sorted(lists["words"], key=len, reverse=True)
    return re.compile("|".join((marks, *map(_word, words))), re.IGNORECASE)


def _mark(mark: str) -> str:
    """A full stop or comma inside a number or a name is no border."""
    return rf"{re.escape(mark)}(?=\s|$)" if mark in (".", ",") else re.escape(mark)


def _word(word: str) -> str:
    return rf"\b{re.escape(word)}\b" if is_latin(word[0]) else re.escape(word)
