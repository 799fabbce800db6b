"""Things that are called by their ids alone: of which kind they are is looked up."""

import pytest

from pipelines.contracts.answer import Answer
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


def calls(answer: Answer) -> list[str]:
    return [one.tool.rpartition("/")[2] for one in answer.chain]


@pytest.fixture
def shown_first(talk: Talk) -> Talk:
    talk.review = "always"
    return talk


@pytest.mark.parametrize(
    ("said", "called", "argument"),
    [
        ("refund 1302 in daily", ["applyDaodianRefund", "approveRefund"], ("orderId", "1302")),
        ("open 2001 in pre", ["openStore"], ("storeId", "2001")),
        ("日常 1302 付一下", ["payOrder"], ("orderId", "1302")),
        ("invoice for 1303 in daily, title Blue Whale Ltd", ["applyInvoice"], ("orderId", "1303")),
    ],
)
async def test_what_is_done_is_done_to_the_thing_that_has_the_id(
    shown_first: Talk, said: str, called: list[str], argument: tuple[str, str]
) -> None:
    plan = await shown_first.say(said)
    assert (plan.status, calls(plan)) == ("needs_input", called), plan.question
    path, value = argument
    step = next(one for one in plan.chain if path in one.arguments)
    assert (step.arguments[path], step.bindings[path].source) == (value, "words")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("看下1302现在啥状态,预发", "交易单 1302"),
        ("state of 1303 in pre", "order 1303"),
        ("is 2001 open, daily", "store 2001"),
    ],
)
async def test_a_look_is_at_the_thing_that_has_the_id(talk: Talk, said: str, told: str) -> None:
    answer = await talk.say(said)
    assert answer.status == "succeeded", answer.summary.text
    assert told in answer.summary.text


async def test_a_user_who_has_the_id_stays_who_is_meant(talk: Talk) -> None:
    answer = await talk.say("查1234的券,日常")
    assert calls(answer) == ["listUserCoupons"]


async def test_an_id_that_nothing_has_is_told_of(shown_first: Talk) -> None:
    answer = await shown_first.say("把77001推到已完成,预发")
    assert answer.chain == ()
    assert "77001" in answer.summary.text
    assert shown_first.effects() == []


async def test_a_second_deed_is_not_lost_with_the_noun(shown_first: Talk) -> None:
    plan = await shown_first.say("先把1302退了,再给1234加50积分,日常")
    assert shown_first.effects() == []
    assert not plan.chain or "addPoints" in calls(plan)
