"""A conversation is handed over to a person, who answers in it; nobody else sees it."""

import json
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from services.sandbox_process import SandboxProcess
from services.settings import Settings
from tests.services.commands import Zhizao, wait_for
from tests.services.serving import Client, serve_whole
from tests.services.test_webhook import Receiver, receiver, settings_of
from tool_registry.base.caller import Caller, Role
from tool_registry.stores.store import RegistryStore

__all__ = ["receiver"]
COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"
SECRET = "sk-abcdefghijklmnopqrstuvwxyz0123456789ABCD"


@dataclass
class Team:
    """A service where several people log in."""

    client: Client
    stores: RegistryStore

    def ask(self, who: str, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        key = self.stores.keys.create(Caller(), who, "", ("read", "run", "tools"))[0]
        headers = {"Authorization": f"Bearer {key}", "Accept_Language": "zh"}
        return self.client.request(method, path, body, **headers)


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory, sandbox: SandboxProcess) -> Generator[Team]:
    """ann and bob are testers, ann in press, whose owner is pia; otto is named for all; eve owns
    forge."""
    home: Path = tmp_path_factory.mktemp("team")
    settings = Settings(
        home=home, sandbox_port=sandbox.port, login="required", handover_to=("otto",)
    )
    with serve_whole(settings) as client, closing(RegistryStore(home / "registry.db")) as stores:
        for name in ("ann", "bob", "pia", "otto", "eve"):
            stores.people.add(Caller(), name, Role.TESTER)
        stores.people.join(Caller(), "ann", "press", Role.TESTER)
        stores.people.join(Caller(), "pia", "press", Role.OWNER)
        stores.people.join(Caller(), "eve", "forge", Role.OWNER)
        yield Team(client, stores)


def handed_over(team: Team, note: str = "") -> dict[str, Any]:
    """What ann handed over: a plan that she was shown."""
    _, answer = team.ask("ann", "POST", "/api/requests", {"text": COUPON, "review": "always"})
    path = f"/api/runs/{answer['run_id']}/handover"
    status, made = team.ask("ann", "POST", path, {"note": note})
    assert status == 200
    assert team.ask("ann", "POST", path, {"note": "again"}) == (200, made)
    return made


def queue(team: Team, who: str) -> list[str]:
    return [one["id"] for one in team.ask(who, "GET", "/api/handovers")[1]]


def test_whom_it_is_handed_to_sees_all_of_it_and_answers_in_the_conversation(team: Team) -> None:
    made = handed_over(team, f"这张券为什么不能叠加? {SECRET}")
    assert (made["state"], made["mine"], made["may_answer"]) == ("open", True, False)
    for who in ("otto", "pia"):
        assert made["id"] in queue(team, who)
    [found] = [
        one for one in team.ask("pia", "GET", "/api/handovers")[1] if one["id"] == made["id"]
    ]
    [turn] = found["packet"]["turns"]
    assert (turn["text"], turn["status"]) == (COUPON, "needs_input")
    assert "预发" in turn["understood"][0]
    assert [call["title"] for call in turn["calls"]] == ["发放满减券"]
    assert any("5000" in line for line in turn["calls"][0]["arguments"])
    assert found["packet"]["authors"] == ["江离"]
    assert SECRET not in json.dumps(found)
    path = f"/api/handovers/{made['id']}/answer"
    status, answered = team.ask("pia", "POST", path, {"text": "换一个门槛再试。"})
    assert (status, answered["state"]) == (200, "answered")
    session = f"/api/conversations/{made['session_id']}/handovers"
    [seen] = team.ask("ann", "GET", session)[1]
    assert (seen["answer"], seen["answered_by"]) == ("换一个门槛再试。", "pia")
    assert team.ask("otto", "POST", path, {"text": "me, too"})[0] == 409
    assert team.ask("ann", "DELETE", f"/api/handovers/{made['id']}")[0] == 409


def test_nobody_else_sees_or_answers_it(team: Team) -> None:
    made = handed_over(team)
    for who in ("bob", "eve", "ann"):
        assert made["id"] not in queue(team, who)
        path = f"/api/handovers/{made['id']}/answer"
        assert team.ask(who, "POST", path, {"text": "x"})[0] == 404
    for who in ("bob", "eve", "otto"):
        assert team.ask(who, "DELETE", f"/api/handovers/{made['id']}")[0] == 404
        assert team.ask(who, "GET", f"/api/conversations/{made['session_id']}/handovers")[1] == []
        assert team.ask(who, "POST", f"/api/runs/{made['run_id']}/handover", {})[0] == 404
    assert team.ask("ann", "DELETE", f"/api/handovers/{made['id']}")[1]["state"] == "withdrawn"
    assert team.ask("otto", "POST", f"/api/handovers/{made['id']}/answer", {"text": "x"})[0] == 409


@pytest.mark.parametrize("body", [{"text": ""}, {"text": "x" * 4001}, {"text": "\ud800"}, {}, []])
def test_an_answer_that_is_none_is_refused(team: Team, body: Any) -> None:
    made = handed_over(team)
    assert team.ask("otto", "POST", f"/api/handovers/{made['id']}/answer", body)[0] == 422
    assert team.ask("otto", "POST", "/api/handovers/none/answer", {"text": "x"})[0] == 404


def test_what_was_done_and_what_failed_go_along(service: Client, zhizao: Zhizao) -> None:
    fault = ["fault", "set", "issueFullReductionCoupon", "--kind", "error-before"]
    zhizao.sandbox.run(fault)
    _, answer = service.request("POST", "/api/requests", {"text": COUPON})
    path = f"/api/runs/{answer['run_id']}/handover"
    _, made = service.request("POST", path, {})
    [call] = made["packet"]["turns"][-1]["calls"]
    assert call["status"] in ("failed", "unknown")
    assert call["failure"]
    assert zhizao.effects() == []


def test_the_webhook_hears_of_it_and_of_its_answer(zhizao: Zhizao, receiver: Receiver) -> None:
    with serve_whole(settings_of(zhizao, receiver)) as service:
        _, answer = service.request("POST", "/api/requests", {"text": "hello"})
        path = f"/api/runs/{answer['run_id']}/handover"
        _, made = service.request("POST", path, {"note": "please"})
        answering = f"/api/handovers/{made['id']}/answer"
        assert service.request("POST", answering, {"text": "done"})[0] == 200
        wait_for(lambda: len(receiver.got) == 3)
    told = {one["type"]: one["data"] for one in (json.loads(body) for body, _ in receiver.got)}
    assert told["conversation.handed_over"]["note"] == "please"
    assert told["conversation.answered"]["answer"] == "done"
