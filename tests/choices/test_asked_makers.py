"""Who made a thing is told by its look; a question who did something does nothing."""

import pytest

from tests.choices.conftest import Talk

pytestmark = [pytest.mark.anyio]


@pytest.mark.parametrize(
    "sentence",
    [
        "预发订单1301谁下的单",
        "预发订单1301是哪个用户下单的",
        "预发订单1301是谁的",
        "who placed order 1301, pre-release",
        "who ordered order 1301, pre-release",
        "which user placed order 1301, pre-release",
        "who bought order 1301, pre-release",
        "whose order is 1301, pre-release",
    ],
)
async def test_the_person_of_a_thing_is_told_first(talk: Talk, sentence: str) -> None:
    answer = await talk.say(sentence)
    assert [step.tool for step in answer.chain] == ["commerce/getOrderDetail"]
    [order] = answer.summary.data
    assert next(iter(order.values.items())) in (("用户", "1234"), ("user", "1234"))
    assert "没有用到" not in answer.summary.text
    assert "not used" not in answer.summary.text


@pytest.mark.parametrize("sentence", ["预发订单1301是谁付的款", "谁给1234发了优惠券，预发"])
async def test_somebody_whom_no_look_tells_is_left_as_not_used(talk: Talk, sentence: str) -> None:
    answer = await talk.say(sentence)
    assert "没有用到" in answer.summary.text
    assert talk.effects() == []


@pytest.mark.parametrize(
    "sentence",
    [
        "who cancelled order 1301, pre-release",
        "who has cancelled order 1301 in pre-release?",
        "谁取消了订单1301，预发",
        "预发谁把订单1301取消了",
    ],
)
async def test_a_question_who_did_something_does_nothing(talk: Talk, sentence: str) -> None:
    answer = await talk.say(sentence)
    assert talk.effects() == []
    assert [step.tool for step in answer.chain] == ["commerce/getOrderDetail"]
