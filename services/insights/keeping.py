"""Brings what is kept for figures up to date with the runs that have ended.

It is done when somebody looks, not when a run ends, so that requests pay nothing for it."""

import time
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, and_, delete, func, select, update

from pipelines.runs.tables import events, runs
from services.insights.outcomes import Ending
from services.insights.tables import QUARTER, SCHEMA, calls, ended
from services.insights.wording import thing
from tool_registry.base.sql import bring_up, reading, upsert
from tool_registry.base.types import as_object
from tool_registry.vocabulary.language import language_of

_SECONDS = 2.0
"""So long one look works on what is missing; the rest is left to the next one."""
_BATCH = 500
_LATE = 60.0
"""Seconds by which a run may be stored later than it says that it ended."""
_OF_SENTENCE = ("request_run", "language")
_OF_REQUEST = (*_OF_SENTENCE, "project", "environment", "entity", "action")
_COLUMNS = (
    runs.c.id,
    runs.c.tenant,
    runs.c.user,
    runs.c.session_id,
    runs.c.status,
    runs.c.request,
    runs.c.answer,
    runs.c.created_at,
    runs.c.due_at,
    runs.c.finished_at,
)


def catch_up(engine: Engine, seconds: float = _SECONDS) -> int:
    """Takes in what has ended since; how many ended runs are still missing after so many seconds.

    Several processes may do it at once: each takes in the same."""
    bring_up(engine, SCHEMA)
    until = time.monotonic() + seconds
    while batch := _missing(engine):
        with engine.begin() as connection:
            _take_in(connection, batch)
        if len(batch) < _BATCH:
            return 0
        if time.monotonic() >= until:
            return _left(engine)
    return 0


def _missing(engine: Engine) -> Sequence[Any]:
    """The next ones, the oldest end first."""
    with reading(engine) as connection:
        query = select(*_COLUMNS).select_from(_unkept()).where(*_since(connection))
        return connection.execute(query.order_by(runs.c.finished_at).limit(_BATCH)).all()


def _left(engine: Engine) -> int:
    with reading(engine) as connection:
        query = select(func.count()).select_from(_unkept()).where(*_since(connection))
        return int(connection.execute(query).scalar_one())


def _unkept() -> Any:
    same = and_(ended.c.run_id == runs.c.id, ended.c.finished_at == runs.c.finished_at)
    return runs.outerjoin(ended, same)


def _since(connection: Connection) -> tuple[Any, ...]:
    latest = connection.execute(select(func.max(ended.c.finished_at))).scalar()
    late = 0.0 if latest is None else float(latest) - _LATE
    return runs.c.finished_at >= late, ended.c.run_id.is_(None), runs.c.user.is_not(None)


def _take_in(connection: Connection, batch: Sequence[Any]) -> None:
    ids = [row.id for row in batch]
    reasons, unsent = _reasons(connection, ids), _unsent(connection, ids)
    rows: list[dict[str, Any]] = []
    used: list[dict[str, Any]] = []
    unread: list[str] = []
    for row in batch:
        ending = Ending(
            row.status,
            as_object(row.request),
            as_object(row.answer),
            reasons.get(row.id, ""),
            frozenset(unsent.get(row.id, ())),
        )
        rows.append(_kept(row, ending))
        unread += [] if ending.intent else [row.id]
        used += [
            {"run_id": row.id, "tool": tool, "calls": times, "failed": failed, "place": place}
            for place, (tool, (times, failed)) in enumerate(ending.tools().items())
        ]
    upsert(connection, ended, rows, replaced=[c.name for c in ended.c if not c.primary_key])
    connection.execute(delete(calls).where(calls.c.run_id.in_(ids)))
    if used:
        connection.execute(calls.insert(), used)
    _belong(connection, ids, unread)
    _go_on(connection, batch)


def _reasons(connection: Connection, ids: Sequence[str]) -> dict[str, str]:
    query = select(events.c.run_id, events.c.data).where(
        events.c.run_id.in_(ids), events.c.type == "refused"
    )
    return {row.run_id: str(as_object(row.data).get("reason")) for row in connection.execute(query)}


def _unsent(connection: Connection, ids: Sequence[str]) -> dict[str, set[str]]:
    """The steps of each run that failed, and never began."""
    query = select(events.c.run_id, events.c.type, events.c.data).where(
        events.c.run_id.in_(ids), events.c.type.in_(("step_started", "step_finished"))
    )
    began: dict[str, set[str]] = {}
    over: dict[str, set[str]] = {}
    for row in connection.execute(query):
        told = as_object(row.data)
        if row.type == "step_started" or told.get("status") == "failed":
            found = began if row.type == "step_started" else over
            found.setdefault(row.run_id, set()).add(str(told.get("step")))
    return {run: steps - began.get(run, set()) for run, steps in over.items()}


def _kept(row: Any, ending: Ending) -> dict[str, Any]:
    began = max(row.created_at, row.due_at or 0.0)
    return {
        "run_id": row.id,
        "tenant": row.tenant,
        "user": row.user,
        "session_id": row.session_id,
        "project": ending.project(),
        "environment": ending.environment(),
        "language": language_of(str(ending.request.get("text", ""))),
        "entity": thing(ending),
        "action": ending.action(),
        "outcome": ending.outcome(),
        "asks": ending.asks(),
        "takes_up": ending.takes_up(),
        "went_on": False,
        "quarter": int(row.created_at // QUARTER),
        "started_at": row.created_at,
        "finished_at": row.finished_at,
        "seconds": max(0.0, row.finished_at - began),
        "request_run": row.id,
    }


def _go_on(connection: Connection, batch: Sequence[Any]) -> None:
    """A question that the next message took up is no request of its own any more."""
    later = ended.alias()
    same = (later.c[name] == ended.c[name] for name in ("tenant", "user", "session_id"))
    after = select(later.c.takes_up).where(*same, later.c.started_at > ended.c.started_at)
    following = after.order_by(later.c.started_at).limit(1).scalar_subquery()
    sessions = {row.session_id for row in batch}
    asking = (ended.c.asks, ended.c.session_id.in_(sessions), following)
    connection.execute(update(ended).where(*asking).values(went_on=True))


def _belong(connection: Connection, ids: Sequence[str], unread: Collection[str]) -> None:
    """What answers or declines a question is of that one's request, and where nothing was read in
    it ("no"), also of its environment, kind of thing and language."""
    query = select(ended).where(ended.c.run_id.in_(ids), ended.c.takes_up)
    for row in connection.execute(query.order_by(ended.c.started_at)).all():
        same = (ended.c[name] == getattr(row, name) for name in ("tenant", "user", "session_id"))
        earlier = select(ended).where(*same, ended.c.started_at < row.started_at)
        asked = connection.execute(earlier.order_by(ended.c.started_at.desc()).limit(1)).first()
        if asked is None or not asked.asks:
            continue
        names = _OF_REQUEST if row.run_id in unread else _OF_SENTENCE
        values = {name: getattr(asked, name) for name in names}
        connection.execute(update(ended).where(ended.c.run_id == row.run_id).values(**values))
