"""A registry on SQLite, and the same on PostgreSQL where a server answers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workshop.clock import HandClock
from tests.workshop.databases import KINDS, emptied, on_postgresql
from tool_registry.stores.store import RegistryStore


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """One database for all tests of the folder, emptied for each."""
    with on_postgresql() as url:
        yield url


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where to keep the tables."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    return emptied(request.getfixturevalue("postgresql"))


@pytest.fixture
def store(database: str, clock: HandClock) -> Iterator[RegistryStore]:
    opened = RegistryStore(database, clock=clock)
    yield opened
    opened.close()
