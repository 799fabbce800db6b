"""Sentences that ask to take back what was done, whatever it was."""

import re
from functools import cache
from pathlib import Path
from typing import cast

import yaml

from pipelines.undo.wish import UndoWish

_DATA = Path(__file__).with_name("words.yaml")
_LONGEST = 120
"""Characters: a longer sentence says more than that."""


def undo_wish(text: str) -> UndoWish | None:
    """What the sentence wants undone; None where it wants something else.

    `cancel order 5` names a thing of the business and is no undoing; `undo that` is."""
    if len(text) > _LONGEST or not _verbs().search(text):
        return None
    for pattern in _patterns():
        found = pattern.fullmatch(text)
        if found:
            return UndoWish(found.groupdict().get("run"))
    return None


@cache
def _words() -> dict[str, str]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return cast("dict[str, str]", yaml.load(_DATA.read_text("utf-8"), Loader=loader))


@cache
def _verbs() -> re.Pattern[str]:
    """One of them is in every wish; most sentences have none, and need no more patterns."""
    word = _words()
    return re.compile(rf"{word['undo']}|{word['remove']}", re.IGNORECASE | re.VERBOSE)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    word = _words()
    begin, end = rf"\s*{word['polite']}", word["end"]
    forms = (
        rf"{word['undo']}{end}",
        rf"{word['undo']}\s*(?:{word['run']}|{word['done']}|{word['made']}){end}",
        rf"{word['take']}(?:{word['run']}|{word['done']}|{word['made']})\s*{word['all']}"
        rf"{word['undo']}{end}",
        rf"{word['remove']}\s*{word['made']}{end}",
        rf"{word['take']}{word['made']}\s*{word['all']}{word['remove']}{end}",
    )
    return tuple(re.compile(begin + form, re.IGNORECASE | re.VERBOSE) for form in forms)
