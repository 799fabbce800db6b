"""The statements on runs that are asked most, put together once for all."""

from typing import Any

from sqlalchemy import JSON, Float, String, bindparam, delete, func, insert, select, update
from sqlalchemy.sql.dml import ReturningInsert

from pipelines.runs.tables import baselines, events, runs

HELD = (
    runs.c.id == bindparam("of_run"),
    runs.c.epoch == bindparam("of_epoch"),
    runs.c.holder == bindparam("of_holder"),
)
CHANGE_HELD = update(runs).where(*HELD)
CHANGE = update(runs).where(runs.c.id == bindparam("of_run"))
PLAN_DIGEST = select(runs.c.plan_digest).where(runs.c.id == bindparam("of_run"))
DROP_BASELINE = delete(baselines).where(baselines.c.run_id == bindparam("of_run"))
ADD_BASELINE = insert(baselines)
RECENT = (
    select(runs)
    .where(runs.c.tenant == bindparam("of_tenant"), runs.c.user == bindparam("of_user"))
    .order_by(runs.c.created_at.desc())
    .limit(bindparam("most"))
)
OF_SESSION = RECENT.where(runs.c.session_id == bindparam("of_session"))
GET = select(runs).where(runs.c.id == bindparam("run"))


def _append() -> ReturningInsert[Any]:
    """One event behind the others of its run, if the lease is still the writer's: its number."""
    run = bindparam("of_run", type_=String)
    last = select(func.coalesce(func.max(events.c.seq), 0)).where(events.c.run_id == run)
    row = select(
        run,
        last.scalar_subquery() + 1,
        bindparam("kind", type_=String),
        bindparam("told", type_=JSON),
        bindparam("now", type_=Float),
    ).where(*HELD)
    columns = ["run_id", "seq", "type", "data", "at"]
    return insert(events).from_select(columns, row).returning(events.c.seq)


APPEND = _append()
