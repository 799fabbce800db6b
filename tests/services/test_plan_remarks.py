"""What is said of how a plan came to be is for who agrees to it, and is no part of the result."""

import json
from typing import Any, cast

from tests.services.commands import Zhizao
from tests.services.serving import Client, message, reply

COUPON = "issue a 20 off 50 coupon to user 1234 in pre-release"
UNPAID = "create an unpaid dine-in order for user 1234, create what is missing, pre-release"
CHANGED = "The plan was changed by what you just said"


def _shown(service: Client, text: str, thread: str, view: str = "") -> tuple[Any, str]:
    """The answer, and the notes beside its plan."""
    body = message(text, thread, review="always")
    if view:
        shown = json.dumps({"entity": "order", "id": view, "environment": "pre"})
        body["context"] = [{"description": "zhizao:in_view", "value": shown}]
    events = service.stream("POST", "/api/agui", body).events()
    changes = (one for event in events for one in _delta(event))
    plans = [one["value"] for one in changes if one["path"] == "/plan"]
    return events[-1]["result"], "\n".join(plans[-1]["notes"])


def _delta(event: Any) -> list[Any]:
    told: Any = event.get("delta")
    return cast("list[Any]", told) if isinstance(told, list) else []


def test_a_change_is_told_beside_the_plan_alone(service: Client, zhizao: Zhizao) -> None:
    _shown(service, COUPON, "thread-changed")
    asked, notes = _shown(service, "actually user 5678", "thread-changed")
    assert CHANGED in notes
    done = service.answer(reply(asked))
    assert (done["status"], CHANGED in done["summary"]["text"]) == ("succeeded", False)
    assert [one["change"]["after"]["havanaId"] for one in zhizao.effects()] == ["5678"]


def test_a_request_for_another_thing_is_no_change(service: Client, zhizao: Zhizao) -> None:
    for _ in range(2):
        service.chat(UNPAID)
    orders = [str(e["id"]) for e in zhizao.effects() if e["tool"] == "createDaodianOrder"]
    _shown(service, f"cancel order {orders[0]} in pre-release", "thread-other")
    asked, notes = _shown(service, "cancel this one please", "thread-other", orders[1])
    assert CHANGED not in notes
    assert [step["arguments"]["orderId"] for step in asked["chain"]] == [orders[1]]
    assert f"(order {orders[1]})" in asked["question"]
