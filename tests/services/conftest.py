"""A sandbox for all tests of a module, and a command with a home of its own for each."""

from collections.abc import Generator
from pathlib import Path

import pytest

from services.sandbox_process import SandboxProcess, private_sandbox
from tests.services.commands import Zhizao


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Generator[SandboxProcess]:
    with private_sandbox("commerce", tmp_path_factory.mktemp("sandbox")) as running:
        yield running


@pytest.fixture
def zhizao(tmp_path: Path, sandbox: SandboxProcess) -> Zhizao:
    sandbox.run(["reset"])
    return Zhizao(tmp_path / "home", sandbox)
