"""The ledger of effects: one row per planned call, written before the call leaves and after.

A row's key is the call's identity: tenant, environment, run, goal, ordinal, tool and arguments. The
same call planned again finds its row, and with it the result; the key also goes with the call, so
that a tool that honours keys does nothing twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from sqlalchemy import Row, Update, bindparam, select, update

from pipelines.runs.lease import Lease
from pipelines.runs.store import RunStore
from pipelines.runs.tables import ledger
from tool_registry.base.ids import digest
from tool_registry.base.redaction import mask_text
from tool_registry.base.sql import insert_new, reading
from tool_registry.base.types import JsonValue
from tool_registry.sources.result import Failure

State: TypeAlias = Literal["planned", "sent", "done", "failed", "unknown", "verified"]
"""`planned`: in rows of earlier versions alone, which wrote a call before it was to leave."""
Outcome: TypeAlias = Literal["done", "failed", "unknown", "verified"]


@dataclass(frozen=True, slots=True)
class Call:
    """One planned call. `read` is set for calls without effect, whose repeats are no repeats."""

    tenant: str
    environment: str
    step: str
    goal: str
    ordinal: int
    tool: str
    arguments: dict[str, JsonValue]
    read: bool = False

    def key(self, run_id: str) -> str:
        """The call's identity in that run: 64 hexadecimal digits."""
        identity: list[JsonValue] = [self.tenant, self.environment, run_id, self.goal]
        identity += [self.ordinal, self.tool, self.arguments]
        return digest([*identity, self.step] if self.read else identity)


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the ledger."""

    key: str
    run_id: str
    step: str
    tool: str
    environment: str
    arguments: dict[str, JsonValue]
    state: State
    attempts: int
    body: JsonValue
    failure: Failure | None
    sent_at: float | None
    ended_at: float | None


class Ledger:
    """The rows of one run, written under its lease."""

    def __init__(self, store: RunStore, lease: Lease) -> None:
        self._store = store
        self._lease = lease

    def leave(self, call: Call) -> tuple[Entry, bool]:
        """The call is about to leave, if it has no row yet: its row, and True where it is new.

        What has a row is left as it is, for the row to tell what may be done."""
        key = call.key(self._lease.run_id)
        with self._store.engine.begin() as connection:
            self._store.check(connection, self._lease)
            row = insert_new(connection, ledger, self._leaving(key, call))
            known = row or connection.execute(_ENTRY, {"of": key}).one()
        return _entry(known), row is not None

    def sent(self, key: str) -> None:
        """A call that has a row is about to leave, again or at last."""
        self._write(_SENT, key, {"now": self._store.clock.now()})

    def ended(
        self, key: str, outcome: Outcome, body: JsonValue = None, failure: Failure | None = None
    ) -> None:
        """What the call came to. Secrets that can be told by their looks are masked."""
        told = failure.model_dump(mode="json") if failure else None
        now = self._store.clock.now()
        ended = {"state": outcome, "body": _masked(body), "failure": _masked(told)}
        self._write(_CHANGE, key, {**ended, "ended_at": now})

    def entries(self) -> list[Entry]:
        """All rows of the run, in order of planning."""
        return entries(self._store, self._lease.run_id)

    def _write(self, change: Update, key: str, values: Mapping[str, JsonValue]) -> None:
        with self._store.engine.begin() as connection:
            self._store.check(connection, self._lease)
            connection.execute(change, {"of": key, **values})

    def _leaving(self, key: str, call: Call) -> dict[str, JsonValue]:
        now = self._store.clock.now()
        return {
            "key": key,
            "run_id": self._lease.run_id,
            "tenant": call.tenant,
            "environment": call.environment,
            "step": call.step,
            "goal": call.goal,
            "ordinal": call.ordinal,
            "tool": call.tool,
            "arguments": _masked(call.arguments),
            "state": "sent",
            "attempts": 1,
            "planned_at": now,
            "sent_at": now,
        }


# Put together once, as it takes longer than to execute them.
_ENTRY = select(ledger).where(ledger.c.key == bindparam("of"))
_ENTRIES = (
    select(ledger)
    .where(ledger.c.run_id == bindparam("of_run"))
    .order_by(ledger.c.planned_at, ledger.c.step)
)
_CHANGE = update(ledger).where(ledger.c.key == bindparam("of"))
_SENT = _CHANGE.values(state="sent", attempts=ledger.c.attempts + 1, sent_at=bindparam("now"))


def entries(store: RunStore, run_id: str) -> list[Entry]:
    """A run's rows, in order of planning; for those who only look."""
    with reading(store.engine) as connection:
        rows = connection.execute(_ENTRIES, {"of_run": run_id}).all()
    return [_entry(row) for row in rows]


def _entry(row: Row[Any]) -> Entry:
    return Entry(
        key=row.key,
        run_id=row.run_id,
        step=row.step,
        tool=row.tool,
        environment=row.environment,
        arguments=row.arguments,
        state=row.state,
        attempts=row.attempts,
        body=row.body,
        failure=Failure.model_validate(row.failure) if row.failure else None,
        sent_at=row.sent_at,
        ended_at=row.ended_at,
    )


def _masked(value: JsonValue) -> JsonValue:
    """Secrets masked by their looks only: later steps may need a field that is called a secret."""
    if isinstance(value, str):
        return mask_text(value)
    if isinstance(value, list):
        return [_masked(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, dict):
        return {key: _masked(item) for key, item in value.items()}  # pyright: ignore
    return value
