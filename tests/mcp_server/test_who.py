"""Who may call what over HTTP, and nothing of anybody else's."""

import base64
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import SecretStr

from services.http.app import build_app
from services.sandbox_process import SandboxProcess
from services.settings import Settings
from tests.mcp_server.agents import ARGUMENTS, COUPON, ISSUE, SOMEWHERE, agent
from tests.mcp_server.wire import call, initialize, post, routed
from tests.services.commands import Zhizao
from tests.services.kennel import open_kennel
from tests.services.serving import Client, serve_whole
from tool_registry.base.caller import Caller, Role
from tool_registry.stores.rows import Permission
from tool_registry.stores.store import RegistryStore

HOST = Caller()
CALLS: dict[str, tuple[Permission, dict[str, Any]]] = {
    "make_data": ("run", {"request": "x"}),
    "plan_data": ("run", {"request": "x"}),
    "answer_question": ("run", {"run": "run-0", "reply": "x"}),
    "undo": ("run", {"run": "run-0"}),
    "find_tools": ("read", {"text": "发放满减券"}),
    "call_tool": ("run", {"tool": "nope", "environment": "pre"}),
}


@dataclass
class Deployment:
    """A service where people log in."""

    client: Client
    stores: RegistryStore

    def key(self, name: str, *permissions: Permission) -> str:
        return self.stores.keys.create(HOST, name, "", permissions or ("read", "run"))[0]


@pytest.fixture(scope="module")
def deployed(
    tmp_path_factory: pytest.TempPathFactory, sandbox: SandboxProcess
) -> Generator[Deployment]:
    home = tmp_path_factory.mktemp("deployment")
    settings = Settings(home=home, sandbox_port=sandbox.port, login="required")
    with (
        serve_whole(settings) as client,
        closing(RegistryStore(home / "registry.db")) as stores,
    ):
        for name in ("bob", "eve"):
            stores.people.add(HOST, name, Role.TESTER)
        yield Deployment(client, stores)


@pytest.fixture
def deployment(deployed: Deployment, zhizao: Zhizao) -> Deployment:
    assert zhizao.effects() == []
    return deployed


def test_it_is_no_part_of_the_openapi_document() -> None:
    assert not [path for path in build_app(Settings()).openapi()["paths"] if "mcp" in path]


async def names(port: int, key: str) -> set[str]:
    async with agent(port, key=key) as one:
        return {tool.name for tool in (await one.client.list_tools()).tools}


@pytest.mark.anyio
async def test_each_tool_takes_the_permission_that_is_said_here(deployment: Deployment) -> None:
    assert await names(deployment.client.port, deployment.key("bob", "read")) == set(CALLS)


@pytest.mark.parametrize("permission", ["read", "run", "tools", "people"])
@pytest.mark.parametrize("tool", CALLS)
def test_a_key_opens_the_tools_that_it_is_for_and_no_others(
    deployment: Deployment, permission: Permission, tool: str
) -> None:
    needed, arguments = CALLS[tool]
    bearer = {"Authorization": f"Bearer {deployment.key('bob', permission)}"}
    may = needed == "read" or permission in ("run", "people")
    present = call(tool, arguments)
    session = post(deployment.client, initialize(), **bearer).headers["mcp-session-id"]
    older = {**present, "params": {"name": tool, "arguments": arguments}}
    replies = [
        post(deployment.client, present, **bearer, **routed(present)),
        post(deployment.client, older, **bearer, Mcp_Session_Id=session),
    ]
    for one in replies:
        assert (one.status == 200) == may, one
        if not may:
            assert one.status == 403
            assert 'error="insufficient_scope"' in one.headers["www-authenticate"]
            told = one.body["error"]["message"]
            assert told.startswith("This key is not for carrying out requests")
            assert told.endswith("keys create bob --permission run.")


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/mcp", {}),
        ("/mcp", {"Authorization": "Bearer zk_wrong"}),
        ("/mcp", {"Authorization": "Basic {key}"}),
        ("/mcp?access_token={key}", {}),
        ("/mcp?key={key}&token={key}", {}),
        ("/mcp", {"Cookie": "zhizao_session={key}"}),
        ("/mcp", {"Authorization": ""}),
    ],
)
def test_without_a_key_in_the_header_nothing_is_done(
    deployment: Deployment, zhizao: Zhizao, path: str, headers: dict[str, str]
) -> None:
    key = deployment.key("bob")
    told = {name: value.format(key=key) for name, value in headers.items()}
    for body in (call("make_data", {"request": COUPON}), initialize(), {}, b"{"):
        found = post(deployment.client, body, path.format(key=key), **told, **routed(body))
        assert (found.status, found.headers["www-authenticate"]) == (401, "Bearer")
    assert zhizao.effects() == []


@pytest.mark.anyio
async def test_runs_and_conversations_of_others_are_none(
    deployment: Deployment, zhizao: Zhizao, mode: str
) -> None:
    port, bob, eve = deployment.client.port, deployment.key("bob"), deployment.key("eve")
    async with agent(port, mode, key=bob) as his, agent(port, mode, key=eve) as hers:
        done = await his.outcome("make_data", request=COUPON, request_id=f"same {mode}")
        asked = await his.outcome("make_data", request=SOMEWHERE)
        plan = await his.outcome("plan_data", request=COUPON)
        for run in (done["run"], asked["run"], plan["run"]):
            absent = f"run-{'0' * 16}"
            for tool, more in (
                ("undo", {}),
                ("answer_question", {"reply": "预发"}),
                ("answer_question", {"approved": True}),
            ):
                foreign = await hers.error(tool, run=run, **more)
                none = await hers.error(tool, run=absent, **more)
                assert foreign.replace(run, absent) == none
        words = {"request": "预发环境"}
        inside = await hers.outcome("make_data", **words, conversation=asked["conversation"])
        apart = await hers.outcome("make_data", **words)
        assert (inside["text"], inside["data"]) == (apart["text"], [])
        own = await hers.outcome("make_data", request=COUPON, request_id=f"same {mode}")
        assert own["run"] != done["run"]
    assert len(zhizao.effects()) == 2


@pytest.mark.anyio
async def test_a_tool_of_anothers_space_is_none(deployment: Deployment, zhizao: Zhizao) -> None:
    port, owner = deployment.client.port, deployment.key("bob", "run", "tools")
    with open_kennel() as kennel:
        entry = {"name": "kennel", "entry": kennel.entry}
        status, told = deployment.client.request(
            "POST", "/api/sources", entry, Authorization=f"Bearer {owner}"
        )
        assert (status, told["registered"]) == (200, True)
        tool = {"environment": "daily", "tool": "kennel@~bob/get_dog", "arguments": {"dog_id": 7}}
        async with agent(port, key=owner) as his, agent(port, key=deployment.key("eve")) as hers:
            found = await his.outcome("find_tools", text="look up dog 7", environment="daily")
            assert tool["tool"] in [one["tool"] for one in found["tools"]]
            assert (await his.outcome("call_tool", **tool))["status"] == "succeeded"
            none = await hers.outcome("find_tools", text="look up dog 7", environment="daily")
            assert "kennel" not in str(none)
            absent = {**tool, "tool": "kennel@~bob/no_dog"}
            foreign = await hers.error("call_tool", **tool)
            assert foreign.replace("get_dog", "no_dog") == await hers.error("call_tool", **absent)
        assert kennel.api is not None
        assert [one.path for one in kennel.api.asked if one.path.startswith("/dogs")] == ["/dogs/7"]
    assert zhizao.effects() == []


def question(deployment: Deployment, key: str, body: dict[str, Any]) -> str:
    """The sealed state of a question that is asked by a result."""
    told = post(deployment.client, body, Authorization=f"Bearer {key}", **routed(body))
    assert told.body["result"]["resultType"] == "input_required"
    return str(told.body["result"]["requestState"])


def test_a_question_is_answered_by_whom_it_was_asked_and_as_it_was_sealed(
    deployment: Deployment, zhizao: Zhizao
) -> None:
    bob, eve = deployment.key("bob"), deployment.key("eve")
    asking = call("make_data", {"request": SOMEWHERE})
    state = question(deployment, bob, asking)
    answer = {"question": {"action": "accept", "content": {"choice": "environment-pre"}}}

    def send(key: str, state: Any, request: str = SOMEWHERE, tool: str = "make_data") -> Any:
        body = call(tool, {"request": request}, inputResponses=answer, requestState=state)
        return post(deployment.client, body, Authorization=f"Bearer {key}", **routed(body)).body

    raw = bytearray(base64.urlsafe_b64decode(state[3:] + "=="))
    raw[-1] ^= 1
    changed = f"v1.{base64.urlsafe_b64encode(raw).decode().rstrip('=')}"
    for told in (
        send(eve, state),
        send(bob, changed),
        send(bob, state[:-4]),
        send(bob, "v1.e30"),
        send(bob, '{"run": "run-0"}'),
        send(bob, 7),
        send(bob, state, COUPON),
        send(bob, state, tool="plan_data"),
    ):
        assert told["error"]["code"] == -32602, told
    assert zhizao.effects() == []
    done = [send(bob, state)["result"]["structuredContent"] for _ in range(2)]
    assert {one["status"] for one in done} == {"succeeded"}
    assert done[0]["run"] == done[1]["run"]
    assert len(zhizao.effects()) == 1


def test_a_session_is_whose_it_was_when_it_began(deployment: Deployment, zhizao: Zhizao) -> None:
    bob, eve = deployment.key("bob"), deployment.key("eve")
    begun = post(deployment.client, initialize(), Authorization=f"Bearer {bob}")
    session = begun.headers["mcp-session-id"]
    older = call("call_tool", {"tool": ISSUE, "environment": "pre", "arguments": ARGUMENTS})
    del older["params"]["_meta"]
    for key, status in ((eve, 404), (bob, 200)):
        headers = {"Authorization": f"Bearer {key}", "Mcp_Session_Id": session}
        assert post(deployment.client, older, **headers).status == status
    assert len(zhizao.effects()) == 1


def test_foreign_pages_and_hosts_are_refused(deployment: Deployment, zhizao: Zhizao) -> None:
    body = call("make_data", {"request": COUPON})
    bearer = {"Authorization": f"Bearer {deployment.key('bob')}"} | routed(body)
    for origin in ("https://evil.example", "null", "http://127.0.0.1.evil.example", "file://"):
        assert post(deployment.client, body, Origin=origin, **bearer).status == 403
    assert post(deployment.client, body, Host="evil.example", **bearer).status == 421
    assert zhizao.effects() == []


def test_headers_have_to_say_what_the_body_says(deployment: Deployment, zhizao: Zhizao) -> None:
    body = call("make_data", {"request": COUPON})
    bearer = {"Authorization": f"Bearer {deployment.key('bob')}"}
    for changed in ({"Mcp-Name": "find_tools"}, {"Mcp-Method": "tools/list"}, {"Mcp-Name": ""}):
        told = post(deployment.client, body, **bearer, **{**routed(body), **changed})
        assert (told.status, told.body["error"]["code"]) == (400, -32020)
    old = {**routed(body), "MCP-Protocol-Version": "2030-01-01"}
    told = post(deployment.client, body, **bearer, **old)
    assert (told.status, told.body["error"]["code"]) in {(400, -32022), (400, -32020)}
    unknown = {"jsonrpc": "2.0", "id": 2, "method": "x/y", "params": body["params"]}
    assert post(deployment.client, unknown, **bearer, **routed(unknown)).status == 404
    assert zhizao.effects() == []


@pytest.mark.parametrize("key", [SecretStr("k" * 32), None])
def test_several_instances_take_each_others_questions_where_they_share_a_key(
    sandbox: SandboxProcess, zhizao: Zhizao, key: SecretStr | None
) -> None:
    settings = Settings(home=zhizao.home, sandbox_port=sandbox.port, mcp_state_key=key)
    with serve_whole(settings) as one, serve_whole(settings) as other:
        asking = call("make_data", {"request": SOMEWHERE})
        state = post(one, asking, **routed(asking)).body["result"]["requestState"]
        answer = {"question": {"action": "accept", "content": {"choice": "environment-pre"}}}
        body = call("make_data", {"request": SOMEWHERE}, inputResponses=answer, requestState=state)
        told = post(other, body, **routed(body)).body
    if key is None:
        assert told["error"]["code"] == -32602
    else:
        assert told["result"]["structuredContent"]["status"] == "succeeded"
    assert len(zhizao.effects()) == (0 if key is None else 1)
