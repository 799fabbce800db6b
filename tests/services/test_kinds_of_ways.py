"""The way to a state follows the kind of the thing: a dine-in order is not delivered."""

import json
from typing import Any

import pytest

from tests.services.commands import Zhizao
from tests.services.serving import Client, message

DINE_IN = "给用户1234创建一个已支付的到店订单,缺什么就创建什么,预发环境"
TAKEAWAY = "给用户1234创建一个已支付的外卖订单,缺什么就创建什么,预发环境"
REDEEM = ["issueOrderVouchers", "verifyVoucher"]
ISSUE = ["payOrder", "issueOrderVouchers"]
DELIVER = ["merchantAcceptOrder", "startDelivery", "confirmDelivered"]


@pytest.mark.parametrize(
    "text",
    [
        "把这个到店订单推进到完结",
        "把这个订单推进到完结",
        "完结这个订单",
        "把这单推到终态",
        "move this order to its final state",
        "finish this order",
        "complete this order",
        "move this dine-in order to completed",
    ],
)
def test_an_order_in_view_goes_the_way_of_its_kind(service: Client, text: str) -> None:
    dine_in = {"entity": "order", "id": _ordered(service, DINE_IN), "environment": "pre"}
    told = _in_view(service, text, dine_in)
    assert _tools(told) == REDEEM
    assert told["chain"][0]["bindings"]["orderId"]["source"] == "page"
    takeaway = {**dine_in, "id": _ordered(service, TAKEAWAY)}
    if "到店" not in text and "dine-in" not in text:
        assert _tools(_in_view(service, text, takeaway)) == DELIVER


@pytest.mark.parametrize(
    "text",
    [
        "把订单{id}推进到完结,预发",
        "把到店订单{id}推进到完结,预发",
        "move order {id} to completed, pre",
        "finish order {id} in pre-release",
    ],
)
def test_an_order_named_by_its_number_is_brought_to_its_end(
    service: Client, zhizao: Zhizao, text: str
) -> None:
    order = _ordered(service, DINE_IN)
    done = service.chat(text.format(id=order))
    assert (done["status"], _tools(done)) == ("succeeded", REDEEM)
    row = json.loads(zhizao.sandbox.run(["show", "order", order, "--env", "pre", "--json"]))
    assert row["status"] == "VERIFIED"


@pytest.mark.parametrize("text", ["把这个到店订单推进到完结", "move this order to completed"])
def test_the_order_of_the_conversation_goes_the_way_of_its_kind(service: Client, text: str) -> None:
    made = service.chat(DINE_IN)
    told = service.chat(text, made["session_id"], plan_only=True)
    assert _tools(told) == REDEEM


def test_what_is_of_another_kind_than_the_sentence_says_is_left_alone(
    service: Client, zhizao: Zhizao
) -> None:
    view = {"entity": "order", "id": _ordered(service, DINE_IN), "environment": "pre"}
    before = len(zhizao.effects())
    for text in ("把这个外卖订单推进到完结", "move this takeaway order to completed"):
        told = _in_view(service, text, view, plan_only=False)
        assert told["chain"] == []
    assert len(zhizao.effects()) == before


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("给用户1234创建一个已完结的到店订单,预发", REDEEM),
        ("create a completed dine-in order for user 1234, pre-release", REDEEM),
        ("给用户5678创建一个已支付、已发凭证的到店订单,预发", ISSUE),
        ("make user 5678 a dine-in order at store 2001, paid and issued, pre-release", ISSUE),
    ],
)
def test_an_order_is_made_in_the_last_of_the_states_that_are_said(
    service: Client, text: str, last: list[str]
) -> None:
    done = service.chat(text)
    assert done["status"] == "succeeded", (done["question"], done["summary"]["text"])
    assert _tools(done)[-2:] == last


def test_states_of_which_one_rules_out_the_other_make_nothing(
    service: Client, zhizao: Zhizao
) -> None:
    before = len(zhizao.effects())
    told = service.chat("给用户5678创建一个已支付、已取消的到店订单,预发")
    assert told["chain"] == []
    assert len(zhizao.effects()) == before


def _ordered(service: Client, text: str) -> str:
    told = service.chat(text)["summary"]["data"]
    return next(one["id"] for one in told if one["entity"] == "交易单")


def _in_view(service: Client, text: str, view: Any, **props: Any) -> Any:
    body = message(text)
    body["forwardedProps"] |= {"plan_only": True, **props}
    body["context"] = [{"description": "zhizao:in_view", "value": json.dumps(view)}]
    return service.answer(body)


def _tools(told: Any) -> list[str]:
    return [step["tool"].rpartition("/")[2] for step in told["chain"]]
