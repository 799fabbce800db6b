"""What belongs to a thing: as it lists it itself, else of its neighbour, and said so."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


DETAIL = ["getOrderDetail"]
INVOICES = ["getOrderDetail", "listUserInvoices"]


@pytest.mark.parametrize(
    ("said", "tools", "told", "but"),
    [
        ("查订单1302的商品,预发", DETAIL, "商品 600100000001（", "600200000001"),
        ("查一下订单1234用了哪张券,预发", DETAIL, "优惠券 8000000000300303（", "8000000000100101"),
        ("查一下订单1302用了哪张券,预发", DETAIL, "没有符合条件的优惠券", "8000000000"),
        ("which coupon did order 1234 use, pre", DETAIL, "coupon 8000000000300303 (", "00100101"),
        ("show the items of order 1234, pre", DETAIL, "item 600200000001 (", "600100000001"),
        ("查订单1302的发票,预发", INVOICES, "这里是这个交易单的用户的发票", "没有用到"),
        ("show the invoices of order 1302, pre", INVOICES, "the user of this order", "not used"),
    ],
)
async def test_what_the_thing_lists_itself_is_shown_else_it_is_said_whose_is(
    talk: Talk, said: str, tools: list[str], told: str, but: str
) -> None:
    answer = await talk.say(said)
    assert [one.tool.rpartition("/")[2] for one in answer.chain] == tools
    assert (told in answer.summary.text, but in answer.summary.text) == (True, False)


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
        ("查一下用户1234的会员信息,预发", "（用户 1234、等级 黄金、积分 500、"),
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
