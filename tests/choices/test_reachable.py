"""A thing is to be brought to a state that it has not: those that it can come to are choices."""

import pytest

from pipelines.contracts.answer import Answer
from pipelines.contracts.request import InView
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio

ORDER = InView(entity="order", id="1303", environment="pre")


def called(answer: Answer) -> list[str]:
    return [one.tool.rpartition("/")[2] for one in answer.chain]


@pytest.mark.parametrize(
    "said", ["推进到走完流程为止", "push this order through to the end", "把这单的状态改成已经打包"]
)
async def test_the_states_that_tools_lead_to_are_the_choices(talk: Talk, said: str) -> None:
    talk.review = "always"
    asked = await talk.say(said, ORDER)
    assert (asked.status, asked.chain) == ("needs_input", ())
    assert {one.kind for one in asked.choices} == {"reading"}
    texts = [one.text for one in asked.choices]
    assert len(set(texts)) == len(texts) >= 2
    plan = await talk.choose(asked.choices[0])
    assert called(plan) == ["listOrderVouchers", "verifyVoucher"]
    assert talk.effects() == []


async def test_a_state_that_cannot_be_reached_is_told_with_those_that_can(talk: Talk) -> None:
    asked = await talk.say("把订单1303推到待取餐,预发")
    assert "待取餐" in (asked.question or "")
    assert "已发凭证" in (asked.question or "")
    assert len(asked.choices) >= 2


@pytest.mark.parametrize(
    "said", ["把订单1301推到已送达,预发", "push order 1301 to delivered in pre"]
)
async def test_a_tool_that_is_called_by_the_state_ends_the_way(talk: Talk, said: str) -> None:
    answer = await talk.say(said)
    assert answer.status == "succeeded", answer.summary.text
    assert called(answer)[-1] == "confirmDelivered"
    assert talk.effects()[-1][1]["status"] == "COMPLETED"


async def test_of_two_states_said_in_one_the_last_counts(talk: Talk) -> None:
    talk.review = "always"
    plan = await talk.say("把它直接推到送达完结", ORDER)
    assert called(plan) == ["listOrderVouchers", "verifyVoucher"]
