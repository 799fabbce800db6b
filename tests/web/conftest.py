"""The page in Chromium, over the real service and the real sandbox."""

import shutil
from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from services.sandbox_process import SandboxProcess, private_sandbox
from services.settings import Settings
from tests.services.commands import Zhizao
from tests.services.kennel import Kennel, open_kennel
from tests.services.serving import Client, serve_whole
from tests.services.team import open_team
from tests.services.test_identity import Deployment
from tests.web.browsing import PATIENCE, Cable, Visitor

CHROMIUM = shutil.which("chromium")


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Generator[SandboxProcess]:
    with private_sandbox("commerce", tmp_path_factory.mktemp("sandbox")) as running:
        yield running


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the service keeps what it keeps."""
    return tmp_path_factory.mktemp("service")


@pytest.fixture(scope="module")
def service(home: Path, sandbox: SandboxProcess) -> Generator[Client]:
    with serve_whole(Settings(home=home, sandbox_port=sandbox.port)) as client:
        yield client


@pytest.fixture
def zhizao(tmp_path: Path, sandbox: SandboxProcess) -> Zhizao:
    sandbox.run(["reset"])
    return Zhizao(tmp_path / "home", sandbox)


@pytest.fixture(scope="module")
def chromium() -> Generator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        expect.set_options(timeout=PATIENCE)
        yield browser
        browser.close()


@pytest.fixture
def visitor(
    chromium: Browser, service: Client, zhizao: Zhizao, request: pytest.FixtureRequest
) -> Generator[Visitor]:
    """A visitor of a sandbox without effects; the console has to have stayed silent."""
    name = request.node.name.removeprefix("test_")  # pyright: ignore[reportUnknownMemberType]
    visiting = Visitor(chromium, f"http://127.0.0.1:{service.port}", str(name))
    yield visiting
    for context in visiting.contexts:
        context.close()
    assert visiting.errors == []


@pytest.fixture
def cable(service: Client) -> Generator[Cable]:
    made = Cable(service.port)
    yield made
    made.close()


@pytest.fixture
def kennel() -> Generator[Kennel]:
    with open_kennel() as kennel:
        yield kennel


@pytest.fixture
def team(tmp_path: Path, kennel: Kennel) -> Generator[Deployment]:
    with open_team(tmp_path, kennel) as team:
        yield team


@pytest.fixture
def guest(chromium: Browser, team: Deployment) -> Generator[Visitor]:
    """Visits the team's service; its console has to have stayed silent."""
    visiting = Visitor(chromium, f"http://127.0.0.1:{team.client.port}", "workshop")
    visiting.forgive("401")
    yield visiting
    for context in visiting.contexts:
        context.close()
    assert visiting.errors == []


@pytest.fixture
def nothing_kept(service: Client) -> None:
    for one in service.request("GET", "/api/favourites")[1]:
        service.request("DELETE", f"/api/favourites/{one['id']}")
    for one in service.request("GET", "/api/conversations?limit=500")[1]:
        service.request("DELETE", f"/api/conversations/{one['session_id']}")
