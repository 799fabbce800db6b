"""What is typed while a question waits: a request of its own, or the reply."""

import pytest

from pipelines.contracts.answer import Answer
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio

WHOM = "发一张满50减20的券,预发"
OWN = [
    ("create a paid order", "a 20 off 50 coupon for user 1234 in pre", "优惠券", "create"),
    ("create a paid order", "how many orders does user 1234 have in pre", "交易单", "query"),
    ("Issue a coupon of 20 off 50 in pre", "取消订单123", "交易单", "operate"),
    ("cancel the order in pre", "我要一个外卖订单,日常", "交易单", "create"),
    (WHOM, "查询用户1234的优惠券,预发", "优惠券", "query"),
    (WHOM, "用户1234有几张券,预发", "优惠券", "query"),
    (WHOM, "pay order 1301", "交易单", "operate"),
    ("create a paid order", "pay order 1301", "交易单", "operate"),
    ("freeze the user in pre", "pay order 1301", "交易单", "operate"),
    ("cancel the order in pre", "查一下订单1305", "交易单", "query"),
    ("检查用户1234是不是已绑定，预发", "查询用户 1234，预发", "用户", "query"),
    ("list coupons in daily", "does user 1234 have coupons in daily?", "优惠券", "query"),
]
REPLIES = [
    ("create a paid order", "pre-release", "pre"),
    ("create a paid order", "预发", "pre"),
    ("create a paid order", "the first one", "daily"),
    ("创建一个已支付的订单", "第二个", "pre"),
]
NAMED = ["order 1301", "就订单1301吧", "choose order 1301", "1301"]


def wanted(answer: Answer) -> list[tuple[str | None, str]]:
    assert answer.intent is not None
    return [(goal.object.type, goal.function.value) for goal in answer.intent.goals]


@pytest.mark.parametrize(("asked", "said", "kind", "function"), OWN)
async def test_a_whole_request_is_one_of_its_own(
    talk: Talk, asked: str, said: str, kind: str, function: str
) -> None:
    talk.review = "always"
    assert (await talk.say(asked)).status == "needs_input"
    answer = await talk.say(said)
    assert wanted(answer) == [(kind, function)]
    assert answer.intent is not None
    assert answer.intent.text == said


@pytest.mark.parametrize(("asked", "said", "place"), REPLIES)
async def test_a_reply_stays_one(talk: Talk, asked: str, said: str, place: str) -> None:
    talk.review = "always"
    assert (await talk.say(asked)).status == "needs_input"
    answer = await talk.say(said)
    assert wanted(answer) == [("交易单", "create")]
    assert answer.intent is not None
    assert answer.intent.environment == place


@pytest.mark.parametrize("said", ["1234", "用户1234", "发给1234", "give it to user 1234"])
async def test_whom_it_is_for_is_a_reply(talk: Talk, said: str) -> None:
    talk.review = "always"
    assert (await talk.say(WHOM)).status == "needs_input"
    answer = await talk.say(said)
    assert wanted(answer) == [("优惠券", "create")]
    assert "1234" in str(answer.intent)


@pytest.mark.parametrize("said", NAMED)
async def test_which_one_is_meant_is_a_reply(talk: Talk, said: str) -> None:
    talk.review = "always"
    assert (await talk.say("cancel the order in daily")).status == "needs_input"
    answer = await talk.say(said)
    assert answer.intent is not None
    assert [one.action for one in answer.intent.goals] == ["cancel"]
    assert "1301" in str(answer.intent.goals[0].object.identifiers)


async def test_a_member_is_no_plain_user(talk: Talk) -> None:
    answer = await talk.say("预发建一个会员用户，再给他发张满88减15的券")
    made = {tool for tool, _ in talk.effects()}
    assert answer.status == "succeeded"
    assert {"openMembership", "issueFullReductionCoupon"} <= made
