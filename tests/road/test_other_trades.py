"""Sentences in trades that nobody wrote the product for: what reaches their tools, or why not."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.request import Request
from pipelines.flow.options import RoadOptions
from pipelines.flow.road import Road
from pipelines.runs.store import RunStore
from tests.trades.counter import Counter
from tests.trades.ferry import ferry
from tests.trades.organs import organs
from tests.trades.theatre import theatre
from tool_registry.sources.source import Sources

pytestmark = pytest.mark.anyio

TODAY = datetime.now().astimezone().date()
TOMORROW = (TODAY + timedelta(days=1)).isoformat()
NEXT_MONDAY = (TODAY + timedelta(days=7 - TODAY.weekday())).isoformat()


async def asked(trade: Counter, folder: Path, *turns: str) -> Answer:
    """The answer to the last turn of a conversation in pre-release."""
    store = RunStore(folder / "runs.db")
    road = Road(trade.catalogue(), Sources({trade.name: trade}), store, RoadOptions())
    try:
        for text in turns[:-1]:
            await road.run(_request(text), lambda event: None)
        return await road.run(_request(turns[-1]), lambda event: None)
    finally:
        store.close()


def _request(text: str) -> Request:
    return Request(text=text, session_id="s", request_id=text, environment="pre", approved=True)


def not_yet(why: str, *case: Any) -> Any:
    """A case that does not hold, with what happens instead."""
    return pytest.param(*case, marks=pytest.mark.xfail(strict=True, reason=why))


DONE = [
    (theatre, "Scrap prop PR-12", "set_prop_state", {"prop_id": "PR-12", "new_state": "scrapped"}),
    (theatre, "The prop PR-11 is broken, send it to repair", "set_prop_state",
     {"prop_id": "PR-11", "new_state": "in_repair"}),
    (theatre, "Move prop PR-12 to on stage", "set_prop_state",
     {"prop_id": "PR-12", "new_state": "on_stage"}),
    (theatre, "Scrap the tin prop PR-12", "set_prop_state",
     {"prop_id": "PR-12", "new_state": "scrapped"}),
    (theatre, "Give ida@stage.example an evening pass", "assign_pass",
     {"patron_id": "PA-501", "kind": "evening"}),
    (theatre, "Give patron PA-501 a premiere pass", "assign_pass",
     {"patron_id": "PA-501", "kind": "premiere"}),
    not_yet("the kind of pass is asked for, though it is said",
            theatre, "Assign patron PA-501 a premiere pass", "assign_pass",
            {"patron_id": "PA-501", "kind": "premiere"}),
    not_yet("which box is meant is asked, and the hours are no time of day",
            theatre, "Book box B2.07 for patron PA-501 tomorrow from 7 to 9 pm", "book_box",
            {"patron_id": "PA-501", "box_code": "B2.07", "starts_at": f"{TOMORROW}T19:00"}),
    not_yet("what is complained of is asked for, though it is said",
            theatre, "File a complaint for PA-501: the velvet curtain smells of smoke",
            "file_complaint",
            {"patron_id": "PA-501", "what": "the velvet curtain smells of smoke"}),
    (theatre, "Create a prop of tin", "create_prop", {"material": "tin"}),
    (theatre, "I need a velvet prop", "create_prop", {"material": "velvet"}),
    (ferry, "把渡船V-7001报废", "changeVesselStatus", {"vesselId": "V-7001", "status": "SCRAPPED"}),
    (ferry, "渡船V-7001坏了,送修", "changeVesselStatus",
     {"vesselId": "V-7001", "status": "REPAIRING"}),
    (ferry, "把闲置的渡船V-7001报废", "changeVesselStatus",
     {"vesselId": "V-7001", "status": "SCRAPPED"}),
    (ferry, "给渡船V-7001创建一张船体检修单", "createRepair",
     {"vesselId": "V-7001", "repairType": "HULL"}),
    (ferry, "给渡船V-7001建一张电台检修单,下周一", "createRepair",
     {"vesselId": "V-7001", "repairType": "RADIO", "planDate": NEXT_MONDAY}),
    (ferry, "新建一个船长,手机号13900000012", "createCaptain", {"phone": "13900000012"}),
    (organs, "create a tuning job for church 12", "create_job",
     {"church_id": "12", "kind": "tuning"}),
    (organs, "set the state of job 501 to on_bench", "update_job",
     {"job_id": "501", "state": "on_bench"}),
    (organs, "set job 501 to sent_back", "update_job", {"job_id": "501", "state": "sent_back"}),
    (organs, "把任务501的状态改成 on_bench", "update_job", {"job_id": "501", "state": "on_bench"}),
    (organs, "update job 501 with state on_bench and note leave the lamp on", "update_job",
     {"job_id": "501", "state": "on_bench", "note": "leave the lamp on"}),
]  # fmt: skip


@pytest.mark.parametrize(("trade", "text", "tool", "sent"), DONE)
async def test_what_is_said_is_what_is_sent(
    trade: Callable[[], Counter], text: str, tool: str, sent: dict[str, Any], tmp_path: Path
) -> None:
    shop = trade()
    answer = await asked(shop, tmp_path, text)
    assert answer.status is Status.SUCCEEDED
    ((called, given),) = shop.calls
    assert called == tool
    assert sent.items() <= given.items()


LISTED = [
    ("lend jig 73 with borrower Tom Miller and due date 2031-05-06", "lend_jig",
     {"jig_id": "73", "borrower": "Tom Miller", "due_date": "2031-05-06"}),
    ("create a tuning job for church 12 with rank Gamba 8 and note leave the key", "create_job",
     {"church_id": "12", "kind": "tuning", "rank": "Gamba 8", "note": "leave the key"}),
    ("create a cleaning job for church 12 with note leave the stops", "create_job",
     {"church_id": "12", "kind": "cleaning", "note": "leave the stops"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "tool", "sent"), LISTED)
async def test_arguments_by_name_are_taken_apart(
    text: str, tool: str, sent: dict[str, Any], tmp_path: Path
) -> None:
    shop = organs()
    assert (await asked(shop, tmp_path, text, "yes")).status is Status.SUCCEEDED
    assert shop.calls == [(tool, sent)]


async def test_what_is_ruled_out_behind_a_text_is_no_part_of_it(tmp_path: Path) -> None:
    shop = organs()
    text = "create a tuning job for church 12 with rank Gamba 8 and note hurry and do not tune it"
    await asked(shop, tmp_path, text)
    assert all("do not" not in str(given) for _, given in shop.calls)


NOT_DONE = [
    (theatre, "Scrap the wood prop PR-12", "tin"),
    not_yet(
        "the condition is passed over and the prop sent to repair",
        theatre,
        "Once prop PR-11 has been scrapped, send it to repair",
        "scrapped",
    ),
    (theatre, "Assign a balcony pass to patron PA-501", "balcony"),
    (theatre, "Create a prop for a puppet", "puppet"),
    (ferry, "把维修中的渡船V-7001报废", "维修中"),
    (ferry, "给渡船V-7001创建一张帆布检修单", "帆布"),
    (organs, "create a repair job for church 12", "repair"),
    (organs, "给教堂12建一个维修任务", "维修"),
]


@pytest.mark.parametrize(("trade", "text", "told"), NOT_DONE)
async def test_a_word_that_no_tool_can_honour_stops_everything(
    trade: Callable[[], Counter], text: str, told: str, tmp_path: Path
) -> None:
    shop = trade()
    answer = await asked(shop, tmp_path, text)
    assert answer.status is not Status.SUCCEEDED
    assert told in (answer.question or answer.summary.text)
    assert shop.calls == []


CHECKED = [
    (theatre, "Check that prop PR-11 is on stage", True),
    (theatre, "Check that prop PR-12 is on stage and of tin", False),
    (ferry, "校验渡船V-7001的状态是闲置", True),
    (ferry, "校验渡船V-7001是否已报废", False),
]


@pytest.mark.parametrize(("trade", "text", "holds"), CHECKED)
async def test_what_is_to_be_checked_is_compared_and_nothing_is_changed(
    trade: Callable[[], Counter], text: str, holds: bool, tmp_path: Path
) -> None:
    shop = trade()
    answer = await asked(shop, tmp_path, text)
    assert answer.summary.satisfied is holds
    assert shop.calls == []


async def test_a_day_without_its_time_is_asked_for(tmp_path: Path) -> None:
    shop = theatre()
    answer = await asked(shop, tmp_path, "book box B2.07 for patron PA-501 tomorrow", "8 pm")
    assert answer.status is Status.SUCCEEDED
    assert [given["starts_at"] for _, given in shop.calls] == [f"{TOMORROW}T20:00"]


async def test_a_prohibition_is_no_reason_where_no_tool_does_it_anyway(tmp_path: Path) -> None:
    answer = await asked(theatre(), tmp_path, "Delete prop PR-12, but do not touch the patrons")
    assert answer.status is Status.REFUSED
    assert "No tool in pre-release can Delete" in answer.summary.text
