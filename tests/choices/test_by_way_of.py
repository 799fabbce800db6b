"""What no tool shows of the thing that was named: shown of its neighbour, and said so."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("said", "tool", "told"),
    [
        ("查一下订单1302用了哪张券,预发", "listUserCoupons", "这里是它的用户的优惠券"),
        ("查订单1302的商品,预发", "listStoreItems", "这里是它的门店的商品"),
        ("which coupon did order 1302 use, pre", "listUserCoupons", "those of its user"),
    ],
)
async def test_what_is_shown_by_way_of_another_thing_is_told(
    talk: Talk, said: str, tool: str, told: str
) -> None:
    answer = await talk.say(said)
    assert [one.tool.rpartition("/")[2] for one in answer.chain] == ["getOrderDetail", tool]
    assert (answer.status, told in answer.summary.text) == ("succeeded", True), answer.summary.text


@pytest.mark.parametrize(
    "said",
    [
        "查订单1302的门店,预发",
        "查订单1302的支付记录,预发",
        "show the coupons of the buyer of order 1302, pre",
        "查用户1234的优惠券,预发",
    ],
)
async def test_what_was_asked_for_is_shown_without_a_word(talk: Talk, said: str) -> None:
    answer = await talk.say(said)
    assert answer.status == "succeeded", answer.question
    assert "不一定和" not in answer.summary.text
    assert "need not have to do" not in answer.summary.text


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("查一下用户1234的会员信息,预发", "（用户 1234、等级 GOLD、积分 500、"),
        ("show the membership of user 1234 in pre", "(user 1234, level GOLD, current points 500, "),
    ],
)
async def test_fields_are_called_by_what_they_are(talk: Talk, said: str, told: str) -> None:
    answer = await talk.say(said)
    assert told in answer.summary.text


@pytest.mark.parametrize(
    "said", ["给5678开一个金卡会员,日常", "give 5678 a gold membership, daily"]
)
async def test_a_level_is_known_in_both_languages(talk: Talk, said: str) -> None:
    made = await talk.say(said)
    assert made.status == "succeeded", made.question
    [(_, member)] = talk.effects()
    assert member["level"] == "GOLD"
