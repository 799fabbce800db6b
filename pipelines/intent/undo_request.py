"""Sentences that ask to take back what was done, whatever it was."""

import re
from functools import cache
from pathlib import Path

from pipelines.contracts.message import UndoRequest
from pipelines.intent.dialogue.reply_patterns import ordinal
from tool_registry.base.yaml_files import packaged

_DATA = Path(__file__).with_name("undo_request.yaml")
_LONGEST = 120
"""Characters: a longer sentence says more than that."""


def undo_request(text: str) -> UndoRequest | None:
    """What the sentence wants undone; None where it wants something else.

    `cancel order 5` names a thing of the business and is no undoing; `undo that` is."""
    if len(text) > _LONGEST or not (_verb("undo").search(text) or _verb("remove").search(text)):
        return None
    for found in filter(None, (pattern.fullmatch(text) for pattern in _patterns())):
        said = {name.removesuffix("_en"): one for name, one in found.groupdict("").items() if one}
        told, of_runs = said.get("told", ""), "runs" in said
        things = tuple(said.get("things", "").split())
        return UndoRequest(said.get("run"), ordinal(told), told, things, of_runs)
    return None


def without_undoing(text: str) -> str | None:
    """The sentence without its verb that undoes anything; None for one without, or a long one."""
    found = _verb("undo").search(text) if len(text) <= _LONGEST else None
    return f"{text[: found.start()]} {text[found.end() :]}" if found is not None else None


@cache
def _verb(name: str) -> re.Pattern[str]:
    return re.compile(packaged(_DATA)[name], re.IGNORECASE | re.VERBOSE)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    word: dict[str, str] = packaged(_DATA)
    begin, end = rf"\s*{word['polite']}", word["end"]
    forms = (
        rf"{word['undo']}{end}",
        rf"{word['undo']}\s*(?:{word['run']}|{word['done']}|{word['made']}|{word['told']}){end}",
        rf"{word['take']}(?:{word['run']}|{word['done']}|{word['made']}|{word['told']})"
        rf"\s*{word['all']}{word['undo']}{end}",
        rf"{word['remove']}\s*{word['made']}{end}",
        rf"{word['take']}{word['made']}\s*{word['all']}{word['remove']}{end}",
    )
    return tuple(re.compile(begin + form, re.IGNORECASE | re.VERBOSE) for form in forms)
