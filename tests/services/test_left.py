"""Of each run of a conversation: whether what it left can be undone, or is."""

import pytest

from tests.services.commands import Zhizao
from tests.services.serving import Client

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"
PAID = "给用户1234创建一个已支付的到店订单,缺什么就创建什么,预发环境"


def left(service: Client, thread: str) -> dict[str, tuple[bool, bool]]:
    """Run → (undoable, undone)."""
    _, found = service.request("GET", f"/api/conversations/{thread}/left")
    return {one["run_id"]: (one["undoable"], one["undone"]) for one in found}


def test_what_was_made_can_be_undone_and_then_is(zhizao: Zhizao, service: Client) -> None:
    made = service.chat(COUPON, "left")
    assert made["status"] == "succeeded"
    assert left(service, "left") == {made["run_id"]: (True, False)}
    undone = service.chat(f"撤销 {made['run_id']}", "left")
    undone = undone if undone["status"] == "succeeded" else service.chat("确认", "left")
    assert undone["status"] == "succeeded"
    assert left(service, "left") == {made["run_id"]: (False, True)}
    assert [one["tool"] for one in zhizao.effects()][-1] == "invalidateCoupon"


def test_what_stays_is_told_with_its_reason(service: Client) -> None:
    made = service.chat(PAID, "stays")
    assert made["status"] == "succeeded"
    _, [found] = service.request("GET", "/api/conversations/stays/left?language=en")
    assert (found["undoable"], found["undone"]) == (False, False)
    assert [one.partition("” (order ")[0] for one in found["stays"]] == [
        "“Pay order",
        "“Create daodian order",
    ]


def test_what_is_undone_but_for_something_is_told_as_that(service: Client) -> None:
    made = service.chat("创建一个测试用户,再给他发放一张满50减20的优惠券,预发环境", "partly")
    assert made["status"] == "succeeded"
    told = service.chat(f"撤销 {made['run_id']}", "partly")
    told = told if not told["question"] else service.chat("确认", "partly")
    _, found = service.request("GET", "/api/conversations/partly/left")
    [one] = [one for one in found if one["run_id"] == made["run_id"]]
    assert (one["undoable"], one["undone"], one["partly"]) == (False, False, True), told


def test_a_conversation_that_begins_with_undoing_is_named_by_what_is_undone(
    service: Client,
) -> None:
    made = service.chat(COUPON, "made")
    service.chat(f"Undo {made['run_id']}", "apart")
    told = service.request("GET", "/api/conversations")[1]
    [title] = [one["title"] for one in told if one["session_id"] == "apart"]
    assert title == f"Undo: {COUPON}"


def test_what_was_agreed_to_by_a_word_is_named_by_its_sentence(service: Client) -> None:
    assert service.chat(COUPON, "word", review="always")["status"] == "needs_input"
    assert service.chat("好的", "word")["status"] == "succeeded"
    asked = service.chat("undo that", "word", review="always")
    assert f"what “{COUPON}” left in pre-release: coupon " in asked["question"]


def test_what_only_looked_left_nothing(service: Client) -> None:
    assert service.chat("查询用户1234的优惠券,预发环境", "looked")["status"] == "succeeded"
    assert left(service, "looked") == {}


def test_of_a_conversation_that_nobody_had_nothing_is_left(service: Client) -> None:
    assert left(service, "no-such-conversation") == {}


@pytest.mark.parametrize(("count", "told"), [(2, ""), (5, " and 2 more")])
def test_what_stays_for_the_same_reason_is_one_sentence(
    service: Client, zhizao: Zhizao, count: int, told: str
) -> None:
    session = f"alike-{count}"
    made = service.chat(f"创建{count}个测试用户,预发环境", session)
    ids = [one["id"] for one in zhizao.effects()][-count:]
    _, [found] = service.request("GET", f"/api/conversations/{session}/left?language=en")
    [stays] = found["stays"]
    assert f"(user × {count}: " in stays
    assert f"{told}) cannot be undone: no tool of the catalogue" in stays
    assert sum(str(id) in stays for id in ids) == min(count, 3)
    refused = service.chat(f"撤销 {made['run_id']}", session)
    assert refused["summary"]["text"].count(f"（用户 × {count}：") == 1
