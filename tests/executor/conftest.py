"""A run of which the workshop is the only source."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.executor.running import Bench, begin
from tests.workshop.running import Running


@pytest.fixture
def bench(workshop: Running, tmp_path: Path) -> Iterator[Bench]:
    begun = begin(tmp_path, workshop.config())
    yield begun
    begun.store.close()
