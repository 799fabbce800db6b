"""Where the entities of conversations are kept, each with its environment, for a time."""

from collections.abc import Sequence
from typing import Protocol

from sqlalchemy import ColumnElement, delete, insert, select

from pipelines.contracts.conversation import Remembered
from pipelines.contracts.request import Request
from pipelines.runs.store import RunStore
from pipelines.runs.tables import memory
from tool_registry.base.ids import digest
from tool_registry.base.redaction import mask, mask_text
from tool_registry.base.sql import noting, reading

KEPT = 200
"""Entities that one conversation remembers at most."""


class Entities(Protocol):
    """Keeps them by conversation; what is handed in has its secrets masked before it is kept."""

    @property
    def problem(self) -> str | None:
        """Why what was kept may not be found, or None."""
        ...

    def keep(self, request: Request, found: Sequence[Remembered], seconds: float) -> None:
        """Adds them, the latest first in `found`; they are forgotten after the seconds."""
        ...

    def known(self, request: Request) -> list[Remembered]:
        """All that are remembered, the latest first."""
        ...

    def drop(self, request: Request, gone: Sequence[Remembered]) -> None:
        """Takes out what is of the same kind as one of `gone`, and alike in an attribute."""
        ...


def conversation_of(request: Request) -> str:
    """What a conversation is kept under: the same name of another user is another one."""
    return digest([request.caller.user, request.session_id])


def masked(item: Remembered) -> Remembered:
    """As it is kept."""
    attributes = {name: str(value) for name, value in mask(dict(item.attributes)).items()}
    return Remembered(item.entity, attributes, item.environment, mask_text(item.words))


def alike(item: Remembered, gone: Sequence[Remembered]) -> bool:
    """True where it is one of `gone`, as far as its attributes tell."""
    told = {(one.entity, *pair) for one in gone for pair in one.attributes.items()}
    return any((item.entity, *pair) in told for pair in item.attributes.items())


class StoredEntities:
    """In the database of runs, which several instances can share."""

    problem = None

    def __init__(self, store: RunStore) -> None:
        self._store = store

    def keep(self, request: Request, found: Sequence[Remembered], seconds: float) -> None:
        """Adds rows, and takes out the ones whose time is over."""
        now = self._store.clock.now()
        rows = [
            {
                "tenant": request.caller.tenant,
                "session_id": conversation_of(request),
                "environment": item.environment,
                "entity": item.entity,
                "attributes": dict(item.attributes),
                "words": item.words,
                "expires_at": now + seconds,
            }
            for item in map(masked, reversed(found))
        ]
        with noting(self._store.engine) as connection:
            connection.execute(delete(memory).where(memory.c.expires_at <= now))
            if rows:
                connection.execute(insert(memory), rows)

    def known(self, request: Request) -> list[Remembered]:
        """The rows whose time is not over."""
        fresh = memory.c.expires_at > self._store.clock.now()
        query = select(memory).where(*_mine(request), fresh)
        with reading(self._store.engine) as connection:
            rows = connection.execute(query.order_by(memory.c.id.desc()).limit(KEPT)).all()
        return [Remembered(r.entity, r.attributes, r.environment, r.words) for r in rows]

    def drop(self, request: Request, gone: Sequence[Remembered]) -> None:
        """Deletes their rows."""
        with noting(self._store.engine) as connection:
            rows = connection.execute(select(memory).where(*_mine(request))).all()
            dead = [
                row.id
                for row in rows
                if alike(Remembered(row.entity, row.attributes, row.environment), gone)
            ]
            connection.execute(delete(memory).where(memory.c.id.in_(dead)))


def _mine(request: Request) -> tuple[ColumnElement[bool], ...]:
    return (
        memory.c.tenant == request.caller.tenant,
        memory.c.session_id == conversation_of(request),
    )
