"""Who may do what over HTTP: keys and what they are for, and nothing of anybody else's."""

import json
import random
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from services.http.app import build_app
from services.identity import needs_login
from services.settings import Settings
from tests.services.serving import Client, Stage, message, serve
from tool_registry.base.caller import Caller, Role
from tool_registry.stores.rows import Permission
from tool_registry.stores.store import RegistryStore

HOST = Caller()
_ENTRANCES = ("/api", "/v1", "/a2a")


@dataclass
class Deployment:
    """A service where people log in."""

    client: Client
    stores: RegistryStore

    def key(self, name: str, *permissions: Permission) -> str:
        return self.stores.keys.create(HOST, name, "", permissions or ("read", "run"))[0]

    def ask(self, key: str, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        with closing(self.client.connect()) as connection:
            headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
            content = None if body is None else json.dumps(body)
            connection.request(method, path, content, headers)
            response = connection.getresponse()
            text = response.read()
            return response.status, json.loads(text) if text else None


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Generator[Deployment]:
    home = tmp_path_factory.mktemp("deployment")
    (home / "sources.json").write_text('{"mcpServers": {}}')
    settings = Settings(home=home, sources=home / "sources.json", login="required")
    stage = Stage()
    stage.gate.set()
    with serve(settings, stage) as client, closing(RegistryStore(home / "registry.db")) as stores:
        for name, role in (("ann", Role.ADMIN), ("bob", Role.TESTER), ("eve", Role.TESTER)):
            stores.people.add(HOST, name, role)
        stores.people.join(HOST, "bob", "press", Role.AUTHOR)
        yield Deployment(client, stores)


def routes() -> list[tuple[str, str]]:
    """Method and path of everything under `/api`, `/v1` and `/a2a`."""
    paths = build_app(Settings()).openapi()["paths"]
    return [
        (m.upper(), path)
        for path, told in paths.items()
        for m in told
        if path.startswith(_ENTRANCES)
    ]


A2A_LOOKS = (
    ("GET", "/tasks/{id}"),
    ("GET", "/tasks/{id}:subscribe"),
    ("POST", "/tasks/{id}:subscribe"),
    ("GET", "/tasks/{id}/pushNotificationConfigs"),
    ("GET", "/tasks/{id}/pushNotificationConfigs/{push_id}"),
)
A2A_RUNS = (
    "/message:send",
    "/message:stream",
    "/tasks/{id}:cancel",
    "/tasks/{id}/pushNotificationConfigs",
)
READ = {
    ("GET", "/api/choices"),
    ("GET", "/api/agui/runs/{run_id}"),
    ("GET", "/api/conversations"),
    ("GET", "/api/said"),
    ("GET", "/api/conversations/{session_id}"),
    ("GET", "/api/conversations/{session_id}/left"),
    ("GET", "/api/data"),
    ("GET", "/api/favourites"),
    ("GET", "/api/favourites/of/{run_id}"),
    ("GET", "/api/memory"),
    ("GET", "/api/preferences"),
    ("GET", "/api/reservations"),
    ("GET", "/api/screenshots"),
    ("GET", "/api/runs/{run_id}"),
    ("GET", "/api/scheduled"),
    ("GET", "/api/runs/{run_id}/time"),
    ("GET", "/api/handovers"),
    ("GET", "/api/conversations/{session_id}/handovers"),
    ("GET", "/api/tools"),
    ("GET", "/api/tools/graph"),
    ("GET", "/api/tools/matrix"),
    ("GET", "/api/tools/lint"),
    ("GET", "/api/tools/conflicts"),
    ("GET", "/api/tools/usage"),
    ("GET", "/api/insights"),
    ("GET", "/api/insights/gaps"),
    ("GET", "/api/insights/runs"),
    ("GET", "/api/evaluation/from-run/{run_id}"),
    ("GET", "/api/tools/retirable"),
    ("POST", "/api/tools/{tool_id}/why"),
    ("GET", "/api/tools/{tool_id}"),
    ("GET", "/api/workshop"),
    ("GET", "/api/workshop/tools"),
    ("GET", "/api/workshop/form/{tool_id}"),
    ("GET", "/api/workshop/rivals/{tool_id}"),
    ("GET", "/api/sources"),
    ("GET", "/api/submissions"),
    ("GET", "/api/submissions/{id}"),
    ("POST", "/api/submissions/{id}/why"),
    ("POST", "/api/submissions/{id}/today"),
    ("GET", "/api/submissions/{id}/score"),
    ("GET", "/api/submissions/{id}/form"),
    ("GET", "/api/environments"),
    ("GET", "/api/people"),
    ("GET", "/api/accounts"),
    ("GET", "/api/keys"),
    ("GET", "/api/audit"),
    ("GET", "/api/limits"),
    ("GET", "/v1/models"),
    ("GET", "/v1/models/{id}"),
    ("GET", "/v1/responses/{id}"),
    ("POST", "/a2a"),  # what a method takes: tests/a2a/test_permissions.py
    ("GET", "/a2a/tasks"),
    ("GET", "/a2a/extendedAgentCard"),
    ("GET", "/a2a/v1/card"),
    *((method, f"/a2a{old}{path}") for old in ("", "/v1") for method, path in A2A_LOOKS),
}
RUN = {
    ("DELETE", "/a2a/tasks/{id}/pushNotificationConfigs/{push_id}"),
    *(("POST", f"/a2a{old}{path}") for old in ("", "/v1") for path in A2A_RUNS),
    ("DELETE", "/api/choices/{id}"),
    ("DELETE", "/api/conversations/{session_id}"),
    ("PATCH", "/api/conversations/{session_id}"),
    ("POST", "/api/favourites"),
    ("POST", "/api/favourites/{id}/use"),
    ("DELETE", "/api/favourites/{id}"),
    ("DELETE", "/api/memory"),
    ("DELETE", "/api/memory/{id}"),
    ("PATCH", "/api/memory/{id}"),
    ("DELETE", "/api/reservations/{id}"),
    ("POST", "/api/screenshots"),
    ("POST", "/api/agui"),
    ("POST", "/v1/chat/completions"),
    ("POST", "/v1/responses"),
    ("POST", "/api/requests"),
    ("POST", "/api/runs/{run_id}/reply"),
    ("POST", "/api/runs/{run_id}/undo"),
    ("PUT", "/api/preferences"),
    ("POST", "/api/runs/{run_id}/find-out"),
    ("POST", "/api/runs/{run_id}/stop"),
    ("PUT", "/api/scheduled/{run_id}"),
    ("POST", "/api/runs/{run_id}/handover"),
    ("POST", "/api/handovers/{handover_id}/answer"),
    ("DELETE", "/api/handovers/{handover_id}"),
    ("POST", "/api/scheduled/{run_id}/now"),
    ("DELETE", "/api/scheduled/{run_id}"),
}
TOOLS = {
    ("POST", "/api/tools/publish"),
    ("POST", "/api/tools/approve"),
    ("POST", "/api/tools/retire"),
    ("POST", "/api/tools/restore"),
    ("PATCH", "/api/tools/{tool_id}"),
    ("POST", "/api/tools/{tool_id}/submit"),
    ("POST", "/api/submissions/{id}/approve"),
    ("POST", "/api/submissions/{id}/reject"),
    ("POST", "/api/submissions/{id}/withdraw"),
    ("POST", "/api/sources"),
    ("POST", "/api/sources/{source}/update"),
    ("DELETE", "/api/sources/{source}"),
    ("GET", "/api/evaluation/suites"),
    ("GET", "/api/evaluation/going"),
    ("POST", "/api/evaluation/going/stop"),
    ("POST", "/api/evaluation/runs/{run_id}/resume"),
    ("GET", "/api/evaluation/runs"),
    ("POST", "/api/evaluation/runs"),
    ("GET", "/api/evaluation/runs/{run_id}"),
    ("GET", "/api/evaluation/runs/{run_id}/case"),
    ("POST", "/api/evaluation/runs/{run_id}/open"),
    ("GET", "/api/evaluation/compare"),
}
PEOPLE = {
    ("POST", "/api/people"),
    ("PATCH", "/api/people/{name}"),
    ("PUT", "/api/people/{name}/projects/{project}"),
    ("DELETE", "/api/people/{name}/projects/{project}"),
    ("PUT", "/api/accounts/{channel}/{account}"),
    ("DELETE", "/api/accounts/{channel}/{account}"),
    ("POST", "/api/keys"),
    ("DELETE", "/api/keys/{id}"),
    ("GET", "/api/audit/check"),
}
ANY = {("GET", "/api/me")}


def test_each_route_takes_the_permission_that_is_said_here_and_none_is_forgotten() -> None:
    assert set(routes()) == READ | RUN | TOOLS | PEOPLE | ANY


def test_without_a_key_no_route_does_anything(deployment: Deployment) -> None:
    for method, path in routes():
        with closing(deployment.client.connect()) as connection:
            connection.request(method, path, b"{}", {"Content-Type": "application/json"})
            response = connection.getresponse()
            told = (response.status, response.getheader("WWW-Authenticate"))
            assert told == (401, "Bearer"), (method, path)


@pytest.mark.parametrize("permission", ["read", "run", "tools"])
def test_a_key_opens_the_routes_that_it_is_for_and_no_others(
    deployment: Deployment, permission: Permission
) -> None:
    key = deployment.key("ann", permission)
    open_ones = {"read": READ, "run": READ | RUN, "tools": READ | TOOLS}[permission] | ANY
    for method, path in routes():
        status, body = deployment.ask(key, method, path, None if method == "GET" else {})
        refused = status == 403 and body["error"]["code"].startswith("no_")
        assert refused == ((method, path) not in open_ones), (method, path, status, body)


def test_a_key_without_tools_makes_even_an_administrator_a_tester(deployment: Deployment) -> None:
    _, me = deployment.ask(deployment.key("ann"), "GET", "/api/me")
    assert (me["user"], me["role"], me["permissions"]) == ("ann", "tester", ["read", "run"])
    _, full = deployment.ask(deployment.key("ann", "people"), "GET", "/api/me")
    assert (full["role"], full["permissions"]) == ("admin", ["people", "read", "run", "tools"])


def test_who_may_not_change_tools_by_a_key_is_told_how_to_get_one_that_is_for_it(
    deployment: Deployment,
) -> None:
    key = deployment.key("bob")
    assert deployment.ask(key, "GET", "/api/workshop")[1]["may_change"] is False
    _, refused = deployment.ask(key, "POST", "/api/sources", {})
    command = "keys create bob --permission run --permission tools"
    assert command in refused["error"]["message"]
    full = deployment.key("bob", "run", "tools")
    assert deployment.ask(full, "GET", "/api/workshop")[1]["may_change"] is True


def test_runs_conversations_and_request_ids_are_their_users_own(deployment: Deployment) -> None:
    bob, eve = deployment.key("bob"), deployment.key("eve")
    told = message("make one", "t-same", "r-same")
    runs = [run_of(deployment, key, told) for key in (bob, eve)]
    assert runs[0] != runs[1]
    for path in (f"/api/runs/{runs[0]}", f"/api/agui/runs/{runs[0]}"):
        assert deployment.ask(eve, "GET", path)[0] == 404
    assert deployment.ask(eve, "POST", f"/api/runs/{runs[0]}/stop", {})[0] == 404
    _, turns = deployment.ask(eve, "GET", "/api/conversations/t-same")
    assert [turn["run_id"] for turn in turns] == [runs[1]]
    _, known = deployment.ask(bob, "GET", "/api/conversations")
    assert [one["session_id"] for one in known] == ["t-same"]


def test_somebody_elses_run_is_answered_like_one_that_does_not_exist(
    deployment: Deployment,
) -> None:
    run = run_of(deployment, deployment.key("bob"), message("x"))
    eve = deployment.key("eve")
    foreign = deployment.ask(eve, "GET", f"/api/runs/{run}")
    absent = deployment.ask(eve, "GET", "/api/runs/run-0000000000000000")
    assert str(foreign).replace(run, "run-0000000000000000") == str(absent)


def test_a_project_of_others_is_none(deployment: Deployment) -> None:
    assert deployment.ask(deployment.key("bob"), "GET", "/api/tools?project=press")[0] == 200
    status, body = deployment.ask(deployment.key("eve"), "GET", "/api/tools?project=press")
    assert (status, body["error"]["code"]) == (404, "no_project")


def test_an_administrator_manages_people_and_keys(deployment: Deployment) -> None:
    ann = deployment.key("ann", "people")
    assert deployment.ask(ann, "POST", "/api/people", {"name": "kim"})[0] == 201
    assert deployment.ask(ann, "PUT", "/api/people/kim/projects/press", {"role": "owner"})[0] == 204
    status, made = deployment.ask(ann, "POST", "/api/keys", {"name": "kim", "label": "bot"})
    _, me = deployment.ask(made["key"], "GET", "/api/me")
    assert (status, me["user"], me["projects"]) == (201, "kim", {"press": "tester"})
    assert deployment.ask(ann, "DELETE", f"/api/keys/{made['about']['id']}")[0] == 204
    assert deployment.ask(made["key"], "GET", "/api/me")[0] == 401
    _, rows = deployment.ask(ann, "GET", "/api/audit?subject=kim")
    assert [(row["who"], row["what"]) for row in rows] == [("ann", "join"), ("ann", "add_person")]
    assert deployment.ask(ann, "GET", "/api/audit/check")[1]["broken_at"] is None
    assert deployment.ask(ann, "PATCH", "/api/people/nobody", {"role": "owner"})[0] == 404


def test_who_logs_in_on_the_page_has_a_session_until_logging_out(deployment: Deployment) -> None:
    key = deployment.key("bob")
    status, headers, _ = post_form(deployment.client, "/login", {"key": f" {key} "})
    cookie = headers["Set-Cookie"].partition(";")[0]
    assert (status, headers["Location"]) == (303, "/")
    assert {"HttpOnly", "SameSite=strict"} <= set(headers["Set-Cookie"].split("; "))
    assert key not in cookie
    assert deployment.client.request("GET", "/api/me", Cookie=cookie)[1]["user"] == "bob"
    assert post_form(deployment.client, "/logout", {}, Cookie=cookie)[0] == 303
    assert deployment.client.request("GET", "/api/me", Cookie=cookie)[0] == 401
    assert deployment.ask(key, "GET", "/api/me")[0] == 200


def test_a_wrong_key_is_said_on_the_form_in_the_readers_language(deployment: Deployment) -> None:
    status, _, page = post_form(
        deployment.client, "/login", {"key": "<b>x"}, **{"Accept-Language": "zh-CN"}
    )
    assert status == 401
    assert "这个密钥无效" in page
    assert "<b>x" not in page


def test_on_this_machine_nobody_logs_in_but_a_wrong_key_is_none(tmp_path: Path) -> None:
    (tmp_path / "sources.json").write_text('{"mcpServers": {}}')
    with serve(Settings(home=tmp_path, sources=tmp_path / "sources.json"), Stage()) as client:
        assert client.request("GET", "/api/me")[1]["role"] == "admin"
        status, body = client.request("GET", "/api/me", Authorization="Bearer zk_x")
        assert (status, body["error"]["code"]) == (401, "bad_key")


@pytest.mark.parametrize(
    ("host", "allowed", "login", "needed"),
    [
        ("127.0.0.1", ("localhost", "[::1]"), "auto", False),
        ("::1", ("127.0.0.1",), "auto", False),
        ("127.0.0.1", ("localhost",), "required", True),
        ("0.0.0.0", ("localhost",), "auto", True),
        ("10.1.2.3", ("10.1.2.3",), "auto", True),
        ("127.0.0.1", ("zhizao.example",), "auto", True),
        ("127.0.0.1", ("*",), "auto", True),
    ],
)
def test_a_login_is_needed_where_others_reach_the_service(
    host: str, allowed: Sequence[str], login: Any, needed: bool
) -> None:
    settings = Settings(host=host, allowed_hosts=tuple(allowed), login=login)
    assert needs_login(settings) is needed


@pytest.mark.parametrize(
    ("changed", "needed"),
    [
        ({"oidc_issuer": "https://login.example", "oidc_client_id": "zhizao"}, True),
        ({"public_url": "https://zhizao.example"}, True),
        ({"public_url": "http://localhost:8000"}, False),
    ],
)
def test_who_has_a_login_service_or_a_public_address_wants_people_to_log_in(
    changed: dict[str, str], needed: bool
) -> None:
    assert needs_login(Settings.model_validate(changed)) is needed


def test_whatever_stands_in_the_header_it_is_no_key_and_no_error(deployment: Deployment) -> None:
    drawn = random.Random(7)
    good = deployment.key("eve")
    pieces = ["Bearer ", "bearer", "Basic ", "zk_", good, good[:-1], "\x80", "é", "'--", "%00", " "]
    for _ in range(300):
        value = "".join(drawn.choices(pieces, k=drawn.randint(0, 4)))
        with closing(deployment.client.connect()) as connection:
            connection.request("GET", "/api/me", headers={"Authorization": value.encode("latin-1")})
            status = connection.getresponse().status
        assert status == 401 or (status == 200 and good in value), value


def run_of(deployment: Deployment, key: str, body: Any) -> str:
    """The run that answers a message of whoever has that key."""
    stream = deployment.client.stream("POST", "/api/agui", body, Authorization=f"Bearer {key}")
    assert stream.response.status == 200
    return str(stream.events()[-1]["result"]["run_id"])


def post_form(
    client: Client, path: str, fields: dict[str, str], **headers: str
) -> tuple[int, dict[str, str], str]:
    """Status, headers and text of a form that was sent."""
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    with closing(client.connect()) as connection:
        connection.request("POST", path, urlencode(fields), {**kind, **headers})
        response = connection.getresponse()
        text = response.read().decode()
        names = {"location": "Location", "set-cookie": "Set-Cookie"}
        told = {names.get(k.lower(), k): v for k, v in response.getheaders()}
        return response.status, told, text
