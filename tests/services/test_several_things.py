"""A sentence that wants several things: what is made for one of them is used for another one only
where the sentence says so."""

import json
from typing import Any

import pytest

from tests.services.commands import Zhizao
from tests.services.serving import Client

Row = dict[str, Any]


@pytest.mark.parametrize(
    "text",
    [
        "创建一个用户,给他发一张满50减20的优惠券,再给他创建一个已支付的订单,预发环境",
        "新建用户,给他发一张满50减20的券,再下一笔已支付的外卖订单,日常",
        "create a user with a 20 off 50 coupon and a paid order, pre-release",
        "create a user with a 20 off 50 coupon and a paid takeaway order, daily",
    ],
)
def test_an_order_beside_a_coupon_is_of_an_item_of_its_store_and_without_it(
    service: Client, zhizao: Zhizao, text: str
) -> None:
    done = service.chat(text)
    assert done["status"] == "succeeded", (done["summary"]["text"], done["chain"])
    order, coupon, user = (_made(zhizao, one) for one in ("order", "coupon", "user"))
    assert (order["status"], order["discounts"], coupon["status"]) == ("PAID", [], "UNUSED")
    assert order["havanaId"] == coupon["havanaId"] == user["id"]
    called = [step["tool"].rpartition("/")[2] for step in done["chain"]]
    assert called[2:4] == ["searchStores", "listStoreItems"]


@pytest.mark.parametrize(
    "text",
    [
        "创建一个用户,给他发一张满50减20的优惠券,并用它创建一个已支付的订单,预发环境",
        "创建一个用户,给他发一张满50减20的优惠券,用这张券下一个已支付订单,预发环境",
        "创建用户,发满50减20的券给他,再用该券下单并支付,预发",
        "create a user with a 20 off 50 coupon and use it in a paid order, pre-release",
        "create a user, give them a 20 off 50 coupon and make them a paid order with it, pre",
    ],
)
def test_a_coupon_that_the_sentence_wants_used_is_used(
    service: Client, zhizao: Zhizao, text: str
) -> None:
    done = service.chat(text)
    if done["status"] == "needs_input":  # not sure enough to go on by itself: the first reading
        assert done["choices"][0]["kind"] == "reading"
        done = service.chat("1", done["session_id"])
    assert done["status"] == "succeeded", (done["summary"]["text"], done["chain"])
    order, coupon = _made(zhizao, "order"), _made(zhizao, "coupon")
    [used] = order["discounts"]
    assert (used["couponId"], used["amount"]) == (coupon["id"], 2000)
    assert (order["status"], coupon["status"]) == ("PAID", "USED")


@pytest.mark.parametrize(
    "text",
    [
        "给用户1234创建一个已支付的订单,用券{coupon},预发",
        "create a paid order for user 1234 with coupon {coupon}, pre",
    ],
)
def test_a_coupon_that_is_for_no_item_in_particular_tells_of_none(
    service: Client, zhizao: Zhizao, text: str
) -> None:
    service.chat("给用户1234发放一张满50减20的优惠券,预发环境")
    coupon = _made(zhizao, "coupon")["id"]
    done = service.chat(text.format(coupon=coupon))
    assert done["status"] == "succeeded", (done["summary"]["text"], done["chain"])
    order = _made(zhizao, "order")
    assert (order["discounts"][0]["couponId"], order["status"]) == (coupon, "PAID")


@pytest.mark.parametrize(
    "text",
    [
        "I need a new user, a 20 off 50 coupon for them and a paid order in daily",
        "日常环境要一个新用户,给他一张满50减20的券,还要一个已支付的订单",
    ],
)
def test_what_is_for_somebody_is_not_made_for_nobody(
    service: Client, zhizao: Zhizao, text: str
) -> None:
    done = service.chat(text)
    assert done["status"] == "succeeded", (done["summary"]["text"], done["chain"])
    assert _made(zhizao, "coupon")["havanaId"] == _made(zhizao, "user")["id"]


def _made(zhizao: Zhizao, entity: str) -> Row:
    """The only thing of that kind that was touched, as it is now."""
    touched = {one["id"]: one["environment"] for one in zhizao.effects() if one["entity"] == entity}
    [(own, environment)] = touched.items()
    row: Row = json.loads(zhizao.sandbox.run(["show", entity, own, "--env", environment, "--json"]))
    return row
