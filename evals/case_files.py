"""Cases written to a suite's file, behind those that it has."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from evals.case import load_suite
from evals.errors import SuiteError

Written = dict[str, Any]
"""A case or a suite as its file holds it."""


class _Plain(yaml.SafeDumper):
    """Writes each value where it stands: people read and mend these files."""

    def ignore_aliases(self, data: object) -> bool:
        """No anchors."""
        return True


def as_yaml(cases: Sequence[Written]) -> str:
    """Cases as the items of a suite's list."""
    return yaml.dump(
        list(cases),
        Dumper=_Plain,
        allow_unicode=True,
        sort_keys=False,
        width=100,
        default_flow_style=None,
    )


def add_cases(file: Path, cases: Sequence[Written], head: Written) -> None:
    """Puts them behind the file's own; a file that is not there is begun with `head`.

    SuiteError, and the file as it was, where it is no suite then (`cases` has to stand last)."""
    before = file.read_text("utf-8") if file.exists() else None
    start = before or f"{yaml.safe_dump(head, allow_unicode=True, sort_keys=False)}cases:\n"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{start.rstrip()}\n{as_yaml(cases)}", "utf-8")
    try:
        suite = load_suite(str(file))
        ids = [case.id for case in suite.cases]
        if twice := sorted({id for id in ids if ids.count(id) > 1}):
            raise SuiteError(f"{file} has {', '.join(twice)} already")
    except SuiteError:
        if before is None:
            file.unlink()
        else:
            file.write_text(before, "utf-8")
        raise
