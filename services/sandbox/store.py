"""The state of one trade: a database per environment and one for control, shared by processes.

Rollback journals, not WAL: a call changes an environment's database and the effects log, and only
a rollback journal commits attached databases as one, even when the process is killed in between.
"""

import json
import random
import sqlite3
import time
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from services.sandbox.errors import BusinessError
from services.sandbox.row import Row
from services.sandbox.trade import COMMON, Seeder, Trade
from services.sandbox.world import Change, World

_CONTROL = """
CREATE TABLE IF NOT EXISTS main.meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS main.effects (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, environment TEXT, tool TEXT NOT NULL,
  arguments TEXT NOT NULL, idempotency_key TEXT, entity TEXT NOT NULL, id TEXT NOT NULL,
  change TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS main.faults (
  tool TEXT NOT NULL, kind TEXT NOT NULL, seconds REAL, after INTEGER NOT NULL, times INTEGER);
CREATE TABLE IF NOT EXISTS main.corruptions (tool TEXT NOT NULL, action TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS main.replies (
  tool TEXT, environment TEXT, key TEXT, reply TEXT, PRIMARY KEY (tool, environment, key));
"""
_ENVIRONMENT = """
CREATE TABLE IF NOT EXISTS {0}.rows (
  entity TEXT NOT NULL, id TEXT NOT NULL, visible_at REAL NOT NULL, data TEXT NOT NULL,
  UNIQUE (entity, id));
CREATE TABLE IF NOT EXISTS {0}.counters (entity TEXT PRIMARY KEY, n INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS {0}.jobs (
  due REAL NOT NULL, name TEXT NOT NULL, payload TEXT NOT NULL, tool TEXT NOT NULL,
  arguments TEXT NOT NULL, idempotency_key TEXT);
"""


class Store:
    """Opens the databases of a trade, seeding them on first use."""

    def __init__(self, trade: Trade, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self.trade = trade
        self.clock = clock
        self.folder = folder
        self.databases = (*trade.environments, COMMON)
        self._prepare()

    @contextmanager
    def transaction(self) -> Generator[sqlite3.Connection]:
        """One write transaction over all databases; rolled back when the body raises."""
        with closing(self._connect()) as db:
            db.execute("BEGIN IMMEDIATE")
            with db:
                yield db

    def world(self, db: sqlite3.Connection, env: str) -> World:
        seed = int(self.meta(db, "seed") or 0)
        return World(db, env, self.trade.delays, self.trade.new_id, seed, self.clock())

    def meta(self, db: sqlite3.Connection, key: str) -> Any:
        row = db.execute("SELECT value FROM main.meta WHERE key = ?", (key,)).fetchone()
        return json.loads(row[0]) if row else None

    def reset(self, seed: int) -> None:
        """Empties everything, the log and the faults included, and seeds anew."""
        with self.transaction() as db:
            self._empty(db)
            self._seed(db, seed)

    def settle(self, db: sqlite3.Connection) -> None:
        """Finishes the submitted work whose time has come."""
        for env in self.databases:
            sql = f'SELECT rowid, * FROM "{env}".jobs WHERE due <= ? ORDER BY due'
            for rowid, _due, name, payload, tool, arguments, key in db.execute(
                sql, (self.clock(),)
            ).fetchall():
                db.execute(f'DELETE FROM "{env}".jobs WHERE rowid = ?', (rowid,))
                world = self.world(db, env)
                db.execute("SAVEPOINT job")
                try:
                    self.trade.jobs[name](world, json.loads(payload))
                    self.record(db, world, tool, json.loads(arguments), key)
                except BusinessError:
                    # What the work was about is gone or has changed: it never finishes.
                    db.execute("ROLLBACK TO job")
                db.execute("RELEASE job")

    def record(
        self, db: sqlite3.Connection, world: World, tool: str, arguments: Row, key: str | None
    ) -> list[Change]:
        """Appends the world's changes to the log and keeps its jobs; returns the logged ones."""
        logged = [change for change in world.changes if not change.side]
        sides = [change for change in world.changes if change.side]
        if not logged:
            logged, sides = sides, []
        environment = None if world.env == COMMON else world.env
        text = json.dumps(arguments, ensure_ascii=False)
        for change in logged:
            body = change.as_dict()
            if sides:
                body["also"] = [{"entity": s.entity, "id": s.id, **s.as_dict()} for s in sides]
                sides = []
            db.execute(
                "INSERT INTO main.effects (environment, tool, arguments, idempotency_key, entity,"
                " id, change) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (environment, tool, text, key, change.entity, change.id, _dump(body)),
            )
        for due, name, payload in world.jobs:
            db.execute(
                f'INSERT INTO "{world.env}".jobs VALUES (?, ?, ?, ?, ?, ?)',
                (due, name, _dump(payload), tool, text, key),
            )
        return logged

    def effects(self, since: int = 0) -> list[Row]:
        """Logged effects with a seq greater than `since`, oldest first."""
        with self.transaction() as db:
            self.settle(db)
            rows = db.execute("SELECT * FROM main.effects WHERE seq > ? ORDER BY seq", (since,))
            names = [column[0] for column in rows.description]
            found = [dict(zip(names, row, strict=True)) for row in rows]
        for effect in found:
            effect["arguments"] = json.loads(effect["arguments"])
            effect["change"] = json.loads(effect["change"])
        return found

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.folder / "control.db", isolation_level=None, timeout=10)
        # A killed process loses nothing without fsync; only a power cut would.
        db.execute("PRAGMA synchronous = OFF")
        for name in self.databases:
            db.execute(f'ATTACH ? AS "{name}"', (str(self.folder / f"{name}.db"),))
            db.execute(f'PRAGMA "{name}".synchronous = OFF')
        return db

    def _prepare(self) -> None:
        with self.transaction() as db:
            for statement in (_CONTROL + self._environment_tables()).split(";\n"):
                db.execute(statement)
            if self.meta(db, "seed") is None:
                self._seed(db, 0)

    def _environment_tables(self) -> str:
        return "".join(_ENVIRONMENT.format(f'"{name}"') for name in self.databases)

    def _empty(self, db: sqlite3.Connection) -> None:
        for table in ("meta", "effects", "faults", "corruptions", "replies"):
            db.execute(f"DELETE FROM main.{table}")
        db.execute("DELETE FROM main.sqlite_sequence WHERE name = 'effects'")
        for name in self.databases:
            for table in ("rows", "counters", "jobs"):
                db.execute(f'DELETE FROM "{name}".{table}')

    def _seed(self, db: sqlite3.Connection, seed: int) -> None:
        def put(env: str, entity: str, row: Row) -> None:
            db.execute(
                f'INSERT INTO "{env}".rows (entity, id, visible_at, data) VALUES (?, ?, 0, ?)',
                (entity, str(row["id"]), _dump(row)),
            )

        # Not for secrets: the same seed must draw the same business.
        fixtures = self.trade.seed(Seeder(seed, random.Random(seed), put))
        for key, value in (("seed", seed), ("fixtures", fixtures)):
            db.execute("INSERT INTO main.meta VALUES (?, ?)", (key, _dump(value)))


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
