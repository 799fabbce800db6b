"""What is offered where nothing is surely meant, or nothing can do what is wanted."""

import pytest

from pipelines.contracts.request import InView
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


async def test_a_tool_of_the_very_verb_is_asked_about_whatever_the_verb_was_read_as(
    talk: Talk,
) -> None:
    asked = await talk.say("invalidate coupon 8020000000000002 in pre-release")
    assert asked.choices[0].tool == "commerce/invalidateCoupon"
    assert asked.chain == ()


async def test_nothing_is_offered_that_destroys_another_kind_of_thing(talk: Talk) -> None:
    told = await talk.say("delete coupon 8020000000000003 in pre-release")
    assert told.choices
    assert "commerce/deleteAddress" not in [one.tool for one in told.choices]


async def test_a_look_that_leaves_words_over_is_no_answer_to_a_sentence_that_is_hardly_read(
    talk: Talk,
) -> None:
    order = InView(entity="order", id="1303", environment="pre")
    asked = await talk.say("please get this order to its final state", order)
    assert asked.status == "needs_input"


@pytest.mark.parametrize(
    "text",
    [
        "订单1301,预发",
        "订单1301,谢谢,预发",
        "订单1301 用户1234,预发",
        "order 1301 in pre",
        "用户1234,预发",
    ],
)
async def test_what_only_names_a_thing_changes_nothing(talk: Talk, text: str) -> None:
    answer = await talk.say(text)
    assert (answer.status in ("needs_input", "refused"), talk.effects()) == (True, [])


@pytest.mark.parametrize(
    "text", ["给这些用户生成一份保险单,预发\n1234\n5678", "给用户1234生成保险单,预发"]
)
async def test_nor_for_a_list_or_behind_what_was_done_before(talk: Talk, text: str) -> None:
    await talk.say("给用户1234发一张满50减20的券,预发")
    before = talk.effects()
    answer = await talk.say(text)
    assert (answer.chain, talk.effects()) == ((), before)


@pytest.mark.parametrize("text", ["asdf qwer zxcv", "make me some data", "造点数据"])
async def test_what_names_nothing_at_all_is_not_asked_for_its_environment(
    talk: Talk, text: str
) -> None:
    answer = await talk.say(text)
    assert (answer.status, answer.choices) == ("needs_input", ())
    told = "nothing was run. Please say" if text.isascii() else "什么都没有执行。请用一句话说出"
    assert told in answer.summary.text


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("给1234生成一份保险单，预发环境", "保险单"),
        ("给门店2001开一个直播间,预发", "直播间"),
        ("给1234造个包裹,预发", "包裹"),
    ],
)
async def test_what_no_kind_is_called_is_made_by_no_tool(talk: Talk, text: str, noun: str) -> None:
    answer = await talk.say(text)
    assert (answer.chain, talk.effects()) == ((), [])
    assert noun in answer.summary.text


async def test_a_number_of_what_is_a_number_is_its_size(talk: Talk) -> None:
    answer = await talk.say("add 50 points to user 1234 in daily")
    assert answer.status == "succeeded", answer.summary.text
    [(tool, after)] = talk.effects()
    assert (tool, after["changeAmount"]) == ("addPoints", 50)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (
            'Issue an invoice for order 1305 in pre, title "Test Tech Co., Ltd."',
            "Test Tech Co., Ltd.",
        ),
        ('Issue an invoice for order 1305 in pre, title "Acme"', "Acme"),
    ],
)
async def test_what_is_quoted_is_taken_whole(talk: Talk, text: str, title: str) -> None:
    answer = await talk.say(text)
    if answer.choices:
        answer = await talk.choose(answer.choices[0])
    [made] = [after for tool, after in talk.effects() if tool == "applyInvoice"][:1]
    assert made["title"] == title


async def test_an_id_behind_the_noun_of_another_kind_names_one_of_that_kind(talk: Talk) -> None:
    found = await talk.say("look up the coupons user 1234 has in pre")
    assert [step.tool for step in found.chain] == ["commerce/listUserCoupons"]
    assert len(found.summary.data) > 1


async def test_a_state_that_no_tool_has_is_no_other_state(talk: Talk) -> None:
    order = InView(entity="order", id="1303", environment="pre")
    told = await talk.say("is this order delivered yet?", order)
    assert "it is issued" in told.summary.text
    assert told.summary.requirements[-1].verdict == "unverified"


@pytest.mark.parametrize(
    ("text", "wanted", "reverse"),
    [
        ("freeze account 5678 in pre-release pls", "freezeUser", "unfreezeUser"),
        ("unfreeze account 5678, pre", "unfreezeUser", "freezeUser"),
    ],
)
async def test_the_very_verb_is_planned_and_never_its_reverse(
    talk: Talk, text: str, wanted: str, reverse: str
) -> None:
    talk.review = "always"
    plan = await talk.say(text)
    tools = [one.tool for one in plan.chain]
    assert tools == [f"commerce/{wanted}"], plan.summary.text
    assert f"commerce/{reverse}" not in [one.tool for one in plan.choices]
    assert talk.effects() == []


@pytest.mark.parametrize("text", ["日常 store 2001 先关店", "日常把门店2001关店"])
async def test_a_verb_that_holds_its_noun_is_done_once(talk: Talk, text: str) -> None:
    done = await talk.say(text)
    assert [tool for tool, _ in talk.effects()] == ["closeStore"], done.summary.text
