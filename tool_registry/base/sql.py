"""SQL databases through SQLAlchemy: SQLite by default, PostgreSQL by URL.

SQLite is set up for several processes at once: write-ahead log, waiting instead of failing when
another one writes, and transactions that take the write lock at their start.
"""

import random
import sqlite3
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Connection, Engine, Row, Table, create_engine, event, func, inspect
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError, ProgrammingError

from tool_registry.base.errors import ConfigurationError

_WAIT = 60.0
"""Seconds that a process waits for another one that writes, in all."""
_WAIT_MS = 15_000
"""Milliseconds of one try: SQLite does not let those that wait longest go first."""
_PAUSES = (0.005, 0.05)
"""Seconds between two tries, drawn, so that many that wait do not come back together."""
_TAKEN = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


@dataclass(frozen=True, slots=True)
class Schema:
    """Tables that are migrated together. To change them: a file in `migrations`, a new `version`.

    Versions are Alembic revisions that sort as text: `0001`, `0002`, ….
    """

    name: str
    version: str
    """The latest one, so that a start need not read the migrations."""
    migrations: Path
    """Folder of the migrations."""

    @property
    def version_table(self) -> str:
        """Where a database says which version it has."""
        return f"{self.name}_version"


def open_database(where: Path | str) -> Engine:
    """The database in a file, or at an SQLAlchemy URL (text with `://`).

    Raises ConfigurationError, naming the place, where it cannot be opened or is no database.
    """
    url = str(where)
    if "://" not in url:
        Path(where).parent.mkdir(parents=True, exist_ok=True)
        url = f"sqlite:///{where}"
    try:
        engine = create_engine(url)
    except ArgumentError as error:
        raise ConfigurationError(f"the database's URL cannot be read: {error}") from error
    except ImportError as error:
        reason = f"the database's driver is not installed ({error.name}): pip install it"
        raise ConfigurationError(reason) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_immediate)
    return engine


@contextmanager
def reading(engine: Engine) -> Generator[Connection]:
    """A connection for reading, which does not wait for those that write."""
    with engine.connect().execution_options(reading=True) as connection, connection.begin():
        yield connection


@contextmanager
def noting(engine: Engine) -> Generator[Connection]:
    """A transaction that does not wait for the disk: for what may be lost with the machine's power,
    though not with the process. What is committed after it in another way makes it last, too."""
    with engine.connect().execution_options(noting=True) as connection, connection.begin():
        yield connection


def upsert(
    connection: Connection,
    table: Table,
    rows: Sequence[Mapping[str, object]],
    *,
    replaced: Sequence[str] = (),
    added: Sequence[str] = (),
    latest: Sequence[str] = (),
) -> None:
    """Inserts rows; where one of that primary key is there, changes the named columns of it.

    `replaced` take the new value, `added` the sum, `latest` the new value unless it is None.
    """
    columns = (tuple(replaced), tuple(added), tuple(latest))
    connection.execute(_upsertion(connection.dialect.name, table, *columns), rows)


def insert_new(
    connection: Connection, table: Table, values: Mapping[str, object]
) -> Row[Any] | None:
    """Inserts a row and returns it; None where a row of that key is there."""
    return connection.execute(_new_only(connection.dialect.name, table), values).first()


# To put a statement together takes longer than to execute it, so each is put together once.
@cache
def _new_only(dialect: str, table: Table) -> Any:
    return _insertion(dialect, table).on_conflict_do_nothing().returning(*table.c)


@cache
def _upsertion(
    dialect: str,
    table: Table,
    replaced: tuple[str, ...],
    added: tuple[str, ...],
    latest: tuple[str, ...],
) -> Any:
    adding = _insertion(dialect, table)
    new, old = adding.excluded, table.c
    changes = {
        **{name: new[name] for name in replaced},
        **{name: old[name] + new[name] for name in added},
        **{name: func.coalesce(new[name], old[name]) for name in latest},
    }
    keys = [column.name for column in table.primary_key]
    return adding.on_conflict_do_update(index_elements=keys, set_=changes)


def _insertion(dialect: str, table: Table) -> Any:
    # The dialect in use is loaded already; the other one takes long and is not needed.
    if dialect == "postgresql":
        from sqlalchemy.dialects.postgresql import insert
    else:
        from sqlalchemy.dialects.sqlite import insert
    return insert(table)


def bring_up(engine: Engine, schema: Schema) -> None:
    """Creates or migrates the schema's tables; one look at the version where they are up to date.

    Raises ConfigurationError where the database was written by a newer program, or cannot be used.
    """
    try:
        found = _version(engine, schema)
        if found is not None and found > schema.version:
            raise ConfigurationError(_too_new(engine, found, schema.version))
        if found != schema.version:
            _migrate(engine, schema)
    except DatabaseError as error:
        raise ConfigurationError(
            f"database {_place(engine)} cannot be used: {_line(error)}"
        ) from error


def _version(engine: Engine, schema: Schema) -> str | None:
    """The database's version; None where it has none yet. One query, as every start asks."""
    query = f"SELECT version_num FROM {schema.version_table}"
    try:
        with reading(engine) as connection:
            return connection.exec_driver_sql(query).scalar()
    except (OperationalError, ProgrammingError):
        with reading(engine) as connection:
            if inspect(connection).has_table(schema.version_table):
                # Another process made it between the two looks, or the error comes again.
                return connection.exec_driver_sql(query).scalar()
        return None


def _migrate(engine: Engine, schema: Schema) -> None:
    # Only here, because a start with an up-to-date database needs none of it.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", _option(Path(__file__).with_name("migrating")))
    config.set_main_option("version_locations", _option(schema.migrations))
    config.set_main_option("path_separator", "newline")
    with engine.begin() as connection:
        _lock_schema(connection)
        config.attributes["connection"] = connection
        config.attributes["version_table"] = schema.version_table
        command.upgrade(config, schema.version)


def _option(path: Path) -> str:
    """As a value of Alembic's configuration, where a percent sign has a meaning."""
    return str(path).replace("%", "%%")


def _too_new(engine: Engine, found: str, version: str) -> str:
    return (
        f"database {_place(engine)} has schema version {found}, and this program knows {version}: "
        "use the newer program that wrote it, or another database"
    )


def _place(engine: Engine) -> str:
    return engine.url.render_as_string(hide_password=True)


def _line(error: DatabaseError) -> str:
    """What the database says, in one line."""
    return " ".join(str(error.orig).split())


def _lock_schema(connection: Connection) -> None:
    """On PostgreSQL only one process at a time migrates; SQLite's transaction does that."""
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
        _patiently(connection, f"PRAGMA {pragma}")


def _begin_immediate(connection: Connection) -> None:
    options, driver = connection.get_execution_options(), cast("Any", connection.connection)
    if options.get("reading", False):
        driver.execute("BEGIN").close()  # touches no file, so that nothing can go wrong with it
        return
    wanted = "NORMAL" if options.get("noting", False) else "FULL"
    if connection.info.get("synchronous", "FULL") != wanted:
        driver.execute(f"PRAGMA synchronous = {wanted}").close()
        connection.info["synchronous"] = wanted
    try:
        _patiently(driver, "BEGIN IMMEDIATE")
    except sqlite3.Error as error:
        raise OperationalError("BEGIN IMMEDIATE", None, error) from error


def _patiently(driver: Any, statement: str) -> None:
    """Executes it, waiting while another process holds the lock: some locks SQLite itself does not
    wait for, such as the one to change to a write-ahead log."""
    ends = time.monotonic() + _WAIT
    while True:
        try:
            driver.execute(statement).close()
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in _TAKEN or time.monotonic() >= ends:
                raise
        time.sleep(random.uniform(*_PAUSES))
