"""The service over the sandbox, one for all tests of a module, and both eras of the protocol."""

from collections.abc import Generator

import pytest

from services.sandbox_process import SandboxProcess
from services.settings import Settings
from tests.services.commands import Zhizao
from tests.services.conftest import sandbox, zhizao
from tests.services.serving import Client, serve_whole

__all__ = ["sandbox", "zhizao"]


@pytest.fixture(scope="module")
def whole_service(
    tmp_path_factory: pytest.TempPathFactory, sandbox: SandboxProcess
) -> Generator[Client]:
    home = tmp_path_factory.mktemp("service")
    settings = Settings(home=home, sandbox_port=sandbox.port, bulk_limit=3)
    with serve_whole(settings) as client:
        yield client


@pytest.fixture
def service(whole_service: Client, zhizao: Zhizao) -> Client:
    """That service, over a sandbox without effects."""
    assert zhizao.effects() == []
    return whole_service


@pytest.fixture(params=["auto", "legacy"])
def mode(request: pytest.FixtureRequest) -> str:
    """The present protocol, and the one with a handshake."""
    return str(request.param)
