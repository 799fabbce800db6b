"""The same verbs over HTTP: what is not visible is not there, what is wrong is a sentence."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from services.settings import Settings
from tests.services.kennel import Kennel
from tests.services.serving import Client, Stage, serve

GET_DOG = "/api/tools/kennel@~local/get_dog"


@pytest.fixture
def client(tmp_path: Path) -> Generator[Client]:
    sources = tmp_path / "sources.json"
    sources.write_text('{"mcpServers": {}}')
    settings = Settings(home=tmp_path / "home", sources=sources, listing_seconds=0)
    with serve(settings, Stage()) as client:
        yield client


def register(client: Client, kennel: Kennel, **more: object) -> tuple[int, Any]:
    return client.request("POST", "/api/sources", {"name": "kennel", "entry": kennel.entry, **more})


def ids(client: Client, query: str = "") -> list[str]:
    status, found = client.request("GET", f"/api/tools{query}")
    assert status == 200
    return [one["id"] for one in found]


def test_a_source_is_looked_at_registered_and_forgotten(client: Client, kennel: Kennel) -> None:
    status, looked = register(client, kennel, look_only=True)
    assert (status, looked["registered"], ids(client)) == (200, False, [])
    assert register(client, kennel)[1]["registered"] is True
    assert ids(client) == ["kennel@~local/delete_dog", "kennel@~local/get_dog"]
    assert ids(client, "?function=query&status=published") == ["kennel@~local/get_dog"]
    _, sources = client.request("GET", "/api/sources")
    assert [(one["id"], one["problem"]) for one in sources] == [("kennel@~local", None)]
    assert client.request("DELETE", "/api/sources/kennel") == (200, {"removed": "kennel@~local"})
    assert ids(client) == []


def test_a_change_of_tools_in_use_wants_agreement(client: Client, kennel: Kennel) -> None:
    register(client, kennel)
    kennel.say("/dogs/{dog_id}", "get", "Look up one dog.")
    assert register(client, kennel)[1]["registered"] is False
    assert ids(client, "?status=published&function=query") == ["kennel@~local/get_dog"]
    _, card = client.request("GET", GET_DOG)
    assert card["tool"]["summary"] == "Look up a dog by its id."
    assert "Look up one dog." in card["offered"][0]
    body = {"tools": ["get_dog"]}
    _, shown = client.request("POST", "/api/tools/approve", body)
    assert shown["states"] == []
    assert "Look up one dog." in shown["shown"]["tools"][0]["says"][0]
    _, done = client.request("POST", "/api/tools/approve", {**body, "agreed": True})
    assert [one["status"] for one in done["states"]] == ["published"]


def test_tools_are_shown_explained_edited_published_and_retired(
    client: Client, kennel: Kennel
) -> None:
    register(client, kennel)
    body = {"sentence": "look up dog 7 in daily"}
    _, stages = client.request("POST", f"{GET_DOG}/why", body)
    assert all(one["passed"] and one["asks"] is None for one in stages)
    for sentence in ("look up a dog in daily", "在日常环境查询dog"):
        _, stages = client.request("POST", f"{GET_DOG}/why", {"sentence": sentence})
        assert len([one["asks"] for one in stages if one["asks"]]) == 1
        assert (stages[-1]["stage"], stages[-1]["passed"]) == ("filter", True)
    _, card = client.request("PATCH", GET_DOG, {"field": "title", "value": "Fetch"})
    assert (card["tool"]["title"], card["edited"]) == ("Fetch", {"title": "Fetch"})
    _, card = client.request("PATCH", GET_DOG, {"field": "title", "undo": True})
    assert (card["tool"]["title"], card["edited"]) == ("Look up a dog by its id.", {})
    assert client.request("GET", "/api/tools/lint")[1]["errors"] == 0
    assert client.request("GET", "/api/tools/conflicts")[0] == 200
    _, rows = client.request("GET", "/api/tools/matrix?environment=daily")
    assert [row["entity"] for row in rows] == ["dog"]
    assert client.request("GET", "/api/tools/graph?entity=dog")[1]["tools"]
    _, done = client.request("POST", "/api/tools/publish", {"tools": ["kennel"], "agreed": True})
    assert {one["space"]["scope"] for one in done["states"]} == {"public"}
    _, done = client.request("POST", "/api/tools/retire", {"tools": ["get_dog"], "agreed": True})
    assert [one["status"] for one in done["states"]] == ["retired"]
    assert "way back" in done["losses"][-1] or "恢复" in done["losses"][-1]
    body = {"tools": ["get_dog"], "agreed": True}
    _, back = client.request("POST", "/api/tools/restore", body)
    assert [one["status"] for one in back["states"]] == ["published"]
    assert client.request("GET", "/api/tools/retirable")[0] == 200
    assert client.request("GET", "/api/environments")[0] == 200


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/tools/nowhere/none", None, 404),
        ("POST", "/api/tools/none/why", {"sentence": "x"}, 404),
        ("PATCH", "/api/tools/none", {"field": "title", "value": "x"}, 404),
        ("POST", "/api/tools/approve", {"tools": ["none"]}, 404),
        ("DELETE", "/api/sources/none", None, 404),
        ("GET", "/api/tools?environment=mars", None, 422),
        ("GET", "/api/tools?status=lost", None, 422),
        ("POST", "/api/tools/approve", {"tools": []}, 422),
        ("POST", "/api/tools/publish", {"tools": ["x"], "scope": "moon"}, 422),
        ("POST", "/api/sources", {"name": "x", "entry": {"command": "sh"}}, 422),
        ("POST", "/api/sources", {"name": "x", "entry": {"type": "python", "module": "os"}}, 422),
        ("POST", "/api/sources", {"name": "x", "entry": {"url": "http://127.0.0.1:1/mcp"}}, 422),
        ("POST", "/api/sources", {"name": "../x", "entry": {"url": "http://127.0.0.1:1/"}}, 422),
        ("POST", "/api/sources", {"name": "x", "entry": {}, "scope": "project"}, 422),
        ("POST", "/api/sources", b"{", 422),
    ],
)
def test_what_is_wrong_is_one_sentence_and_never_the_service_s_fault(
    client: Client, method: str, path: str, body: object, status: int
) -> None:
    code, answer = client.request(method, path, body)
    assert code == status
    assert answer["error"]["message"]
    assert "\n" not in answer["error"]["message"]


def test_nothing_of_a_foreign_project_is_told(client: Client, kennel: Kennel) -> None:
    assert (
        client.request(
            "POST",
            "/api/sources?project=press",
            {
                "name": "kennel",
                "entry": kennel.entry,
                "scope": "project",
            },
        )[0]
        == 200
    )
    foreign = "/api/tools/kennel@press/get_dog"
    assert (ids(client), client.request("GET", foreign)[0]) == ([], 404)
    assert client.request("GET", "/api/sources")[1] == []
    assert client.request("GET", f"{foreign}?project=press")[0] == 200


def test_the_api_page_tells_what_each_route_takes(client: Client) -> None:
    _, page = client.request("GET", "/openapi.json")
    for path, verbs in page["paths"].items():
        for verb, told in verbs.items():
            assert told.get("description"), f"{verb} {path}"
    assert {"/api/tools", "/api/sources", "/api/tools/approve"} <= set(page["paths"])


def test_what_comes_over_http_takes_no_variables_of_the_process(
    client: Client, kennel: Kennel
) -> None:
    spying = {"url": "http://127.0.0.1:9/mcp", "headers": {"X-Told": "${PATH}"}}
    body = {"name": "spy", "entry": spying}
    status, said = client.request("POST", "/api/sources", body)
    assert status == 422
    assert "PATH" in str(said)
    assert "ZHIZAO_OPEN_VARIABLES" in str(said)
