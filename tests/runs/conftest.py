"""A store of runs on each kind of database."""

from collections.abc import Iterator

import pytest

from pipelines.runs.store import RunStore
from tests.workshop.clock import HandClock


@pytest.fixture
def store(database: str, clock: HandClock) -> Iterator[RunStore]:
    opened = RunStore(database, clock=clock)
    yield opened
    opened.close()
