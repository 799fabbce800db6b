"""Several ids in one request, in a sentence or below it, and rows of which one is refused."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("cancel orders 1301, 9999 and 1305 in pre-release", ["1301", "9999", "1305"]),
        ("cancel 1301, 1302, 1303 orders in pre", ["1301", "1302", "1303"]),
        ("取消1301和1305订单，预发", ["1301", "1305"]),
        ("取消下面这些订单，预发\n1301\n1305", ["1301", "1305"]),
        ("取消下面这些订单，预发\n订单号\n1301\n1305", ["1301", "1305"]),
        ("把下面的订单都支付了，预发\n1301\n1305", ["1301", "1305"]),
        ("pay for these orders in pre:\n1301\n1305", ["1301", "1305"]),
        ("cancel these orders in pre-release\norder\n1301\n1303", ["1301", "1303"]),
        ("把1301和1302这两单取消掉，日常", ["1301", "1302"]),
        ("取消1301、1302和1303这几个订单，预发", ["1301", "1302", "1303"]),
        ("cancel these two orders 1301 and 1302 in daily", ["1301", "1302"]),
    ],
)
async def test_ids_in_one_list_are_of_things_of_one_kind(
    talk: Talk, text: str, ids: list[str]
) -> None:
    talk.review = "always"
    answer = await talk.say(text)
    assert [one.arguments["orderId"] for one in answer.chain] == ids, answer.question


@pytest.mark.parametrize(
    "text",
    [
        "add 100 points to these users in daily\nuser\n1234\n5678",
        "给这些用户加100积分，日常\n用户\n1234\n5678",
    ],
)
async def test_a_line_that_calls_the_listed_things_is_none_of_them(talk: Talk, text: str) -> None:
    answer = await talk.say(text)
    told = [(one.arguments["userId"], one.arguments["points"]) for one in answer.chain]
    assert told == [("1234", 100), ("5678", 100)], answer.question


async def test_a_row_that_is_refused_is_named_and_stops_no_other(talk: Talk) -> None:
    answer = await talk.say("给下面的用户各发一张满50减20的优惠券，预发\n1234\n9999\n5678")
    assert [one["havanaId"] for _, one in talk.effects()] == ["1234", "5678"]
    assert "「发放满减券（9999）」没有成功" in answer.summary.text
    again = await talk.say("继续")
    assert [one.arguments["havanaId"] for one in again.chain] == ["9999"]


async def test_ids_before_words_that_point_are_not_joined_by_what_was_listed(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("查一下1234的订单，预发")
    answer = await talk.say("把1301和1302这两单取消掉")
    assert [one.arguments["orderId"] for one in answer.chain] == ["1301", "1302"]


async def test_what_the_state_of_a_named_thing_does_not_allow_is_told_of_it(talk: Talk) -> None:
    answer = await talk.say("把用户1234的订单1302和1305都取消，日常")
    assert "「订单1302、1305」" in answer.summary.text
    assert "当前状态不允许" in answer.summary.text
