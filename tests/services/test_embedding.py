"""The chat in a frame: who may show it, and what a page's thing in view does to a request."""

import json
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from services.settings import Settings, read_settings
from tests.services.commands import Zhizao
from tests.services.serving import Client, Stage, message, serve
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.ids import new_id

ADMIN = "https://admin.example.com"
ORDER = "给用户1234创建一个已支付的外卖订单,缺什么就创建什么,预发环境"


@pytest.fixture(scope="module")
def framing(tmp_path_factory: pytest.TempPathFactory) -> Generator[Client]:
    home = tmp_path_factory.mktemp("framing")
    with serve(Settings(home=home, embed_origins=(ADMIN,)), Stage()) as client:
        yield client


def _got(client: Client, path: str) -> tuple[int, str, str]:
    """Status, policy and text."""
    with closing(client.connect()) as connection:
        connection.request("GET", path)
        response = connection.getresponse()
        policy = response.getheader("Content-Security-Policy") or ""
        return response.status, policy, response.read().decode()


def test_only_one_address_is_framed_and_only_by_allowed_origins(framing: Client) -> None:
    status, policy, html = _got(framing, "/embed")
    assert status == 200
    assert policy.endswith(f"frame-ancestors {ADMIN}")
    assert f'<meta name="zhizao-hosts" content="{ADMIN}" />' in html
    for path in ("/", "/login"):
        assert "frame-ancestors 'none'" in _got(framing, path)[1]
    status, _, script = _got(framing, "/embed.js")
    assert status == 200
    assert "postMessage" in script


def test_where_no_page_may_there_is_nothing(tmp_path: Path) -> None:
    with serve(Settings(home=tmp_path), Stage()) as client:
        for path in ("/embed", "/embed.js"):
            assert _got(client, path)[0] == 404


@pytest.mark.parametrize(
    "origin", ["*", "https://*.example.com", "admin.example.com", "https://a.b/c", "https://a;x"]
)
def test_an_origin_is_scheme_and_host_and_nothing_else(origin: str) -> None:
    with pytest.raises(ConfigurationError, match=r"ZHIZAO_EMBED_ORIGINS.*is no origin"):
        read_settings({"ZHIZAO_EMBED_ORIGINS": origin})


def test_several_origins_are_separated_by_commas() -> None:
    told = read_settings({"ZHIZAO_EMBED_ORIGINS": "https://a.example/, http://[::1]:8100"})
    assert told.embed_origins == ("https://a.example", "http://[::1]:8100")


def _asked(client: Client, text: str, view: Any, thread: str | None = None, **props: Any) -> Any:
    body = message(text, thread)
    body["forwardedProps"] |= {"plan_only": True, **props}
    body["context"] = [{"description": "zhizao:in_view", "value": json.dumps(view)}]
    return client.answer(body)


@pytest.fixture
def order(service: Client) -> dict[str, str]:
    """A paid order, as a page shows it."""
    told = service.chat(ORDER)["summary"]["data"]
    made = next(one["id"] for one in told if one["entity"] == "交易单")
    return {"entity": "order", "id": made, "environment": "pre"}


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("把这个订单推进到完结", "confirmDelivered"),
        ("move this order to completed", "confirmDelivered"),
        ("这个订单什么状态", "getOrderDetail"),
        ("取消这个订单", "cancelOrder"),
    ],
)
def test_this_order_is_what_the_page_shows(
    service: Client, order: dict[str, str], text: str, tool: str
) -> None:
    chain = _asked(service, text, order)["chain"]
    assert chain[-1]["tool"] == f"commerce/{tool}"
    for step in chain:
        assert step["arguments"]["orderId"] == order["id"]
        assert step["bindings"]["orderId"]["source"] == "page"
        assert step["arguments"]["env"] == "pre"


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("这一单的买家手机号是多少", "getUserInfo"),
        ("look up the buyer of this order", "getUserInfo"),
        ("给这单的买家发一张满20减2的券", "issueFullReductionCoupon"),
        ("give the buyer of this order a coupon, 2 off 20", "issueFullReductionCoupon"),
    ],
)
def test_the_buyer_is_that_of_the_order_in_view_where_it_is_and_nobody_who_was_spoken_of(
    service: Client, text: str, tool: str
) -> None:
    thread = new_id("buyer")
    service.chat("查询用户5678,预发环境", thread)
    view = {"entity": "order", "id": "1305", "environment": "daily"}
    chain = _asked(service, text, view, thread)["chain"]
    assert [step["tool"] for step in chain] == ["commerce/getOrderDetail", f"commerce/{tool}"]
    assert chain[0]["arguments"] == {"env": "daily", "orderId": "1305"}
    assert chain[1]["arguments"]["env"] == "daily"
    assert chain[1]["bindings"]["havanaId"]["source"] == "output"


def test_one_that_is_taken_off_is_told_as_such_and_no_earlier_one_takes_its_place(
    service: Client, order: dict[str, str]
) -> None:
    thread = new_id("taken-off")
    service.chat("查一下订单1302,预发", thread)
    body = message("取消这个订单,预发", thread)
    told = {"description": "zhizao:view_dismissed", "value": json.dumps(order)}
    answer = service.answer({**body, "context": [told]})
    assert (answer["status"], answer["chain"]) == ("needs_input", [])
    assert "哪一个订单" in answer["question"]


def test_it_is_ahead_of_the_conversation_and_for_one_message(
    service: Client, order: dict[str, str]
) -> None:
    thread = "in-view-once"
    other = service.chat(ORDER, thread)["summary"]["data"]
    own = next(one["id"] for one in other if one["entity"] == "交易单")
    seen = _asked(service, "这个订单什么状态", order, thread)["chain"][0]
    assert seen["arguments"]["orderId"] == order["id"]
    assert own != order["id"]
    alone = service.chat("把这个订单推进到完结", "in-view-none", plan_only=True)
    assert (alone["status"], alone["chain"]) == ("needs_input", [])


def test_another_thing_in_view_is_meant_while_a_plan_for_the_first_one_waits(
    service: Client, order: dict[str, str]
) -> None:
    text, thread = "把这个订单推进到完结", "in-view-waiting"
    first = _asked(service, text, order, thread, plan_only=False, review="always")
    assert first["status"] == "needs_input"
    made = service.chat(ORDER)["summary"]["data"]
    other = {**order, "id": next(one["id"] for one in made if one["entity"] == "交易单")}
    chain = _asked(service, text, other, thread, plan_only=False, review="always")["chain"]
    told = {(s["arguments"]["orderId"], s["bindings"]["orderId"]["source"]) for s in chain}
    assert told == {(other["id"], "page")}


def test_what_cannot_be_done_with_the_thing_in_view_is_told_and_not_where_it_is_asked_for(
    service: Client, order: dict[str, str]
) -> None:
    missing = {**order, "id": "999999"}
    told = _asked(service, "把这个订单推进到完结", missing, plan_only=False)
    assert (told["chain"], told["intent"]["environment"]) == ([], "pre")
    assert "999999" in told["summary"]["text"]


def test_what_is_in_view_is_no_part_of_a_sentence_that_does_not_point_at_it(
    service: Client, order: dict[str, str]
) -> None:
    coupon = "给用户1234发放一张满50减20的优惠券,预发环境"
    for view in (order, {**order, "environment": "production"}, {**order, "entity": "删除一切"}):
        [step] = _asked(service, coupon, view)["chain"]
        assert {one["source"] for one in step["bindings"].values()} <= {
            "words",
            "derived",
            "environment",
        }


def test_the_environment_guard_holds(
    service: Client, order: dict[str, str], zhizao: Zhizao
) -> None:
    made = len(zhizao.effects())
    text = "把这个订单推进到完结"
    refused = _asked(service, text, {**order, "environment": "生产"}, plan_only=False)
    assert (refused["status"], refused["chain"]) == ("refused", [])
    elsewhere = _asked(service, f"{text},日常环境", order, plan_only=False)
    assert (elsewhere["status"], elsewhere["chain"]) == ("needs_input", [])
    assert len(zhizao.effects()) == made


@pytest.mark.parametrize(
    "value",
    [
        "no json",
        "7",
        "[]",
        "{}",
        json.dumps({"entity": "order", "id": "<b>", "environment": "pre"}),
        json.dumps({"entity": "order", "id": "1\u202e2", "environment": "pre"}),
        json.dumps({"entity": "order", "id": "1", "environment": "pre", "more": 1}),
        json.dumps({"entity": "o" * 33, "id": "1", "environment": "pre"}),
        "[" * 2_000,
    ],
)
def test_what_has_not_the_form_is_refused(service: Client, value: str) -> None:
    body = message("把这个订单推进到完结")
    body["context"] = [{"description": "zhizao:in_view", "value": value}]
    status, told = service.request("POST", "/api/agui", body)
    assert status == 422
    assert told["error"]["message"]


def test_other_context_of_a_client_is_left_alone(service: Client) -> None:
    body = message("给用户1234发放一张满50减20的优惠券,预发环境", plan_only=True)
    body["context"] = [{"description": "The user's cart", "value": "three apples"}]
    assert len(service.answer(body)["chain"]) == 1
