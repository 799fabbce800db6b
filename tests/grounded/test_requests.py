"""Sentences about a service that nobody wrote a word for, judged by what it was told to write."""

from pathlib import Path

import pytest

from pipelines.answer import Status
from tests.grounded.house import inn
from tool_registry.base.types import Effect

pytestmark = pytest.mark.anyio


async def test_people_are_known_by_their_names(tmp_path: Path) -> None:
    async with inn(tmp_path) as house:
        answer = await house.say("pre: check in Anna Schmidt's reservation")
        assert house.stages == [("R-12", "checked_in")]
        await house.say("pay 李娜's open folio in cash on pre")
        assert [(one["folio_no"], one["status"]) for one in house.log[1:]] == [("F-3", "paid")]
    assert answer.status is Status.SUCCEEDED


async def test_a_name_that_several_have_is_asked_about(tmp_path: Path) -> None:
    async with inn(tmp_path) as house:
        answer = await house.say("Anna 的预订取消掉,预发")
        assert house.log == []
    assert answer.status is Status.NEEDS_INPUT
    assert "Anna" in (answer.question or "")


async def test_what_is_new_is_brought_to_the_state_that_is_asked_for(tmp_path: Path) -> None:
    text = "pre: make a checked-out reservation for 李娜 in any suite, 2031-08-01 to 2031-08-03"
    async with inn(tmp_path) as house:
        await house.say(text)
        assert [stage for _, stage in house.stages] == [
            "requested",
            "confirmed",
            "checked_in",
            "checked_out",
        ]
        made = house.log[-1]
    assert (made["guest_id"], made["room_no"]) == (2, "202")
    assert (made["arrival"], made["departure"]) == ("2031-08-01", "2031-08-03")


async def test_deeds_follow_on_one_another(tmp_path: Path) -> None:
    async with inn(tmp_path) as house:
        await house.say("pre 确认李娜的预订,然后办理入住")
        assert house.stages == [("R-13", "confirmed"), ("R-13", "checked_in")]
        await house.say("pre: refund F-1 and cancel R-12")
        assert (house.log[2]["folio_no"], house.log[2]["status"]) == ("F-1", "refunded")
        assert house.stages[2:] == [("R-12", "cancelled")]


@pytest.mark.parametrize(
    "text",
    ["mark all dirty rooms except 101 clean on pre", "除了101,把所有脏的房间都标成干净,预发"],
)
async def test_all_but_what_is_excepted(tmp_path: Path, text: str) -> None:
    async with inn(tmp_path) as house:
        await house.say(text)
        assert [(one["room_no"], one["cleaning"]) for one in house.log] == [("201", "clean")]


async def test_a_condition_is_looked_up_first(tmp_path: Path) -> None:
    async with inn(tmp_path) as house:
        await house.say("if R-13 is confirmed check it in, otherwise leave it (pre)")
        assert house.log == []
        await house.say("if R-12 is confirmed check it in, otherwise leave it (pre)")
        assert house.stages == [("R-12", "checked_in")]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("which rooms are dirty in pre?", {"101", "201"}),
        ("预发哪些房间还没打扫", {"101", "201"}),
        ("how many open folios has 李娜 got on pre?", {"F-3"}),
        ("预发查一下 Anna Schmidt 有几个预订", {"R-11", "R-12"}),
        ("Is room 102 clean on pre?", {"102"}),
        ("which folios are not paid on pre?", {"F-2", "F-3"}),
        ("预发哪些账单没付", {"F-2", "F-3"}),
        ("which reservations aren't cancelled in pre?", {"R-11", "R-12", "R-13"}),
    ],
)
async def test_lists_are_asked_for_what_is_said(tmp_path: Path, text: str, ids: set[str]) -> None:
    async with inn(tmp_path) as house:
        answer = await house.say(text)
        assert house.log == []
    assert {item.id for item in answer.summary.data} == ids


async def test_a_word_for_looking_can_be_a_deed(tmp_path: Path) -> None:
    async with inn(tmp_path) as house:
        await house.say("R-13 确认掉 预发")
        assert house.stages == [("R-13", "confirmed")]
        assert [one["kind"] for one in house.log] == ["reservation"]


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


async def test_it_can_be_what_the_last_thing_belongs_to(tmp_path: Path) -> None:
    async with inn(tmp_path) as house:
        await house.say("pre: pay folio F-2 in cash and then check it in")
        assert [one.get("status", one.get("stage")) for one in house.log] == ["paid", "checked_in"]


async def test_one_of_several_is_not_taken_unasked(tmp_path: Path) -> None:
    async with inn(tmp_path) as house:
        answer = await house.say("pre: move R-13 to another room")
        assert house.log == []
        await house.say("pre: move R-13 to another room, any will do")
        assert [one["room_no"] for one in house.log] == ["102"]
    assert answer.status is Status.NEEDS_INPUT
    assert "102" in (answer.question or "")


async def test_a_deed_that_is_denied_leaves_the_others_free(tmp_path: Path) -> None:
    async with inn(tmp_path) as house:
        await house.say("Could you pay folio F-2 in cash on pre? No checkout, just the folio.")
        assert [one["folio_no"] for one in house.log] == ["F-2"]
        answer = await house.say("pre: pay folio F-3 in cash, but don't pay anything")
        assert len(house.log) == 1
    assert answer.status is not Status.SUCCEEDED


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
        "cancel half of R-12 on pre",
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
        "预发造两个客人,都姓王",
        "预发取消没浴缸的 R-12",
        "预发取消 R-12,取消之前先把钱退了",
    ],
)
async def test_nothing_is_done_where_a_word_is_left(tmp_path: Path, text: str) -> None:
    async with inn(tmp_path) as house:
        answer = await house.say(text)
        assert house.log == []
    assert answer.summary.text


async def test_a_state_that_does_not_allow_it_is_told(tmp_path: Path) -> None:
    async with inn(tmp_path) as house:
        answer = await house.say("refund F-2 in pre")
    assert answer.status is Status.REFUSED
    assert "F-2" in answer.summary.text
    assert "open" in answer.summary.text


@pytest.mark.parametrize(
    ("text", "breakfast"),
    [
        ("pre: book 李娜 into room 202, 2031-08-01 to 2031-08-03, breakfast included", True),
        ("pre: book 李娜 into room 202, 2031-08-01 to 2031-08-03, without breakfast", False),
        ("预发给李娜订202房间,2031-08-01到2031-08-03,含早餐", True),
    ],
)
async def test_what_is_yes_or_no_is_told_by_its_few_words(
    tmp_path: Path, text: str, breakfast: bool
) -> None:
    async with inn(tmp_path) as house:
        await house.say(text)
        assert [(one["guest_id"], one["breakfast"]) for one in house.log] == [(2, breakfast)]


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
