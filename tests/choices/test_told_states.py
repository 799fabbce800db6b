"""A state that a request names is brought about, or told as one that no tool can bring about."""

import pytest

from pipelines.contracts.answer import Answer
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


def tools(answer: Answer) -> list[str]:
    return [step.tool.rpartition("/")[2] for step in answer.chain]


def ended_in(answer: Answer) -> list[str]:
    """The state of each order as it was told last, sorted."""
    orders = (one for one in answer.summary.data if one.entity == "交易单")
    return sorted({str(one.id): str(one.attributes["status"]) for one in orders}.values())


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("在日常给user 5678建个order，store 2001，status要备餐中", "备餐中"),
        ("帮我在pre给user 5678建个order，store 2001，status要待收货", "待收货"),
        ("make a dine-in order for user 5678, daily. its status should end up as boxed", "boxed"),
        ("查一下用户5678已送达的订单，日常", "已送达"),
        ("show the closed orders of user 5678, daily", "closed"),
    ],
)
async def test_one_that_no_such_thing_has_is_told(talk: Talk, said: str, word: str) -> None:
    answer = await talk.say(said)
    assert answer.status in ("needs_input", "refused")
    assert word in (answer.question or answer.summary.text)
    assert not answer.chain


@pytest.mark.parametrize(
    "said",
    [
        "给用户5678下一个已送达的外卖订单，日常",
        "create a delivered takeaway order for user 5678, daily",
        "create a takeaway order for user 5678 and deliver it, daily",
    ],
)
async def test_one_that_a_deed_is_called_by_is_brought_about(talk: Talk, said: str) -> None:
    done = await talk.say(said)
    assert done.status == "succeeded"
    assert tools(done)[-4:] == [
        "payOrder",
        "merchantAcceptOrder",
        "startDelivery",
        "confirmDelivered",
    ]
    [order] = {one.id: one for one in done.summary.data if one.entity == "交易单"}.values()
    assert order.attributes["status"] == "COMPLETED"


async def test_a_look_knows_the_other_words_for_a_state(talk: Talk) -> None:
    found = await talk.say("list finished orders of user 1234, daily")
    assert [step.arguments.get("status") for step in found.chain] == ["COMPLETED"]


async def test_a_thing_with_an_id_is_brought_there_and_no_other_is_made(talk: Talk) -> None:
    talk.review = "always"
    plan = await talk.say("make order 1301 paid, daily")
    assert tools(plan) == ["payOrder"]
    assert plan.chain[0].arguments["orderId"] == "1301"


async def test_several_things_have_a_state_each(talk: Talk) -> None:
    done = await talk.say(
        "3 dine-in orders for user 5678 at store 2001 in daily, one each: unpaid, paid, refunded"
    )
    assert done.status == "succeeded"
    assert ended_in(done) == ["CREATED", "PAID", "REFUNDED"]


async def test_fewer_states_than_things_are_given_to_none_of_them(talk: Talk) -> None:
    answer = await talk.say("5 dine-in orders for user 5678 in daily: unpaid, paid and refunded")
    assert (answer.status, answer.chain) == ("needs_input", ())


async def test_words_with_a_state_in_them_are_no_title(talk: Talk) -> None:
    talk.review = "always"
    plan = await talk.say("日常给1234造个堂食订单，门店2001，已支付没核销的")
    assert tools(plan)[-2:] == ["createDaodianOrder", "payOrder"]


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ("make 2 refunded dine-in orders for user 5678 in daily", "REFUNDED"),
        ("make 2 delivered takeaway orders for user 5678 in daily", "COMPLETED"),
        ("给用户5678建2个已核销的到店订单，日常", "VERIFIED"),
    ],
)
async def test_each_of_several_comes_to_the_state(talk: Talk, said: str, state: str) -> None:
    done = await talk.say(said)
    assert done.status == "succeeded", done.summary.text
    assert ended_in(done) == [state, state]
