"""A database of the tests' own on PostgreSQL, where a server answers."""

import os
import uuid
from collections.abc import Generator
from contextlib import contextmanager

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

KINDS = ("sqlite", "postgresql")
OTHERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"


@contextmanager
def on_postgresql() -> Generator[str]:
    """The URL of a new database, dropped at the end."""
    pytest.importorskip("psycopg", reason="PostgreSQL's driver psycopg is not installed")
    server = os.environ.get("ZHIZAO_TEST_POSTGRES", "postgresql+psycopg:///postgres")
    admin = create_engine(server, isolation_level="AUTOCOMMIT", connect_args={"connect_timeout": 2})
    name = f"zhizao_test_{uuid.uuid4().hex[:12]}"
    try:
        with admin.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
    except OperationalError:
        admin.dispose()
        pytest.skip("no PostgreSQL server answers here")
    yield admin.url.set(database=name).render_as_string(hide_password=False)
    with admin.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()


def emptied(url: str) -> str:
    """The same database without its tables, and without connections that were left behind."""
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(f"{OTHERS} AND datname = current_database()"))
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    return url
