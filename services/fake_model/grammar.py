"""Grammar words of the scripts: what stands between the words that a prompt explains."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import cast

import yaml

_FILE = Path(__file__).with_name("grammar.yaml")
_UNIT = re.compile(r"[a-z0-9]+(?:['\u2019.-][a-z0-9]+)*|\s+|.", re.DOTALL)
_LOST = 2
"""What a cut loses for a sign that belongs to no word."""


def markers_of(text: str) -> frozenset[str]:
    """What the whole text can do in a sentence."""
    return _known().get(_folded(text), frozenset())


def cut(text: str) -> Iterator[tuple[int, int]]:
    """The grammar words of a stretch, and what lies between them: start and end of each piece.

    The cut that favours long words wins."""
    folded = _folded(text)
    borders = [0, *(unit.end() for unit in _UNIT.finditer(folded))]
    best: dict[int, tuple[int, int, bool]] = {len(folded): (0, len(folded), False)}
    for at, start in reversed(list(enumerate(borders[:-1]))):
        after = borders[at + 1]
        choices = [(best[after][0] - _LOST * (not folded[start].isascii()), after, False)]
        for end in borders[at + 1 :]:
            if end - start > _longest():
                break
            if folded[start:end] in _known():
                choices.append((best[end][0] + (end - start) ** 2, end, True))
        best[start] = max(choices)
    yield from _pieces(best, len(folded))


def _pieces(best: dict[int, tuple[int, int, bool]], length: int) -> Iterator[tuple[int, int]]:
    at = begin = 0
    while at < length:
        _, end, known = best[at]
        if known:
            yield from [(begin, at)] if begin < at else []
            yield at, end
            begin = end
        at = end
    yield from [(begin, at)] if begin < at else []


def _folded(text: str) -> str:
    """Lower case, of the same length."""
    return "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in text)


@cache
def _known() -> dict[str, frozenset[str]]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    data = cast("dict[str, list[str]]", yaml.load(_FILE.read_text("utf-8"), Loader=loader))
    found: dict[str, set[str]] = {}
    for name, words in data.items():
        for word in words:
            found.setdefault(_folded(word), set()).add(name)
    return {word: frozenset(names) for word, names in found.items()}


@cache
def _longest() -> int:
    return max(map(len, _known()))
