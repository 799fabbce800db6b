"""Of each run of a conversation: whether what it left can be undone, or is."""

from tests.services.commands import Zhizao
from tests.services.serving import Client

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"


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


def test_what_only_looked_left_nothing(service: Client) -> None:
    assert service.chat("查询用户1234的优惠券,预发环境", "looked")["status"] == "succeeded"
    assert left(service, "looked") == {}


def test_of_a_conversation_that_nobody_had_nothing_is_left(service: Client) -> None:
    assert left(service, "no-such-conversation") == {}
