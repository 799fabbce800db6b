"""Buttons as short texts, for chats whose buttons send a message, or that have no buttons."""

import re

from services.channels.delivery import Does, Press

_LETTERS: dict[Does, str] = {"agree": "y", "decline": "n", "undo": "u", "fill": "f"}
_DOES: dict[str, Does] = {letter: does for does, letter in _LETTERS.items()}
_CODE = re.compile(r"#(?P<run>run-[0-9a-f]{16})\.(?P<does>[ynuf]|[1-9][0-9]{0,2})\s*$")


def code_of(press: Press, number: int = 0) -> str:
    """`#RUN.LETTER`; a choice by its number, counted from 1."""
    return f"#{press.run}.{_LETTERS.get(press.does) or number}"


def press_of(text: str) -> Press | None:
    """The press that a message is; None for other words."""
    found = _CODE.search(text)
    if found is None:
        return None
    does = _DOES.get(found["does"])
    if does is None:
        return Press(run=found["run"], does="choose", choice=f"#{found['does']}")
    return Press(run=found["run"], does=does)
