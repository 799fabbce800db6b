"""The registry database and its transactions."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Table,
    and_,
    insert,
    or_,
    select,
    update,
)

from tool_registry.base.caller import Caller, Scope
from tool_registry.base.clock import Clock
from tool_registry.base.ids import digest
from tool_registry.base.redaction import mask
from tool_registry.base.sql import bring_up, noting, open_database, reading
from tool_registry.base.types import JsonValue
from tool_registry.stores.errors import NotThere
from tool_registry.stores.permissions import Verb, check
from tool_registry.stores.space import EVERY_TENANT, Space
from tool_registry.stores.tables import SCHEMA, audit, revisions, sources

_LAST = select(audit.c.chain).order_by(audit.c.id.desc()).limit(1)
_REVISION = select(revisions.c.revision)
"""Every request asks for it."""


@dataclass(frozen=True, slots=True)
class Writing:
    """One transaction that writes, and for whom."""

    connection: Connection
    caller: Caller
    at: float
    revision: int = 0
    """What the registry has once this is done; 0 where the pool is left as it is."""

    def note(self, what: str, subject: str, space: Space, **detail: JsonValue) -> None:
        """Adds a row to the audit; secrets are masked."""
        values = space.model_dump(mode="json")
        values |= {"who": self.caller.user, "what": what, "subject": subject, "at": self.at}
        values |= {"detail": mask(detail)}
        self.alone()
        before = self.connection.execute(_LAST).scalar()
        self.connection.execute(insert(audit).values(**values, chain=chained(before, values)))

    def alone(self) -> None:
        """Lets nobody else write a change until the end."""
        if self.connection.dialect.name == "postgresql":  # SQLite has one writer at a time
            self.connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7263548191)")

    def _may(self, verb: Verb, row: Row[Any]) -> None:
        source = getattr(row, "source", row.id)
        query = select(sources.c.created_by).where(sources.c.id == source)
        check(self.caller, verb, space_of(row), self.connection.execute(query).scalar())

    def changed(self, verb: Verb, table: Table, id: str) -> Row[Any]:
        """The row of that id, locked until the end, which the caller may do that to.

        NotThere where the caller sees none, Forbidden where the caller may not."""
        row = self.seen(table, id)
        self._may(verb, row)
        return row

    def seen(self, table: Table, id: str) -> Row[Any]:
        """The row of that id, locked until the end; NotThere where the caller sees none."""
        query = select(table).where(table.c.id == id, visible_to(self.caller, table))
        row = self.connection.execute(query.with_for_update()).first()
        if row is None:
            raise NotThere(id)
        return row


def chained(before: str | None, values: dict[str, JsonValue]) -> str:
    """The hash that a row of the audit carries, with that of the row before it."""
    return digest([before, values])


class Database:
    """The registry's tables. Safe with several processes on one database."""

    def __init__(self, where: Path | str, clock: Clock | None = None) -> None:
        """`where`: an SQLite file, or an SQLAlchemy URL. Its tables are migrated.

        Raises ConfigurationError for a database that cannot be used or is of a newer program.
        """
        self.clock = clock or Clock()
        self.engine = open_database(where)
        bring_up(self.engine, SCHEMA)
        self._recording: ContextVar[Writing | None] = ContextVar("recording", default=None)

    def close(self) -> None:
        """Ends all connections."""
        self.engine.dispose()

    @cached_property
    def id(self) -> str:
        """Which database this is: another one has another id."""
        return cast("str", self.rows(select(revisions.c.id))[0][0])

    def revision(self) -> int:
        """How often the pool was changed."""
        return cast("int", self.rows(_REVISION)[0][0])

    def rows(self, query: Select[*tuple[Any, ...]]) -> Sequence[Row[Any]]:
        """All rows of a query."""
        with reading(self.engine) as connection:
            return connection.execute(query).all()

    def sees(self, caller: Caller, table: Table, id: str) -> Row[Any]:
        """The row of that id; NotThere where the caller sees none."""
        found = self.rows(select(table).where(table.c.id == id, visible_to(caller, table)))
        if not found:
            raise NotThere(id)
        return found[0]

    @contextmanager
    def changing(self, caller: Caller) -> Generator[Writing]:
        """A transaction that changes the pool, so that the registry has another revision."""
        with self.engine.begin() as connection:
            step = update(revisions).values(revision=revisions.c.revision + 1)
            revision = connection.execute(step.returning(revisions.c.revision)).scalar_one()
            yield Writing(connection, caller, self.clock.now(), revision)

    @contextmanager
    def recording(self, caller: Caller) -> Generator[Writing]:
        """A transaction that leaves the pool as it is, with what runs have shown.

        Inside of another one for the same caller it is a part of that one."""
        around = self._recording.get()
        if around is not None and around.caller == caller:
            yield around
            return
        with noting(self.engine) as connection:
            token = self._recording.set(Writing(connection, caller, self.clock.now()))
            try:
                yield cast("Writing", self._recording.get())
            finally:
                self._recording.reset(token)


class Repository:
    """One part of what the registry keeps."""

    def __init__(self, database: Database) -> None:
        self.database = database


def space_of(row: Row[Any]) -> Space:
    """The space that the scope columns of a row name."""
    return Space(tenant=row.tenant, scope=row.scope, project=row.project, owner=row.owner)


def visible_to(caller: Caller, table: Table) -> ColumnElement[bool]:
    """`Space.is_open_to` in SQL, for a table with the columns of a space."""
    c = table.c
    tenant = c.tenant.in_([EVERY_TENANT, caller.tenant])  # in each part, for the indexes
    return or_(
        and_(tenant, c.scope == Scope.PUBLIC.value),
        and_(tenant, c.scope == Scope.PROJECT.value, c.project.in_(caller.projects)),
        and_(tenant, c.scope == Scope.PERSONAL.value, c.owner == caller.user),
    )
