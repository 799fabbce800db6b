"""A registry on each kind of database."""

from collections.abc import Iterator

import pytest

from tests.workshop.clock import HandClock
from tool_registry.stores.store import RegistryStore


@pytest.fixture
def store(database: str, clock: HandClock) -> Iterator[RegistryStore]:
    opened = RegistryStore(database, clock=clock)
    yield opened
    opened.close()
