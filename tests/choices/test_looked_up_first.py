"""A look and a deed on what it finds, in one sentence; and somebody of whom an id alone is said."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "text",
    [
        "查一下1234的订单，把没付款的都取消，预发",
        "查用户1234没付款的订单，然后把它们都取消，预发",
        "look up the unpaid orders of user 1234 in pre and cancel them",
    ],
)
async def test_what_a_look_describes_is_what_the_deed_is_done_to(talk: Talk, text: str) -> None:
    talk.review = "always"
    answer = await talk.say(text)
    told = [(one.tool.split("/")[-1], one.arguments["orderId"]) for one in answer.chain]
    assert told == [("cancelOrder", "1301")], answer.question


async def test_a_bare_id_is_of_the_people_whose_ids_the_tool_is_told(talk: Talk) -> None:
    talk.review = "always"
    for user in ("9999", "7001", "1234"):
        answer = await talk.say(f"给{user}加100积分,预发")
        assert [one.arguments["userId"] for one in answer.chain] == [user], answer.question
