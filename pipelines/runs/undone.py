"""Which calls were taken back, and by which call: the ledger of the undoing run tells if it did."""

from collections.abc import Collection, Mapping

from sqlalchemy import delete, insert, select

from pipelines.runs.lease import Lease
from pipelines.runs.store import RunStore
from pipelines.runs.tables import ledger, undoings
from tool_registry.base.sql import reading

_TAKEN_BACK = ("done", "verified")


def note_undoing(store: RunStore, lease: Lease, steps: Mapping[str, str]) -> None:
    """Before an undoing run calls anything: the key of each call that it is to take back → the
    step that does it. An earlier attempt at the same call is forgotten."""
    with store.engine.begin() as connection:
        store.check(connection, lease)
        connection.execute(delete(undoings).where(undoings.c.key.in_(list(steps))))
        rows = [{"key": key, "run_id": lease.run_id, "step": step} for key, step in steps.items()]
        if rows:
            connection.execute(insert(undoings), rows)


def taken_back_by(store: RunStore, run_id: str) -> dict[str, str]:
    """Step of an undoing run → key of the call that it takes back, until the next attempt."""
    query = select(undoings.c.step, undoings.c.key).where(undoings.c.run_id == run_id)
    with reading(store.engine) as connection:
        return {row.step: row.key for row in connection.execute(query)}


def undone(store: RunStore, keys: Collection[str]) -> frozenset[str]:
    """Those of the calls that were taken back."""
    query = (
        select(undoings.c.key)
        .join(ledger, (ledger.c.run_id == undoings.c.run_id) & (ledger.c.step == undoings.c.step))
        .where(undoings.c.key.in_(list(keys)), ledger.c.state.in_(_TAKEN_BACK))
    )
    with reading(store.engine) as connection:
        return frozenset(connection.execute(query).scalars())


def is_undoing(store: RunStore, run_id: str) -> bool:
    """True for a run that takes others back."""
    query = select(undoings.c.key).where(undoings.c.run_id == run_id).limit(1)
    with reading(store.engine) as connection:
        return connection.execute(query).first() is not None
