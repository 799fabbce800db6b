"""A store on SQLite, and the same on PostgreSQL where a server answers."""

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from pipelines.runs.store import RunStore
from tests.workshop.clock import HandClock


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where to keep runs; on PostgreSQL a database of its own, dropped at the end."""
    if request.param == "sqlite":
        yield str(tmp_path / "runs.db")
        return
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


@pytest.fixture
def store(database: str, clock: HandClock) -> Iterator[RunStore]:
    opened = RunStore(database, clock=clock)
    yield opened
    opened.close()
