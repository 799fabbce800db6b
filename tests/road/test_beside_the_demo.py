"""Tools of another OpenAPI document beside the demo business: plain sentences reach them."""

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.request import Chosen, Request
from pipelines.flow.road import Road
from pipelines.onboarding.planning import Sentence
from pipelines.onboarding.why import Stage, why
from services.eval_wiring import private
from services.finding import open_finder
from services.registry import read_environments
from services.sandbox_process import SandboxProcess
from services.settings import Settings
from services.wiring import open_system
from tests.trades.bakery import BAKERY
from tests.trades.bikeshop import BIKESHOP
from tests.trades.lifts import LIFTS
from tests.trades.served import Served, Trade, served
from tool_registry.base.caller import Caller
from tool_registry.base.ids import new_id

pytestmark = pytest.mark.anyio


@dataclass
class Beside:
    """The chat over the demo and one other service."""

    road: Road
    settings: Settings
    service: Served
    session: str = ""

    async def say(self, text: str) -> Answer:
        """A sentence of a new conversation."""
        self.session = new_id("session")
        self.service.asked.clear()
        self.service.rows.clear()
        self.service.rows.update({k: dict(row) for k, row in self.service.trade.rows.items()})
        return await self._send(text, None)

    async def choose(self, answer: Answer, place: int = 0) -> Answer:
        """One of the choices of that answer."""
        return await self._send("…", Chosen(id=answer.choices[place].id))

    async def _send(self, text: str, choice: Chosen | None) -> Answer:
        id, caller = new_id("request"), Caller(user="tomas")
        request = Request(
            text=text, session_id=self.session, request_id=id, caller=caller, choice=choice
        )
        return await self.road.run(request, lambda event: None)

    async def tried(self, tool: str, text: str) -> tuple[Stage, ...]:
        """What the author's trial of the tool says of the sentence."""
        sentence, finder = Sentence(id="try", text=text), open_finder(self.settings)
        id, caller = f"{self.service.trade.thing}/{tool}", Caller(user="tomas")
        return await why(id, sentence, self.road.catalogue, caller=caller, finder=finder)


def used(answer: Answer) -> list[tuple[str, Mapping[str, Any]]]:
    return [(step.tool.rpartition("/")[2], step.arguments) for step in answer.chain]


@asynccontextmanager
async def beside(trade: Trade, demo: SandboxProcess, folder: Path) -> AsyncGenerator[Beside]:
    async with AsyncExitStack() as stack:
        service = stack.enter_context(served(trade, folder))
        settings = Settings(home=folder, mode="rules")
        places = [one.name for one in read_environments(settings).configured]
        entry = {
            "type": "openapi",
            "document": str(service.document),
            "approval": "trusted",
            "environments": {name: {"url": service.url} for name in places},
        }
        file = folder / "sources.json"
        entries = {"commerce": {"url": demo.url}, trade.thing: entry}
        file.write_text(json.dumps({"mcpServers": entries}), "utf-8")
        settings = private(settings, folder, file)
        system = await stack.enter_async_context(open_system(settings))
        road = await system.road()
        yield Beside(road, settings, service)


@pytest.fixture(scope="module")
async def bikeshop(
    demo: SandboxProcess, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Beside]:
    async with beside(BIKESHOP, demo, tmp_path_factory.mktemp("bikeshop")) as one:
        yield one


@pytest.fixture(scope="module")
async def bakery(
    demo: SandboxProcess, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Beside]:
    async with beside(BAKERY, demo, tmp_path_factory.mktemp("bakery")) as one:
        yield one


@pytest.fixture(scope="module")
async def lifts(
    demo: SandboxProcess, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Beside]:
    async with beside(LIFTS, demo, tmp_path_factory.mktemp("lifts")) as one:
        yield one


REPAIRS = [
    ("look up repair ticket 4103 in daily", "getTicket", {"ticketId": "4103"}),
    ("look up ticket 4101 in daily", "getTicket", {"ticketId": "4101"}),
    ("在日常查一下维修单4101", "getTicket", {"ticketId": "4101"}),
    ("delete repair ticket 4102 in daily", "deleteTicket", {"ticketId": "4102"}),
    ("remove ticket 4102 for good, daily", "deleteTicket", {"ticketId": "4102"}),
    ("set repair ticket 4101 to ready in daily", "setTicketStatus",
     {"ticketId": "4101", "status": "ready"}),
    ("set ticket 4103 to ready in daily", "setTicketStatus",
     {"ticketId": "4103", "status": "ready"}),
    ("mark ticket 4102 as picked up, daily", "setTicketStatus",
     {"ticketId": "4102", "status": "picked_up"}),
    ("把维修单4101的状态改成 ready,日常", "setTicketStatus",
     {"ticketId": "4101", "status": "ready"}),
    ("create a repair ticket in daily, customer Ada, bike Trek, fault puncture", "createTicket",
     {"customer": "Ada", "bike": "Trek", "fault": "puncture"}),
    ("create a repair ticket in daily with customer=Ada Byrne, bike=Trek FX, fault=broken spoke",
     "createTicket", {"customer": "Ada Byrne", "bike": "Trek FX", "fault": "broken spoke"}),
    ("look up spare part CH-11 in daily", "getPart", {"sku": "CH-11"}),
    ("在日常环境查一下配件 CH-11", "getPart", {"sku": "CH-11"}),
]  # fmt: skip
CAKES = [
    ("look up cake booking 7702 in daily", "getCakeBooking", {"bookingNo": "7702"}),
    ("show me cake booking 7701, daily", "getCakeBooking", {"bookingNo": "7701"}),
    ("delete cake booking 7701 in daily", "deleteCakeBooking", {"bookingNo": "7701"}),
    ("set cake booking 7701 to iced in daily", "setBakingStage",
     {"bookingNo": "7701", "status": "iced"}),
    ("how many sacks of flour RY-40 are there in daily", "getFlour", {"code": "RY-40"}),
]  # fmt: skip
INSPECTIONS = [
    ("在日常查一下电梯检验单6302", "getInspection", {"inspectionNo": "6302"}),
    ("日常环境查检验单6301", "getInspection", {"inspectionNo": "6301"}),
    ("日常环境删掉电梯检验单6301", "deleteInspection", {"inspectionNo": "6301"}),
    ("把电梯检验单6301的结论改成passed，日常", "setInspectionResult",
     {"inspectionNo": "6301", "status": "passed"}),
    ("日常查一下钢索GS-16", "getCable", {"model": "GS-16"}),
]  # fmt: skip


async def _is_done(one: Beside, text: str, tool: str, arguments: Mapping[str, Any]) -> None:
    answer = await one.say(text)
    assert (answer.status, used(answer)) == (Status.SUCCEEDED, [(tool, arguments)]), answer.question
    assert (await one.tried(tool, text))[-1].passed


@pytest.mark.parametrize(("text", "tool", "arguments"), REPAIRS)
async def test_what_its_tools_call_their_thing_is_that_thing(
    bikeshop: Beside, text: str, tool: str, arguments: dict[str, Any]
) -> None:
    await _is_done(bikeshop, text, tool, arguments)


@pytest.mark.parametrize(("text", "tool", "arguments"), CAKES)
async def test_a_noun_of_two_words_is_one_thing(
    bakery: Beside, text: str, tool: str, arguments: dict[str, Any]
) -> None:
    await _is_done(bakery, text, tool, arguments)


@pytest.mark.parametrize(("text", "tool", "arguments"), INSPECTIONS)
async def test_a_chinese_document_is_spoken_of_in_its_own_words(
    lifts: Beside, text: str, tool: str, arguments: dict[str, Any]
) -> None:
    await _is_done(lifts, text, tool, arguments)


async def _asks_for_it(one: Beside, text: str, tool: str, arguments: Mapping[str, Any]) -> None:
    answer = await one.say(text)
    assert (answer.status, answer.choices[0].kind) == (Status.NEEDS_INPUT, "reading")
    assert one.service.writes() == []
    tried = (await one.tried(tool, text))[-1]
    assert (tried.passed, tried.asks) == (False, answer.question)
    answer = await one.choose(answer)
    assert (answer.status, used(answer)) == (Status.SUCCEEDED, [(tool, arguments)])
    path = f"/{one.service.trade.thing}"
    assert one.service.writes() == [("POST", path, arguments)]


@pytest.mark.parametrize(
    "text",
    [
        "open a repair ticket for customer Ada Byrne, bike Trek FX, fault broken spoke, in daily",
        "create a repair ticket in daily, customer: Ada Byrne, bike: Trek FX, fault: broken spoke",
        'new repair ticket with customer "Ada Byrne", bike "Trek FX", fault "broken spoke", daily',
    ],
)
async def test_values_said_by_their_arguments_names_fill_them(bikeshop: Beside, text: str) -> None:
    given = {"customer": "Ada Byrne", "bike": "Trek FX", "fault": "broken spoke"}
    await _asks_for_it(bikeshop, text, "createTicket", given)


@pytest.mark.parametrize(
    "text",
    [
        "take a cake booking for guest Ada Byrne, flavour plum, inscription Well met, in daily",
        "create a cake booking with guest=Ada Byrne, flavour=plum, inscription=Well met, daily",
    ],
)
async def test_so_do_those_of_another_trade(bakery: Beside, text: str) -> None:
    given = {"guest": "Ada Byrne", "flavour": "plum", "inscription": "Well met"}
    await _asks_for_it(bakery, text, "createCakeBooking", given)


@pytest.mark.parametrize(
    "text",
    [
        "在日常环境开一张电梯检验单，楼宇海棠大厦，检验员王小明，问题是门锁松动",
        "日常环境开一张电梯检验单，楼宇：海棠大厦，检验员：王小明，问题：门锁松动",
        "在日常建一张检验单，楼宇“海棠大厦”，检验员“王小明”，问题“门锁松动”",
    ],
)
async def test_so_do_those_of_a_chinese_sentence(lifts: Beside, text: str) -> None:
    given = {"building": "海棠大厦", "inspector": "王小明", "finding": "门锁松动"}
    await _asks_for_it(lifts, text, "createInspection", given)


@pytest.mark.parametrize(
    "text",
    ["open a repair ticket in daily", "create a ticket in daily", "new repair ticket, daily"],
)
async def test_words_that_nobody_said_are_asked_for(bikeshop: Beside, text: str) -> None:
    answer = await bikeshop.say(text)
    assert (answer.status, bikeshop.service.writes()) == (Status.NEEDS_INPUT, [])
    assert answer.question


async def test_a_misspelt_change_is_asked_about(bikeshop: Beside) -> None:
    text = "creat a repiar ticket in daily, customer Ada, bike Trek, fault puncture"
    answer = await bikeshop.say(text)
    assert (answer.status, bikeshop.service.writes()) == (Status.NEEDS_INPUT, [])
    assert not (await bikeshop.tried("createTicket", text))[-1].passed


async def test_a_thing_is_called_as_its_tools_call_it(bikeshop: Beside) -> None:
    answer = await bikeshop.say("look up ticket 4101 in daily")
    assert "repair ticket 4101" in answer.summary.text


async def test_a_trial_tells_no_state_of_what_was_not_read(bikeshop: Beside) -> None:
    stages = await bikeshop.tried("setTicketStatus", "set bug 4101 to ready in daily")
    assert not stages[-1].passed
    assert " now" not in stages[-1].says[0]


async def test_a_trial_tells_what_is_taken_instead(bikeshop: Beside) -> None:
    stages = await bikeshop.tried("getTicket", "which repair tickets are ready in daily")
    [found] = [one for one in stages if one.stage == "filter"]
    assert found.says[0] == "not a candidate"
    assert found.says[-1] == "all evidence together speaks rather for: List repair tickets"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("列出检验员何俊的电梯检验单,日常", "6302"),
        ("show the inspections of inspector 周敏 in daily", "6301"),
    ],
)
async def test_whose_they_are_may_be_what_a_field_of_theirs_says(
    lifts: Beside, text: str, shown: str
) -> None:
    answer = await lifts.say(text)
    assert answer.status is Status.SUCCEEDED
    assert used(answer) == [("getInspection", {"inspectionNo": shown})]
