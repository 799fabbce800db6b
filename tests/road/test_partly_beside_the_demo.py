"""Another service beside the demo business, of which one environment and few tools are there."""

import json
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack
from dataclasses import dataclass

import pytest

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.request import Chosen, Request
from pipelines.flow.road import Road
from services.eval_wiring import private
from services.sandbox_process import SandboxProcess
from services.settings import Settings
from services.wiring import open_system
from tests.trades.angling import document, replies
from tests.workshop.api import Asked, serving
from tool_registry.base.caller import Caller
from tool_registry.base.ids import new_id

pytestmark = pytest.mark.anyio


@dataclass
class Club:
    """The chat over the demo and the angling club, which serves daily only."""

    road: Road
    asked: list[Asked]
    session: str = ""

    async def say(self, *texts: str) -> Answer:
        """The answer to the last message of a new conversation."""
        self.session = new_id("session")
        self.asked.clear()
        answers = [await self.send(text) for text in texts]
        return answers[-1]

    async def send(self, text: str, choice: Chosen | None = None) -> Answer:
        id, caller = new_id("request"), Caller(user="tomas")
        request = Request(
            text=text, session_id=self.session, request_id=id, caller=caller, choice=choice
        )
        return await self.road.run(request, lambda event: None)

    def writes(self) -> list[str]:
        return [one.path for one in self.asked if one.method != "GET"]


@pytest.fixture(scope="module")
async def club(
    demo: SandboxProcess, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Club]:
    folder = tmp_path_factory.mktemp("club")
    async with AsyncExitStack() as stack:
        api = stack.enter_context(serving(replies()))
        file, sources = folder / "permits.json", folder / "sources.json"
        file.write_text(json.dumps(document(api.url)), "utf-8")
        entry = {
            "type": "openapi",
            "document": str(file),
            "approval": "trusted",
            "environments": {"daily": {"url": api.url}},
        }
        servers = {"commerce": {"url": demo.url}, "club": entry}
        sources.write_text(json.dumps({"mcpServers": servers}), "utf-8")
        settings = private(Settings(home=folder, mode="rules"), folder, sources)
        system = await stack.enter_async_context(open_system(settings))
        yield Club(await system.road(), api.asked)


@pytest.mark.parametrize(
    "text", ["what's the state of permit 501", "look up permit 501", "查一下许可证501"]
)
async def test_only_an_environment_with_such_a_tool_is_offered(club: Club, text: str) -> None:
    answer = await club.say(text)
    assert [one.environment for one in answer.choices] == ["daily"]
    assert not any(word in (answer.question or "") for word in ("pre-release", "预发"))


async def test_the_demo_is_still_offered_in_both(club: Club) -> None:
    answer = await club.say("look up order 1001")
    assert [one.environment for one in answer.choices] == ["daily", "pre"]


async def test_nobody_is_asked_for_whom_no_tool_takes(club: Club) -> None:
    answer = await club.say("issue a permit for plate HB-K221, water lake, daily")
    assert (answer.status, club.writes()) == (Status.SUCCEEDED, ["/permits"]), answer.question


@pytest.mark.parametrize("text", ["cancel it", "cancel that"])
async def test_a_no_to_nothing_may_mean_the_thing_and_is_asked_about(club: Club, text: str) -> None:
    answer = await club.say("look up permit 501 in daily", text)
    first = answer.choices[0]
    assert (answer.status, first.kind, first.tool) == (
        Status.NEEDS_INPUT,
        "reading",
        "club/cancelPermit",
    )
    assert club.writes() == []
    assert {one.tool for one in answer.choices if one.tool} <= {
        f"club/{name}" for name in ("cancelPermit", "getPermit", "listPermits", "setPermitState")
    }
    answer = await club.send("…", Chosen(id=first.id))
    assert (answer.status, club.writes()) == (Status.SUCCEEDED, ["/permits/501/cancel"])


async def test_a_no_to_what_was_asked_so_runs_nothing(club: Club) -> None:
    answer = await club.say("look up permit 501 in daily", "cancel it", "no")
    assert (answer.status, club.writes()) == (Status.CANCELLED, [])


@pytest.mark.parametrize("text", ["never mind", "算了"])
async def test_a_plain_no_to_nothing_stays_one(club: Club, text: str) -> None:
    answer = await club.say("look up permit 501 in daily", text)
    assert (answer.status, answer.choices) == (Status.CANCELLED, ())
