"""What is remembered of a person, seen, named and forgotten over HTTP, by that person alone."""

from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pipelines.runs.long_term_memory import LongTermMemory, Noted
from pipelines.runs.store import RunStore
from services.sandbox_process import SandboxProcess, private_sandbox
from services.settings import Settings
from tests.services.serving import Client, Stage, serve, serve_whole
from tests.services.test_identity import HOST, Deployment
from tool_registry.base.caller import Caller, Role
from tool_registry.stores.store import RegistryStore

COUPON = "给用户1234发一张满50减20的优惠券,预发环境"
ZH = {"Accept_Language": "zh"}


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Generator[SandboxProcess]:
    with private_sandbox("commerce", tmp_path_factory.mktemp("sandbox")) as running:
        yield running


@pytest.fixture
def whole(tmp_path: Path, sandbox: SandboxProcess) -> Generator[Client]:
    with serve_whole(Settings(home=tmp_path, sandbox_port=sandbox.port)) as client:
        yield client


def entries(client: Client, query: str = "", kind: str = "thing") -> list[dict[str, Any]]:
    status, told = client.request("GET", f"/api/memory{query}", **ZH)
    assert status == 200
    return [one for one in told["entries"] if one["kind"] == kind]


def test_it_is_seen_named_found_and_forgotten(whole: Client) -> None:
    body = {"text": COUPON, "conversation": "first", "review": "unasked"}
    assert whole.request("POST", "/api/requests", body)[1]["status"] == "succeeded"
    user = next(one for one in entries(whole) if one["value"] == "1234")
    told = (user["label"], user["environment_label"], user["words"], user["session_id"])
    assert told == ("用户", "预发", COUPON, "first")
    values = {(one["label"], one["value"], one["unit"]) for one in entries(whole, kind="value")}
    assert ("发放满减券 · 门槛金额", "50", "元") in values
    [talk] = entries(whole, kind="talk")
    assert (talk["value"], "1234" in talk["summary"]) == (COUPON, True)
    path = f"/api/memory/{user['id']}"
    status, named = whole.request("PATCH", path, {"name": " VIP测试号 "}, **ZH)
    assert (status, named["name"]) == (200, "VIP测试号")
    assert [one["id"] for one in entries(whole, "?q=VIP")][:1] == [user["id"]]
    assert entries(whole, "?q=1234")[0]["id"] == user["id"]
    assert whole.request("DELETE", path) == (200, {"entries": 1})
    gone = whole.request("DELETE", path, **ZH)
    assert (gone[0], user["id"] in gone[1]["error"]["message"]) == (404, True)
    assert user["id"] not in [one["id"] for one in entries(whole)]
    assert whole.request("DELETE", "/api/memory")[1]["entries"] > 0
    assert whole.request("GET", "/api/memory")[1]["entries"] == []


def test_who_turns_it_off_is_offered_nothing_and_nothing_more_is_kept(whole: Client) -> None:
    body = {"text": COUPON, "review": "unasked"}
    whole.request("POST", "/api/requests", body)
    assert whole.request("PUT", "/api/preferences", {"memory": "off"})[0] == 200
    whole.request("POST", "/api/requests", body)
    status, told = whole.request("GET", "/api/memory")
    assert (status, told["on"], {one["uses"] for one in told["entries"]}) == (200, False, {1})
    asked = whole.request("POST", "/api/requests", {"text": "发一张满50减20的优惠券,预发环境"})[1]
    assert (asked["status"], asked["choices"][0]["field"]["suggestions"]) == ("needs_input", [])


@pytest.mark.parametrize("name", ["x" * 61, None, 5])
def test_a_name_that_cannot_be_is_refused(whole: Client, name: Any) -> None:
    status, told = whole.request("PATCH", "/api/memory/abc", {"name": name})
    assert (status, "name" in told["error"]["message"]) == (422, True)


def test_nobody_sees_or_forgets_what_is_remembered_of_somebody_else(
    tmp_path: Path, sandbox: SandboxProcess
) -> None:
    settings = Settings(home=tmp_path, sandbox_port=sandbox.port, login="required")
    with (
        serve(settings, Stage()) as client,
        closing(RegistryStore(tmp_path / "registry.db")) as stores,
        closing(RunStore(tmp_path / "runs.db")) as runs,
    ):
        for name in ("ann", "bob"):
            stores.people.add(HOST, name, Role.TESTER)
        team = Deployment(client, stores)
        keys = {name: team.key(name, "read", "run") for name in ("ann", "bob")}
        memory, ann = LongTermMemory(runs), Caller(tenant=HOST.tenant, user="ann")
        memory.note(ann, "s", "x", [Noted("thing", "pre", "用户", ("1",), {"id": "1"})])
        [mine] = team.ask(keys["ann"], "GET", "/api/memory")[1]["entries"]
        assert team.ask(keys["bob"], "GET", "/api/memory")[1]["entries"] == []
        path = f"/api/memory/{mine['id']}"
        assert team.ask(keys["bob"], "PATCH", path, {"name": "x"})[0] == 404
        assert team.ask(keys["bob"], "DELETE", path)[0] == 404
        assert team.ask(keys["bob"], "DELETE", "/api/memory")[1] == {"entries": 0}
        assert len(team.ask(keys["ann"], "GET", "/api/memory")[1]["entries"]) == 1
