"""Values of something new that another kind of things holds; ids ahead of their nouns; sums."""

from collections import Counter

import pytest

from pipelines.contracts.answer import Answer
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


def called(answer: Answer) -> list[str]:
    return [one.tool.rpartition("/")[2] for one in answer.chain]


async def planned(talk: Talk, said: str) -> Answer:
    """The plan, where the one reading that is doubted is agreed to."""
    talk.review = "always"
    answer = await talk.say(said)
    return answer if answer.chain else await talk.choose(answer.choices[0])


@pytest.mark.parametrize(
    "said", ["create a user with 500 points in pre", "造一个有500积分的测试用户,预发"]
)
async def test_points_of_somebody_new_are_given_to_them(talk: Talk, said: str) -> None:
    plan = await planned(talk, said)
    assert called(plan)[-2:] == ["openMembership", "addPoints"]
    done = await talk.say("确认")
    assert done.status == "succeeded", done.summary.text
    user, member, points = (one for _, one in talk.effects())
    assert member["havanaId"] == points["havanaId"] == user["id"]
    assert points["changeAmount"] == 500


@pytest.mark.parametrize(
    "said",
    [
        "造2个测试用户 要黄金会员 每人2000积分,日常",
        "need 2 test users, gold level, 2000 points each, daily",
    ],
)
async def test_each_of_several_gets_their_own(talk: Talk, said: str) -> None:
    await planned(talk, said)
    done = await talk.say("yes")
    assert done.status == "succeeded", done.summary.text
    made = Counter(tool for tool, _ in talk.effects())
    assert (made["openMembership"], made["addPoints"]) == (2, 2)
    owners = {one["havanaId"] for tool, one in talk.effects() if tool == "addPoints"}
    assert len(owners) == 2
    levels = {one["level"] for tool, one in talk.effects() if tool == "openMembership"}
    assert levels == {"GOLD"}


async def test_what_tells_tools_apart_is_no_value_of_another_kind(talk: Talk) -> None:
    plan = await planned(talk, "给1234在2001店下一个已支付的堂食单,日常")
    assert called(plan)[-2:] == ["createDaodianOrder", "payOrder"]


@pytest.mark.parametrize("said", ["给1234下一个堂食单,2001店,已支付的,日常"])
async def test_a_number_ahead_of_a_bare_noun_is_its_id(talk: Talk, said: str) -> None:
    plan = await planned(talk, said)
    order = next(one for one in plan.chain if one.tool.endswith("createDaodianOrder"))
    assert (order.arguments["storeId"], order.arguments["havanaId"]) == ("2001", "1234")


async def test_a_sum_is_no_id(talk: Talk) -> None:
    plan = await planned(talk, "refund 10 yuan of order 1302 in pre")
    refund = plan.chain[-1]
    assert refund.tool == "commerce/applyDaodianRefund"
    assert refund.arguments["refundAmount"] == 1000


@pytest.mark.parametrize("said", ["3 users w/ gold membership, pre", "3个用户,都要金卡会员,预发"])
async def test_a_level_makes_no_second_membership(talk: Talk, said: str) -> None:
    plan = await planned(talk, said)
    made = Counter(one.tool.rpartition("/")[2] for one in plan.chain)
    assert (made["lanhai_user_pre"], made["openMembership"]) == (3, 3)
    levels = [o.arguments.get("level") for o in plan.chain if o.tool.endswith("openMembership")]
    assert levels == ["GOLD", "GOLD", "GOLD"]
