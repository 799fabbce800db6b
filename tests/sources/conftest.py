"""One workshop for all tests of the folder, emptied for each."""

from collections.abc import Iterator

import pytest

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
