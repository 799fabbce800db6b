"""A sentence that asks for several things, taken apart: each part is looked for by itself too."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pipelines.filter.index.terms import terms
from tool_registry.base.yaml_files import packaged
from tool_registry.vocabulary.text import is_latin

_FEW = 2
"""A part with fewer terms asks for nothing of its own."""


def clauses(text: str) -> list[str]:
    """The parts of a text with a need of their own, in order; [] where there is only one."""
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
    lists: dict[str, list[str]] = packaged(Path(__file__).with_name("clauses.yaml"))
    marks = "|".join(_mark(mark) for mark in dict.fromkeys(lists["marks"]))
    words = sorted(lists["words"], key=len, reverse=True)
    return re.compile("|".join((marks, *map(_word, words))), re.IGNORECASE)


def _mark(mark: str) -> str:
    """A full stop or comma inside a number or a name is no border."""
    return rf"{re.escape(mark)}(?=\s|$)" if mark in (".", ",") else re.escape(mark)


def _word(word: str) -> str:
    return rf"\b{re.escape(word)}\b" if is_latin(word[0]) else re.escape(word)
