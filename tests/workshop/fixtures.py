"""Fixtures for all tests: a workshop to call, a clock to move, a database and a Redis to use."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workshop.clock import HandClock
from tests.workshop.databases import KINDS, emptied, on_postgresql
from tests.workshop.redis_server import RedisServer
from tests.workshop.running import Running, running
from tests.workshop.sharing import quick_sandboxes, shared_catalogues, shared_tables


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def _shared() -> Iterator[None]:  # pyright: ignore[reportUnusedFunction]
    """What is the same for all tests is made once; see `sharing`."""
    with (
        pytest.MonkeyPatch.context() as patch,
        shared_catalogues(patch),
        shared_tables(patch),
        quick_sandboxes(patch),
    ):
        yield


@pytest.fixture(scope="session")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("workshop")) as server:
        yield server


@pytest.fixture
def workshop(started: Running) -> Running:
    """The one workshop of all tests, emptied for each."""
    started.forget()
    if started.process is None or started.process.poll() is not None:
        started.start()
    return started


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A Redis of the module's own, started for its first test."""
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """One database for all tests, emptied for each."""
    with on_postgresql() as url:
        yield url


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where to keep tables: on SQLite, and on PostgreSQL where a server answers."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    return emptied(request.getfixturevalue("postgresql"))
