"""A sandbox for all tests, emptied for each, and a command with a home of its own for each."""

from collections.abc import Generator
from pathlib import Path

import pytest

from services.sandbox_process import SandboxProcess, private_sandbox
from services.settings import Settings
from tests.services.commands import Zhizao
from tests.services.kennel import Kennel, open_kennel
from tests.services.serving import Client, serve_whole
from tests.services.team import open_team
from tests.services.test_identity import Deployment


@pytest.fixture(scope="session")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Generator[SandboxProcess]:
    with private_sandbox("commerce", tmp_path_factory.mktemp("sandbox")) as running:
        yield running


@pytest.fixture(scope="module")
def whole_service(
    tmp_path_factory: pytest.TempPathFactory, sandbox: SandboxProcess
) -> Generator[Client]:
    """The HTTP service over the real road, one for all tests of a module: starting it is slow."""
    home = tmp_path_factory.mktemp("service")
    with serve_whole(Settings(home=home, sandbox_port=sandbox.port)) as client:
        yield client


@pytest.fixture
def service(whole_service: Client, zhizao: Zhizao) -> Client:
    """That service, over a sandbox without effects."""
    assert zhizao.effects() == []
    return whole_service


@pytest.fixture
def zhizao(tmp_path: Path, sandbox: SandboxProcess) -> Zhizao:
    sandbox.run(["reset"])
    return Zhizao(tmp_path / "home", sandbox)


@pytest.fixture(scope="module")
def running() -> Generator[Kennel]:
    """A server of dogs, whose document a test may change."""
    with open_kennel() as kennel:
        yield kennel


@pytest.fixture
def kennel(running: Kennel) -> Kennel:
    """The server with its document as it was."""
    running.paths = Kennel().paths
    return running


@pytest.fixture
def team(tmp_path: Path, kennel: Kennel) -> Generator[Deployment]:
    """A service with people who have imported it."""
    with open_team(tmp_path, kennel) as team:
        yield team
