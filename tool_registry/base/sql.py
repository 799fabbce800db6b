"""SQL databases through SQLAlchemy: SQLite by default, PostgreSQL by URL.

SQLite is set up for several processes at once: write-ahead log, waiting instead of failing when
another one writes, and transactions that take the write lock at their start.
"""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    Table,
    create_engine,
    event,
    inspect,
    select,
)
from sqlalchemy.exc import DatabaseError

from tool_registry.base.errors import ConfigurationError

_WAIT_MS = 15_000
"""How long a process waits for another one that writes."""


def open_database(where: Path | str) -> Engine:
    """The database in a file, or at an SQLAlchemy URL (text with `://`).

    Raises ConfigurationError, naming the place, where it cannot be opened or is no database.
    """
    url = str(where)
    if "://" not in url:
        Path(where).parent.mkdir(parents=True, exist_ok=True)
        url = f"sqlite:///{where}"
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_immediate)
    return engine


@contextmanager
def reading(engine: Engine) -> Generator[Connection]:
    """A connection for reading, which does not wait for those that write."""
    with engine.connect().execution_options(reading=True) as connection, connection.begin():
        yield connection


def create_tables(engine: Engine, metadata: MetaData, version: int, what: str) -> None:
    """Creates what is missing and notes the schema's version.

    Raises ConfigurationError where the database was written by a newer program, or cannot be used.
    """
    versions = Table(
        f"{what}_schema",
        metadata,
        Column("version", Integer, primary_key=True),
        extend_existing=True,
    )
    try:
        with engine.begin() as connection:
            _lock_schema(connection)
            if inspect(connection).has_table(versions.name):
                found = connection.execute(select(versions.c.version)).scalar_one()
                if found > version:
                    raise ConfigurationError(_too_new(engine, found, version))
                return
            metadata.create_all(connection)
            connection.execute(versions.insert().values(version=version))
    except DatabaseError as error:
        place = engine.url.render_as_string(hide_password=True)
        raise ConfigurationError(f"database {place} cannot be used: {error.orig}") from error


def _too_new(engine: Engine, found: int, version: int) -> str:
    place = engine.url.render_as_string(hide_password=True)
    return (
        f"database {place} has schema version {found}, and this program knows {version}: "
        "use the newer program that wrote it, or another database"
    )


def _lock_schema(connection: Connection) -> None:
    """On PostgreSQL only one process at a time creates tables; SQLite's transaction does that."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7263548190)")


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # SQLAlchemy is to begin transactions, not the driver: the driver's own begin takes no lock.
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout = {_WAIT_MS}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_immediate(connection: Connection) -> None:
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
