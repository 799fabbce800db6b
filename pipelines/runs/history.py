"""A user's history: which conversations there are, and what the user made of each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Text, cast, select

from pipelines.runs.store import RunStore
from pipelines.runs.tables import conversations, runs
from tool_registry.base.caller import Caller
from tool_registry.base.sql import reading, upsert

TITLE = 120
"""Characters of a title that a user gives."""
_TOLD = 200
"""So many of the latest answers that have an id in them are looked at."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a user made of a conversation."""

    title: str = ""
    """The user's own name for it; empty: none."""
    pinned: bool = False
    deleted_at: float | None = None
    """What was said until then is not shown any more; seconds since 1970."""

    def hides(self, at: float) -> bool:
        """True for a message of that time that the user has deleted."""
        return self.deleted_at is not None and at <= self.deleted_at


NOTHING = Mark()


@dataclass(frozen=True, slots=True)
class Said:
    """One message, without what became of it."""

    session_id: str
    text: str
    status: str
    at: float
    worked: bool
    """False where nothing was planned."""


@dataclass(frozen=True, slots=True)
class History:
    """The conversations of one store."""

    store: RunStore

    def said(self, caller: Caller, limit: int, marks: Mapping[str, Mark]) -> list[Said]:
        """The caller's latest messages, the newest first; none that these marks hide."""
        columns = (runs.c.session_id, runs.c.request, runs.c.status, runs.c.created_at)
        columns = (*columns, runs.c.plan_digest)
        mine = (runs.c.tenant == caller.tenant, runs.c.user == caller.user)
        query = select(*columns).where(*mine).order_by(runs.c.created_at.desc()).limit(limit)
        with reading(self.store.engine) as connection:
            rows = connection.execute(query).all()
        return [
            Said(
                row.session_id,
                row.request["text"],
                row.status,
                row.created_at,
                row.plan_digest is not None,
            )
            for row in rows
            if not marks.get(row.session_id, NOTHING).hides(row.created_at)
        ]

    def told_of(self, caller: Caller, id: str, marks: Mapping[str, Mark]) -> set[str]:
        """The caller's conversations in which an answer tells of things whose id has this in it."""
        answer = runs.c.answer
        mine = (runs.c.tenant == caller.tenant, runs.c.user == caller.user)
        holds = cast(answer, Text).contains(id, autoescape=True)
        query = select(runs.c.session_id, runs.c.created_at, answer).where(*mine, holds)
        with reading(self.store.engine) as connection:
            rows = connection.execute(query.order_by(runs.c.created_at.desc()).limit(_TOLD)).all()
        return {
            row.session_id
            for row in rows
            if not marks.get(row.session_id, NOTHING).hides(row.created_at)
            if any(id in (one["id"] or "") for one in row.answer["summary"]["data"])
        }

    def said_in(self, caller: Caller, session_id: str) -> list[Said]:
        """The same of one conversation; nothing where the caller has none of that id."""
        mark = self.marks(caller, session_id).get(session_id, NOTHING)
        return [
            Said(session_id, run.request.text, run.status, run.created_at, run.chain is not None)
            for run in self.store.of_session(caller, session_id)
            if not mark.hides(run.created_at)
        ]

    def marks(self, caller: Caller, session_id: str | None = None) -> dict[str, Mark]:
        """By conversation what the caller made of it, of all or of one."""
        query = select(conversations).where(*_mine(caller))
        if session_id is not None:
            query = query.where(conversations.c.session_id == session_id)
        with reading(self.store.engine) as connection:
            rows = connection.execute(query).all()
        return {row.session_id: Mark(row.title, row.pinned, row.deleted_at) for row in rows}

    def change(self, caller: Caller, session_id: str, **changed: Any) -> None:
        """Sets fields of `Mark` for one conversation of the caller."""
        if not changed:
            return
        key = {"tenant": caller.tenant, "user": caller.user, "session_id": session_id}
        row = {**key, "title": "", "pinned": False, "deleted_at": None, **changed}
        with self.store.engine.begin() as connection:
            upsert(connection, conversations, [row], replaced=tuple(changed))


def _mine(caller: Caller) -> tuple[ColumnElement[bool], ...]:
    return conversations.c.tenant == caller.tenant, conversations.c.user == caller.user
