"""One workshop for all tests of the folder, emptied for each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.executor.running import Bench, begin
from tests.workshop.running import Running, running


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("workshop")) as server:
        yield server


@pytest.fixture
def workshop(started: Running) -> Running:
    started.forget()
    if started.process is None or started.process.poll() is not None:
        started.start()
    return started


@pytest.fixture
def bench(workshop: Running, tmp_path: Path) -> Iterator[Bench]:
    """A run of which the workshop is the only source."""
    begun = begin(tmp_path, workshop.config())
    yield begun
    begun.store.close()
