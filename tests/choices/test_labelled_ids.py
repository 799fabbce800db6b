"""Ids are of the nouns beside them, and end where other words begin."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "said",
    [
        "预发给用户1234在门店2001下一个外卖订单,商品600200000001,地址AD000101",
        "外卖交易,用户1234,门店2001,商品600200000001,地址AD000101,预发",
        "Pre: place a takeaway order, user 1234, store 2001, item 600200000001, address AD000101",
        "预发给user 1234下外卖订单,store 2001,item 600200000001,地址AD000101",
    ],
)
async def test_what_is_labelled_with_a_noun_is_one_of_these_and_nothing_new(
    talk: Talk, said: str
) -> None:
    talk.review = "always"
    shown = await talk.say(said)
    [call] = shown.chain
    assert call.tool == "commerce/createWaimaiOrder"
    assert call.arguments == {
        "env": "pre",
        "havanaId": "1234",
        "storeId": "2001",
        "itemId": "600200000001",
        "addressId": "AD000101",
    }


async def test_signs_between_an_id_and_its_verb_are_no_part_of_the_id(talk: Talk) -> None:
    done = await talk.say("预发给订单1301模拟支付")
    assert done.status == "succeeded", done.summary.text
    assert [(tool, now["status"]) for tool, now in talk.effects()] == [("payOrder", "PAID")]


async def test_what_is_found_by_a_code_is_found_by_it(talk: Talk) -> None:
    shown = await talk.say("查询线下凭证700000000001")
    assert [(one.tool, one.arguments.get("voucherCode")) for one in shown.chain] == [
        ("commerce/getVoucher", "700000000001")
    ]


@pytest.mark.parametrize(
    "said", ["去掉预发用户1234的高价值标签", "Remove the VIP tag from user 1234 in pre"]
)
async def test_what_is_named_by_a_code_need_not_be_looked_for(talk: Talk, said: str) -> None:
    done = await talk.say(said)
    assert done.status == "succeeded", done.summary.text
    assert [one.arguments["tagCode"] for one in done.chain] == ["VIP"]
    assert [one["tool"] for one in talk.bench.effects(0)] == ["removeUserTag"]
