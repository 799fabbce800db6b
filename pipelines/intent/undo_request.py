"""Sentences that ask to take back what was done, whatever it was."""

import re
from functools import cache
from pathlib import Path

from pipelines.contracts.message import UndoRequest
from tool_registry.base.yaml_files import packaged

_DATA = Path(__file__).with_name("undo_request.yaml")
_LONGEST = 120
"""Characters: a longer sentence says more than that."""


def undo_request(text: str) -> UndoRequest | None:
    """What the sentence wants undone; None where it wants something else.

    `cancel order 5` names a thing of the business and is no undoing; `undo that` is."""
    if len(text) > _LONGEST or not _verbs().search(text):
        return None
    for pattern in _patterns():
        found = pattern.fullmatch(text)
        if found:
            return UndoRequest(found.groupdict().get("run"))
    return None


def _words() -> dict[str, str]:
    return packaged(_DATA)


@cache
def _verbs() -> re.Pattern[str]:
    """One of them is in every such request; most sentences have none, and need no more patterns."""
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
