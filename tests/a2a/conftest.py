"""The service over the sandbox, for other agents to reach."""

from collections.abc import Generator

import pytest

from services.sandbox_process import SandboxProcess
from services.settings import Settings
from tests.a2a.talking import Agent
from tests.services import serving
from tests.services.commands import Zhizao
from tests.services.conftest import sandbox, zhizao
from tests.services.serving import serve_whole

__all__ = ["sandbox", "zhizao"]


@pytest.fixture(scope="module")
def whole(
    tmp_path_factory: pytest.TempPathFactory, sandbox: SandboxProcess
) -> Generator[serving.Client]:
    home = tmp_path_factory.mktemp("service")
    with serve_whole(Settings(home=home, sandbox_port=sandbox.port)) as client:
        yield client


@pytest.fixture
def agent(whole: serving.Client, zhizao: Zhizao) -> Agent:
    assert zhizao.effects() == []
    return Agent(whole, zhizao)
