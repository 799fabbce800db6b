"""A sandbox of the commerce trade in a folder of its own, with a clock that tests move."""

import shutil
from pathlib import Path

import pytest

from services.sandbox.spec import load_tools
from services.sandbox.store import Store
from services.sandbox.trade import load_trade
from tests.sandbox.driver import Clock, Sandbox


@pytest.fixture(scope="session")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("seeded")
    Store(load_trade("commerce"), folder)
    return folder


@pytest.fixture
def sandbox(seeded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    monkeypatch.setenv("ZHIZAO_SANDBOX_HOME", str(tmp_path))
    folder = tmp_path / "commerce"
    shutil.copytree(seeded, folder)
    trade = load_trade("commerce")
    clock = Clock()
    return Sandbox(Store(trade, folder, clock), clock, load_tools(trade))
