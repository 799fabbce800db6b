"""What PostgreSQL cannot store or look for is the request's fault, wherever it stands."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from services.settings import Settings
from tests.services.serving import Client, Stage, serve
from tests.workshop.databases import on_postgresql


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Generator[Client]:
    home: Path = tmp_path_factory.mktemp("home")
    (home / "sources.json").write_text('{"mcpServers": {}}')
    stage = Stage()
    stage.gate.set()
    with on_postgresql() as url:
        settings = Settings(home=home, sources=home / "sources.json", database=url)
        with serve(settings, stage) as client:
            yield client


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/tools?project=%00", None),
        ("GET", "/api/submissions/%00", None),
        ("POST", "/api/submissions/%00/withdraw", {}),
        ("GET", "/api/runs/%00", None),
        ("DELETE", "/api/choices/%00", None),
        ("GET", "/api/audit?subject=%00", None),
        ("POST", "/api/keys", {"name": "\0"}),
        ("PUT", "/api/people/bob/projects/%00", {"role": "owner"}),
        ("PUT", "/api/accounts/slack/%00", {"name": "bob"}),
        ("GET", "/api/conversations?q=%00", None),
        ("GET", "/v1/responses/%00", None),
        ("GET", "/api/insights?project=%00", None),
        ("GET", "/api/insights/runs?tool=%00", None),
        ("GET", "/api/evaluation/runs/%00", None),
        ("GET", "/api/evaluation/compare?before=%00&after=last", None),
    ],
)
def test_a_character_that_is_none_is_never_the_services_fault(
    client: Client, method: str, path: str, body: Any
) -> None:
    status, told = client.request(method, path, body)
    assert status in (200, 404, 422), told


def test_a_text_that_is_longer_than_its_place_is_said_so(client: Client) -> None:
    assert client.request("POST", "/api/people", {"name": "bob"})[0] == 201
    status, told = client.request("PUT", f"/api/people/bob/projects/{'x' * 300}", {"role": "owner"})
    assert (status, told["error"]["code"]) == (422, "unstorable")


def test_a_sentence_with_a_character_that_is_none_is_answered(client: Client) -> None:
    status, _ = client.request("POST", "/api/requests", {"text": "look up \0 dog"})
    assert status in (200, 422)
