"""How our command is typed where this process runs."""

import shutil
import sys
from functools import cache
from pathlib import Path

NAME = "zhizao"
_FRESH = ".venv"
"""The environment beside the README, into which a checkout is set up; nobody has to activate it."""


@cache
def program() -> str:
    """`zhizao`; in a checkout whose environment is not activated, by its place there."""
    return typed_as(Path(sys.argv[0]))


def typed_as(started: Path) -> str:
    """How the command is typed by which a process was started."""
    found = shutil.which(NAME)
    if started.stem != NAME or (found and Path(found) == started.absolute()):
        return NAME
    folder = started.absolute().parent
    return f"{_FRESH}/{folder.name}/{NAME}" if folder.parent.name == _FRESH else NAME
