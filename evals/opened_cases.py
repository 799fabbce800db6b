"""Which unseen cases are unseen no more: a file beside the suite's says who read a failure, when.

It is kept in git with the suite, so that what one developer has read is read for all.
"""

import json
import time
from pathlib import Path

from evals.errors import SuiteError


def opened_cases(suite: Path) -> frozenset[str]:
    """Ids of the suite's cases of which somebody has read a failure."""
    file = _file(suite)
    if not file.exists():
        return frozenset()
    try:
        lines = file.read_text("utf-8").splitlines()
        return frozenset(str(json.loads(line)["case"]) for line in lines if line.strip())
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SuiteError(f"{file} holds no list of opened cases: {error}") from error


def open_case(suite: Path, case: str, who: str) -> None:
    """Notes that a failure of the case is read now; SuiteError where that cannot be noted."""
    if case in opened_cases(suite):
        return
    line = {"case": case, "who": who, "at": time.strftime("%Y-%m-%d", time.gmtime())}
    try:
        with _file(suite).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    except OSError as error:
        raise SuiteError(f"that {case} is read cannot be noted, so it is not: {error}") from error


def _file(suite: Path) -> Path:
    return suite.with_suffix(".opened.jsonl")
