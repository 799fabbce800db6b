"""The services run as long as the tests of a file."""

from collections.abc import AsyncGenerator

import pytest

from tests.resources.house import Inn, inn


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def running_inn(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Inn]:
    async with inn(tmp_path_factory.mktemp("inn")) as house:
        yield house


@pytest.fixture
def house(running_inn: Inn) -> Inn:
    """The inn with its first data; every sentence to it is in a conversation of its own."""
    running_inn.service.reset()
    return running_inn
