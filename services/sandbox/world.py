"""One environment's rows, as a call sees and changes them."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from services.sandbox.errors import BusinessError
from services.sandbox.row import Row


@dataclass
class Change:
    """One changed row. `side` marks what follows from another change of the same call."""

    entity: str
    id: str
    op: str
    before: Row | None
    after: Row | None
    side: bool = False

    def as_dict(self) -> Row:
        return {"op": self.op, "before": self.before, "after": self.after}


@dataclass
class World:
    """Reads and writes rows of one environment; every write is a `Change`, for the log.

    `get`, `require` and `find` see every row; `seen` and `list_seen` are what query tools use: a
    new row shows up there only after its entity's delay.
    """

    db: sqlite3.Connection
    env: str
    delays: Mapping[str, float]
    """Seconds until a new row of the entity is visible to queries."""
    draw_id: Callable[[str, str, int, int], str]
    """(entity, environment, counter from 1, seed) → id of a row being created."""
    seed: int
    now: float
    changes: list[Change] = field(default_factory=list[Change])
    jobs: list[tuple[float, str, Row]] = field(default_factory=list[tuple[float, str, Row]])

    def get(self, entity: str, id: Any) -> Row | None:
        return self._one(entity, id, "")

    def require(self, entity: str, id: Any, code: str, message: str) -> Row:
        if (row := self.get(entity, id)) is None:
            raise BusinessError(code, message)
        return row

    def seen(self, entity: str, id: Any) -> Row | None:
        return self._one(entity, id, f" AND visible_at <= {self.now!r}")

    def find(self, entity: str, **equals: Any) -> list[Row]:
        return self._many(entity, equals, "")

    def list_seen(self, entity: str, **equals: Any) -> list[Row]:
        """Visible rows, newest last; arguments that are None do not filter."""
        given = {name: value for name, value in equals.items() if value is not None}
        return self._many(entity, given, f" AND visible_at <= {self.now!r}")

    def create(self, entity: str, row: Row, *, side: bool = False) -> Row:
        """Stores the row under its `id`, drawn here when absent."""
        row = {"id": self.new_id(entity), **row} if "id" not in row else row
        visible = self.now + self.delays.get(entity, 0.0)
        self.db.execute(
            f'INSERT INTO "{self.env}".rows (entity, id, visible_at, data) VALUES (?, ?, ?, ?)',
            (entity, str(row["id"]), visible, _dump(row)),
        )
        self.changes.append(Change(entity, str(row["id"]), "create", None, row, side))
        return row

    def update(self, entity: str, id: Any, *, side: bool = False, **values: Any) -> Row:
        """Sets the fields; a change that alters nothing is not logged."""
        old = self.require(entity, id, "NOT_FOUND", f"{entity} {id} not found")
        changed = {name: value for name, value in values.items() if old.get(name) != value}
        new = {**old, **changed}
        if changed:
            self.db.execute(
                f'UPDATE "{self.env}".rows SET data = ? WHERE entity = ? AND id = ?',
                (_dump(new), entity, str(id)),
            )
            before = {name: old.get(name) for name in changed}
            self.changes.append(Change(entity, str(id), "update", before, changed, side))
        return new

    def delete(self, entity: str, id: Any, *, side: bool = False) -> Row:
        old = self.require(entity, id, "NOT_FOUND", f"{entity} {id} not found")
        self.db.execute(
            f'DELETE FROM "{self.env}".rows WHERE entity = ? AND id = ?', (entity, str(id))
        )
        self.changes.append(Change(entity, str(id), "delete", old, None, side))
        return old

    def later(self, seconds: float, job: str, payload: Row) -> None:
        """Runs the trade's job of that name once the time has passed."""
        self.jobs.append((self.now + seconds, job, payload))

    def new_id(self, entity: str) -> str:
        """An id that no row of the entity has, the seeded ones included."""
        while self.get(entity, drawn := self._drawn(entity)) is not None:
            continue
        return drawn

    def _drawn(self, entity: str) -> str:
        cursor = self.db.execute(
            f'INSERT INTO "{self.env}".counters (entity, n) VALUES (?, 1) '
            "ON CONFLICT (entity) DO UPDATE SET n = n + 1 RETURNING n",
            (entity,),
        )
        return self.draw_id(entity, self.env, cursor.fetchone()[0], self.seed)

    def time(self, days: float = 0) -> str:
        """Local time some days from now, as the tools print it."""
        moment = datetime.fromtimestamp(self.now).astimezone() + timedelta(days=days)
        return moment.strftime("%Y-%m-%d %H:%M:%S")

    def _one(self, entity: str, id: Any, extra: str) -> Row | None:
        rows = self._rows("AND id = ?" + extra, (entity, str(id)))
        return next(rows, None)

    def _many(self, entity: str, equals: Row, extra: str) -> list[Row]:
        tests = "".join(f" AND json_extract(data, '$.{name}') = ?" for name in equals)
        return list(self._rows(tests + extra + " ORDER BY rowid", (entity, *equals.values())))

    def _rows(self, tests: str, values: tuple[Any, ...]) -> Any:
        sql = f'SELECT data FROM "{self.env}".rows WHERE entity = ? {tests}'
        found: Iterable[tuple[str]] = self.db.execute(sql, values)
        return (json.loads(data) for (data,) in found)


def _dump(row: Row) -> str:
    return json.dumps(row, ensure_ascii=False)
