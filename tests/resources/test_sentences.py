"""Sentences about a service that nobody wrote a word for, judged by what it was told to write."""

import pytest

from pipelines.contracts.answer import Status
from tests.resources.house import Inn
from tool_registry.base.types import Effect

pytestmark = pytest.mark.anyio
PARKED = "pre: book 李娜 into room 202, 2031-08-01 to 2031-08-03, parking included"


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("which rooms are dirty in pre?", {"101", "201"}),
        ("预发哪些房间还没打扫", {"101", "201"}),
        ("how many open folios has 李娜 got on pre?", {"F-3"}),
        ("预发查一下 Anna Schmidt 有几个预订", {"R-11", "R-12"}),
        ("which folios are not paid on pre?", {"F-2", "F-3"}),
        pytest.param(
            "预发哪些账单没付",
            {"F-2", "F-3"},
            marks=pytest.mark.xfail(strict=True, reason="`没付` is passed over: all are listed"),
        ),
    ],
)
async def test_lists_are_asked_for_what_is_said(house: Inn, text: str, ids: set[str]) -> None:
    answer = await house.say(text)
    assert house.log == []
    assert {item.id for item in answer.summary.data} == ids


async def test_a_deed_on_one_record_counts_as_a_change_though_it_is_called_a_check(
    house: Inn,
) -> None:
    tools = house.road.catalogue.tools
    assert tools["inn/confirm"].effect is Effect.ONCE
    assert tools["inn/get_reservation"].effect is Effect.NONE


async def test_a_change_is_known_by_the_states_that_its_author_writes(house: Inn) -> None:
    await house.say("pre: set R-14 back to requested")
    assert house.stages == [("R-14", "requested")]


@pytest.mark.xfail(strict=True, reason="all guests are listed instead of her open folio")
async def test_what_is_denied_in_a_question_is_not_passed_over(house: Inn) -> None:
    answer = await house.say("李娜在预发还有多少钱没结啊")
    assert house.log == []
    assert {item.id for item in answer.summary.data} == {"F-3"}


async def test_that_there_is_none_is_an_answer(house: Inn) -> None:
    answer = await house.say("which rooms are out of order on pre?")
    assert answer.status is Status.SUCCEEDED
    assert answer.summary.data == ()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("cancel R-13 and email the guest, pre", "“guest”"),
        ("pre: take 20 off folio F-3", "“20”"),
        ("cancel R-12 unless the guest is vip, pre", "“unless the guest is vip”"),
        ("pre: cancel R-12 or R-13", "“R-12 or R-13”"),
        ("pre: cancel R-12 if it has been paid", "“if it has been paid”"),
        ("预发 取消 R-12,顺便洗个车", "车"),
        ("预发取消没浴缸的 R-12", "「没浴缸」"),
    ],
)
async def test_where_a_word_is_left_nothing_is_done_and_it_is_named(
    house: Inn, text: str, left: str
) -> None:
    answer = await house.say(text)
    assert house.log == []
    assert answer.status is Status.NEEDS_INPUT
    assert left in (answer.question or "")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("pre: cancel R-12, and fax it over", "What of the reservation is to be changed"),
        ("预发取消 R-12,取消之前先把钱退了", "要把预订的哪一项改成什么"),
        (PARKED, "What should I 'book'?"),
    ],
)
async def test_where_a_second_deed_is_not_known_nothing_is_done_and_it_is_asked(
    house: Inn, text: str, asked: str
) -> None:
    answer = await house.say(text)
    assert house.log == []
    assert answer.status is Status.NEEDS_INPUT
    assert asked in (answer.question or "")


@pytest.mark.xfail(strict=True, reason="the question is about the deed, the word is not named")
async def test_a_word_for_what_nothing_takes_is_named(house: Inn) -> None:
    answer = await house.say(PARKED)
    assert "parking" in answer.summary.text


@pytest.mark.parametrize(
    ("text", "status", "why"),
    [
        ("delete guest 李娜 in pre", Status.REFUSED, "can delete “guest 李娜”"),
        ("refund F-2 in pre", Status.FAILED, "F-2 is open"),
        ("pre: cancel R-99", Status.FAILED, "There is no reservation “R-99”"),
    ],
)
async def test_what_cannot_be_done_is_told_with_its_reason(
    house: Inn, text: str, status: Status, why: str
) -> None:
    answer = await house.say(text)
    assert house.log == []
    assert answer.status is status
    assert why in answer.summary.text


@pytest.mark.parametrize(
    ("text", "status", "told"),
    [
        ("预发 R-12 退了没", Status.SUCCEEDED, "无法判断：符合「退了」"),
        ("pre: was R-12 cancelled?", Status.PARTIAL, "actual confirmed"),
    ],
)
async def test_a_question_whether_a_deed_was_done_does_not_do_it(
    house: Inn, text: str, status: Status, told: str
) -> None:
    answer = await house.say(text)
    assert house.log == []
    assert {item.id for item in answer.summary.data} == {"R-12"}
    assert answer.status is status
    assert told in answer.summary.text


async def test_what_introduces_a_name_is_no_part_of_it(house: Inn) -> None:
    await house.say("预发来个新客人,叫吴桐,手机号随便")
    assert [one["name"] for one in house.log] == ["吴桐"]
