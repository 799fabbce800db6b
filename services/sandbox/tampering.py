"""Faults on demand, and changes behind everybody's back."""

import json
import sqlite3
from dataclasses import dataclass
from typing import Any

from services.sandbox.errors import SandboxError
from services.sandbox.row import Row
from services.sandbox.world import Change

KINDS = ("latency", "error-before", "error-after", "business", "malformed")


@dataclass(frozen=True)
class Fault:
    """What goes wrong: `seconds` of latency, before the effect or `after` it; `times` left."""

    tool: str
    kind: str
    seconds: float | None = None
    after: bool = False
    times: int | None = None


@dataclass(frozen=True)
class Tampering:
    """One falsification of a row: `action` is set, delete, duplicate or move-env."""

    action: str
    values: tuple[tuple[str, str], ...] = ()


def set_fault(db: sqlite3.Connection, fault: Fault) -> None:
    values = (fault.tool, fault.kind, fault.seconds, fault.after, fault.times)
    db.execute("INSERT INTO main.faults VALUES (?, ?, ?, ?, ?)", values)


def list_faults(db: sqlite3.Connection) -> list[Fault]:
    rows = db.execute("SELECT tool, kind, seconds, after, times FROM main.faults ORDER BY rowid")
    return [Fault(tool, kind, s, bool(after), times) for tool, kind, s, after, times in rows]


def clear_faults(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM main.faults")
    db.execute("DELETE FROM main.corruptions")


def take_faults(db: sqlite3.Connection, tool: str) -> list[Fault]:
    """The tool's faults, each used once by this call."""
    taken = [fault for fault in list_faults(db) if fault.tool == tool]
    if taken:
        db.execute("UPDATE main.faults SET times = times - 1 WHERE tool = ?", (tool,))
        db.execute("DELETE FROM main.faults WHERE times <= 0")
    return taken


def arm(db: sqlite3.Connection, tool: str, tampering: Tampering) -> None:
    """Falsifies the row of the tool's next effect, right after it."""
    text = json.dumps([tampering.action, tampering.values], ensure_ascii=False)
    db.execute("INSERT INTO main.corruptions VALUES (?, ?)", (tool, text))


def apply_armed(
    db: sqlite3.Connection, tool: str, env: str, environments: tuple[str, ...], last: Change
) -> None:
    sql = "SELECT rowid, action FROM main.corruptions WHERE tool = ? ORDER BY rowid LIMIT 1"
    if row := db.execute(sql, (tool,)).fetchone():
        db.execute("DELETE FROM main.corruptions WHERE rowid = ?", (row[0],))
        action, values = json.loads(row[1])
        tampering = Tampering(action, tuple((name, value) for name, value in values))
        if last.op != "delete":
            corrupt(db, env, environments, (last.entity, last.id), tampering)


def corrupt(
    db: sqlite3.Connection,
    env: str,
    environments: tuple[str, ...],
    which: tuple[str, str],
    tampering: Tampering,
) -> None:
    """Falsifies one row without a trace in the log; SandboxError when there is none."""
    found = db.execute(
        f'SELECT data FROM "{env}".rows WHERE entity = ? AND id = ?', which
    ).fetchone()
    if found is None:
        raise SandboxError(f"no {which[0]} with id '{which[1]}' in {env}")
    row: Row = json.loads(found[0])
    if tampering.action == "set":
        row.update((name, _typed(row.get(name), value)) for name, value in tampering.values)
        _write(db, env, which, row)
    elif tampering.action == "duplicate":
        copy = {**row, "id": f"{which[1]}0"}
        _insert(db, env, which[0], copy)
    else:
        db.execute(f'DELETE FROM "{env}".rows WHERE entity = ? AND id = ?', which)
        if tampering.action == "move-env":
            for other in environments:
                if other != env:
                    _insert(db, other, which[0], row)


def _write(db: sqlite3.Connection, env: str, which: tuple[str, str], row: Row) -> None:
    db.execute(
        f'UPDATE "{env}".rows SET data = ?, id = ? WHERE entity = ? AND id = ?',
        (json.dumps(row, ensure_ascii=False), str(row["id"]), *which),
    )


def _insert(db: sqlite3.Connection, env: str, entity: str, row: Row) -> None:
    db.execute(
        f'INSERT OR REPLACE INTO "{env}".rows (entity, id, visible_at, data) VALUES (?, ?, 0, ?)',
        (entity, str(row["id"]), json.dumps(row, ensure_ascii=False)),
    )


def _typed(old: Any, text: str) -> Any:
    """The text as the field's own type, so that an id of digits stays a string."""
    if isinstance(old, str):
        return text
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
