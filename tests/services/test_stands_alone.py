"""A request that was kept is a whole one, whatever the conversation had asked before it."""

from typing import Any

import pytest

from tests.services.commands import Zhizao
from tests.services.serving import Client

KEPT = "20 off 50 coupon for user 1234"
"""Without a verb: behind a question it may be an answer to that."""


def _said(service: Client, text: str, thread: str, **props: Any) -> Any:
    return service.chat(text, thread, review="always", environment="pre", **props)


@pytest.mark.usefixtures("zhizao")
def test_it_answers_no_question(service: Client) -> None:
    asked = service.chat("which coupons does 5678 have")
    assert asked["status"] == "needs_input"
    shown = _said(service, KEPT, asked["session_id"], alone=True)
    assert (shown["status"], shown["intent"]["text"]) == ("needs_input", KEPT)
    [step] = shown["chain"]
    assert ("1234" in str(step["arguments"]), "5678" in str(step)) == (True, False)


def test_it_changes_no_plan_that_waits(service: Client, zhizao: Zhizao) -> None:
    first = _said(service, "给用户5678发一张满30减10的优惠券", "thread-waits")
    shown = _said(service, KEPT, first["session_id"], alone=True)
    assert shown["intent"]["text"] == KEPT
    assert "5678" not in str(shown["chain"])
    assert zhizao.effects() == []
