"""The runs behind a number, one by one, as far as somebody may see them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict
from sqlalchemy import ColumnElement, Connection, Engine, and_, func, select

from pipelines.runs.tables import conversations, runs
from services.insights.asking import Span, Which
from services.insights.outcomes import COUNTED, LOST, Outcome
from services.insights.reach import Reach
from services.insights.tables import calls, ended
from tool_registry.base.caller import Caller
from tool_registry.base.sql import reading
from tool_registry.base.types import Object, as_object

_FAILURES = 1000
"""So many failed calls are gone through, the latest."""


class Behind(BaseModel):
    """One run behind a number. What somebody else said, and who that was, is not told."""

    model_config = ConfigDict(frozen=True)

    run_id: str
    at: float
    """When it began; seconds since 1970."""
    seconds: float
    project: str
    environment: str
    entity: str
    language: str
    outcome: Outcome
    tools: dict[str, int]
    """Tool → how often it was called, in the order of the first calls."""
    failed: tuple[str, ...]
    """Of these, those of which a call failed or nobody knows."""
    session_id: str | None
    text: str | None
    """The request that it belongs to; of the asking person's own runs only."""
    deleted: bool = False
    """Its conversation was deleted since; of own runs only."""
    reason: str | None = None
    """Why it did not come to its end, as its person was told: one line, of own runs only."""


class Listed(BaseModel):
    """A page of them, the newest first."""

    runs: list[Behind]
    total: int
    """That may be seen one by one."""
    hidden: int
    """That are counted, and may not."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which number is opened."""

    span: Span
    which: Which
    tool: str | None = None
    failed: bool = False
    """Of `tool`: only where a call of it failed or nobody knows."""
    requests: bool = False
    """Only where something was to be carried out."""


def behind(
    engine: Engine, reach: Reach, wanted: Wanted, page: tuple[int, int], seen: Collection[str]
) -> Listed:
    """A page (how many, from which on) of the runs behind a number. Of a tool that is not among
    the `seen` ones only the asking person's own runs are told, and counted."""
    chosen = [*_conditions(wanted), wanted.span.within(), *wanted.which.rows()]
    if wanted.tool is not None and wanted.tool not in seen:
        chosen.append(ended.c.user == reach.caller.user)
    limit, offset = page
    query = select(ended).where(reach.opened(), *chosen)
    order = (ended.c.started_at.desc(), ended.c.run_id)
    with reading(engine) as connection:
        rows = connection.execute(query.order_by(*order).limit(limit).offset(offset)).all()
        total, counted = (
            _number(connection, who, chosen) for who in (reach.opened(), reach.counted())
        )
        used = _used(connection, [row.run_id for row in rows])
        said = _said(connection, [row for row in rows if row.user == reach.caller.user])
    told = [_behind(row, used.get(row.run_id, []), said.get(row.run_id, {})) for row in rows]
    return Listed(runs=told, total=total, hidden=counted - total)


class FailedIn(NamedTuple):
    """A conversation of the caller's."""

    session_id: str
    deleted: bool


def own_failures(engine: Engine, caller: Caller) -> dict[str, FailedIn]:
    """Tool → the conversation of the caller's last run in which a call of it failed."""
    own = (ended.c.tenant == caller.tenant, ended.c.user == caller.user, calls.c.failed > 0)
    both = calls.join(ended, ended.c.run_id == calls.c.run_id).outerjoin(conversations, _talk())
    columns = (calls.c.tool, ended.c.session_id, _deleted().label("deleted"))
    query = select(*columns).select_from(both).where(*own)
    query = query.order_by(ended.c.started_at.desc()).limit(_FAILURES)
    found: dict[str, FailedIn] = {}
    with reading(engine) as connection:
        for row in connection.execute(query):
            found.setdefault(row.tool, FailedIn(row.session_id, bool(row.deleted)))
    return found


def _talk() -> ColumnElement[bool]:
    """What its person has made of a run's conversation."""
    names = ("tenant", "user", "session_id")
    return and_(*(conversations.c[name] == ended.c[name] for name in names))


def _deleted() -> ColumnElement[bool]:
    """True for what was said before its conversation was deleted; unknown where it never was."""
    return ended.c.started_at <= conversations.c.deleted_at


def _conditions(wanted: Wanted) -> list[Any]:
    if wanted.tool is None:
        # A question that was answered is no request; the calls of a tool are in every run.
        own = [ended.c.outcome.in_(COUNTED)] if wanted.requests else []
        return [ended.c.went_on.is_(False), *own]
    called = select(calls.c.run_id).where(calls.c.tool == wanted.tool)
    called = called.where(calls.c.failed > 0) if wanted.failed else called
    return [ended.c.run_id.in_(called)]


def _number(connection: Connection, who: Any, chosen: list[Any]) -> int:
    query = select(func.count()).select_from(ended).where(who, *chosen)
    return int(connection.execute(query).scalar_one())


def _used(connection: Connection, ids: list[str]) -> dict[str, list[Any]]:
    query = select(calls).where(calls.c.run_id.in_(ids)).order_by(calls.c.place)
    found: dict[str, list[Any]] = {}
    for row in connection.execute(query):
        found.setdefault(row.run_id, []).append(row)
    return found


def texts_of(connection: Connection, own: Sequence[Any]) -> dict[str, str]:
    """Run → what was asked for: a reply to a question is told as the request that it completes."""
    ids = {id for row in own for id in (row.run_id, row.request_run)}
    query = select(runs.c.id, runs.c.request, runs.c.answer).where(runs.c.id.in_(ids))
    said = {row.id: row for row in connection.execute(query)}
    return {row.run_id: _text(said, row) for row in own if row.run_id in said}


def _text(said: Mapping[str, Any], row: Any) -> str:
    if row.request_run == row.run_id:
        return str(as_object(said[row.run_id].request).get("text"))
    whole = as_object(as_object(said[row.run_id].answer).get("intent")).get("text")
    begun = said.get(row.request_run, said[row.run_id])
    return str(whole or as_object(begun.request).get("text"))


def _said(connection: Connection, own: Sequence[Any]) -> dict[str, dict[str, Any]]:
    """Run → what only its own person is told of it, by the names of `Behind`."""
    chosen = ended.c.run_id.in_([row.run_id for row in own])
    both = ended.join(runs, runs.c.id == ended.c.run_id).outerjoin(conversations, _talk())
    columns = (ended.c.run_id, ended.c.session_id, ended.c.outcome, runs.c.answer)
    query = select(*columns, _deleted().label("deleted")).select_from(both).where(chosen)
    texts = texts_of(connection, own)
    return {
        row.run_id: {
            "text": texts[row.run_id],
            "session_id": row.session_id,
            "deleted": bool(row.deleted),
            "reason": _reason(as_object(row.answer)) if row.outcome in LOST else None,
        }
        for row in connection.execute(query)
    }


def _reason(answer: Object) -> str | None:
    """The first line of what was said last."""
    summary = as_object(answer.get("summary"))
    told = answer.get("question") or summary.get("lead") or summary.get("text") or ""
    return next(iter(str(told).strip().splitlines()), None)


def _behind(row: Any, used: list[Any], said: Mapping[str, Any]) -> Behind:
    own: dict[str, Any] = {"session_id": None, "text": None, **said}
    return Behind(
        run_id=row.run_id,
        at=row.started_at,
        seconds=row.seconds,
        project=row.project,
        environment=row.environment,
        entity=row.entity,
        language=row.language,
        outcome=row.outcome,
        tools={one.tool: one.calls for one in used},
        failed=tuple(one.tool for one in used if one.failed),
        **own,
    )
