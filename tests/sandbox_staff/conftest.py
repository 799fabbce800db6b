"""A freshly seeded staff sandbox for each test."""

import shutil
from pathlib import Path

import pytest

from services.sandbox.store import Store
from services.sandbox.trade import load_trade
from tests.sandbox_staff.driver import Clock, Office


@pytest.fixture(scope="session")
def seeded_staff(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("staff")
    Store(load_trade("staff"), folder)
    return folder


@pytest.fixture
def office(seeded_staff: Path, tmp_path: Path) -> Office:
    shutil.copytree(seeded_staff, tmp_path / "staff")
    clock = Clock()
    return Office(Store(load_trade("staff"), tmp_path / "staff", clock), clock)
