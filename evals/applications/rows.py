"""What an application holds, as rows by table, and what differs between two looks at it."""

import json
import re
import sqlite3
import subprocess
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, cast

from evals.applications.application import Application, Table, filled
from evals.errors import BenchError
from tool_registry.base.types import JsonValue
from tool_registry.base.yaml_files import parse

Row = dict[str, Any]
Rows = dict[str, dict[str, Row]]
"""Table → key → record."""
_SECTION = re.compile(r"^## (.+)\n([\s\S]*?)(?=^## |\Z)", re.MULTILINE)
_COMMENT = re.compile(r"<!--[\s\S]*?-->")


def read_rows(application: Application, names: dict[str, str]) -> Rows:
    """All records of all tables as they are now."""
    return {
        name: {_key(table, row): _without(row, table.drop) for row in _read(table, names)}
        for name, table in application.tables.items()
    }


def difference(before: Rows, after: Rows, environment: str) -> list[JsonValue]:
    """The effects that lead from one to the other, in the form of the sandbox's log."""
    found: list[JsonValue] = []
    for table, rows in after.items():
        old = before.get(table, {})
        for key in dict.fromkeys([*old, *rows]):
            was, now = old.get(key), rows.get(key)
            if was != now:
                op = "create" if was is None else "delete" if now is None else "update"
                found.append(
                    {
                        "seq": len(found) + 1,
                        "environment": environment,
                        "tool": "the application",
                        "arguments": {},
                        "entity": table,
                        "id": key,
                        "change": {"op": op, "before": was, "after": now},
                        "unordered": True,
                    }
                )
    return found


def _key(table: Table, row: Row) -> str:
    return " / ".join(str(row.get(name)) for name in table.key)


def _without(row: Row, drop: Iterable[str]) -> Row:
    return {name: value for name, value in row.items() if name not in drop}


def _read(table: Table, names: dict[str, str]) -> list[Row]:
    if table.sqlite:
        found = _asked(Path(filled(table.sqlite, names)), table.query)
    elif table.lines:
        found = _lines(Path(filled(table.lines, names)))
    elif table.pages:
        found = _pages(Path(names["state"]), table.pages)
    else:
        found = _printed(filled(table.command, names))
    wanted = table.where.items()
    return [row for row in found if all(row.get(name) == value for name, value in wanted)]


def _asked(file: Path, query: str) -> list[Row]:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=10)) as database:
        database.row_factory = sqlite3.Row
        return [dict(row) for row in database.execute(query)]


def _lines(file: Path) -> list[Row]:
    text = file.read_text("utf-8") if file.exists() else ""
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def _pages(folder: Path, pattern: str) -> list[Row]:
    found: list[Row] = []
    for file in sorted(folder.glob(pattern)):
        _, fields, text = file.read_text("utf-8").split("---\n", 2)
        row = cast("Row", parse(fields, file, as_written=True) or {})
        text = _COMMENT.sub("", text)
        row["text"] = _SECTION.sub("", text).strip()
        for title, section in _SECTION.findall(text):
            row[title.strip().lower().replace(" ", "_")] = section.strip()
        found.append({**row, "folder": str(file.parent.relative_to(folder))})
    return found


def _printed(command: tuple[str, ...]) -> list[Row]:
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
    if done.returncode != 0:
        raise BenchError(f"{' '.join(command)[:80]}: {done.stderr.strip()[-300:]}")
    return cast("list[Row]", json.loads(done.stdout.strip() or "[]"))
