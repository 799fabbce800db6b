"""Sentences about a service that nobody wrote a word for, judged by what it was told to write."""

from pathlib import Path

import pytest

from pipelines.answer import Status
from tests.resources.house import inn
from tool_registry.base.types import Effect

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("which rooms are dirty in pre?", {"101", "201"}),
        ("预发哪些房间还没打扫", {"101", "201"}),
        ("how many open folios has 李娜 got on pre?", {"F-3"}),
        ("预发查一下 Anna Schmidt 有几个预订", {"R-11", "R-12"}),
        ("which folios are not paid on pre?", {"F-2", "F-3"}),
    ],
)
async def test_lists_are_asked_for_what_is_said(tmp_path: Path, text: str, ids: set[str]) -> None:
    async with inn(tmp_path) as house:
        answer = await house.say(text)
        assert house.log == []
    assert {item.id for item in answer.summary.data} == ids


async def test_a_deed_on_one_record_counts_as_a_change_though_it_is_called_a_check(
    tmp_path: Path,
) -> None:
    async with inn(tmp_path) as house:
        tools = house.road.catalogue.tools
        assert tools["inn/confirm"].effect is Effect.ONCE
        assert tools["inn/get_reservation"].effect is Effect.NONE


async def test_a_change_is_known_by_the_states_that_its_author_writes(tmp_path: Path) -> None:
    async with inn(tmp_path) as house:
        await house.say("pre: set R-14 back to requested")
        assert house.stages == [("R-14", "requested")]


async def test_what_is_denied_in_a_question_is_not_passed_over(tmp_path: Path) -> None:
    async with inn(tmp_path) as house:
        answer = await house.say("李娜在预发还有多少钱没结啊")
    assert [item.id for item in answer.summary.data] != ["2"]


async def test_that_there_is_none_is_an_answer(tmp_path: Path) -> None:
    async with inn(tmp_path) as house:
        answer = await house.say("which rooms are out of order on pre?")
    assert answer.status is Status.SUCCEEDED
    assert answer.summary.data == ()


@pytest.mark.parametrize(
    "text",
    [
        "cancel R-13 and email the guest, pre",
        "pre: take 20 off folio F-3",
        "delete guest 李娜 in pre",
        "预发 R-12 退了没",
        "refund F-2 in pre",
        "pre: cancel R-99",
        "cancel R-12 unless the guest is vip, pre",
        "pre: cancel R-12 or R-13",
        "pre: was R-12 cancelled?",
        "pre: cancel R-12 if it has been paid",
        "pre: cancel R-12, and fax it over",
        "预发 取消 R-12,顺便洗个车",
        "预发取消没浴缸的 R-12",
        "预发取消 R-12,取消之前先把钱退了",
    ],
)
async def test_nothing_is_done_where_a_word_is_left(tmp_path: Path, text: str) -> None:
    async with inn(tmp_path) as house:
        answer = await house.say(text)
        assert house.log == []
    assert answer.summary.text


async def test_a_word_for_what_nothing_takes_is_not_passed_over(tmp_path: Path) -> None:
    text = "pre: book 李娜 into room 202, 2031-08-01 to 2031-08-03, parking included"
    async with inn(tmp_path) as house:
        answer = await house.say(text)
        made = house.log
    assert not made or "parking" in (answer.summary.text if answer.summary else "")


async def test_what_introduces_a_name_is_no_part_of_it(tmp_path: Path) -> None:
    async with inn(tmp_path) as house:
        await house.say("预发来个新客人,叫吴桐,手机号随便")
        assert [one["name"] for one in house.log] == ["吴桐"]
