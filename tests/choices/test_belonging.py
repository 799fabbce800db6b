"""What belongs to somebody new, to a part of a thing, or to what a pronoun points at."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


def _tools(answer: object) -> list[str]:
    chain = getattr(answer, "chain", ())
    return [one.tool.rpartition("/")[2] for one in chain]


@pytest.mark.parametrize(
    ("said", "users", "coupons"),
    [
        ("我要一个有满50减20券的用户，预发", 1, 1),
        ("要三个有满50减20券的新用户，预发", 3, 3),
    ],
)
async def test_somebody_new_gets_what_they_shall_have(
    talk: Talk, said: str, users: int, coupons: int
) -> None:
    await talk.say(said)
    made = talk.effects()
    people = [after["id"] for tool, after in made if "user" in tool.lower()]
    held = [after["havanaId"] for tool, after in made if "coupon" in tool.lower()]
    assert (len(people), len(held)) == (users, coupons)
    assert sorted(people) == sorted(held)


async def test_a_membership_is_of_the_user_beside_it(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("创建一个有会员的用户，预发")
    await talk.say("确认")
    made = dict(talk.effects())
    [member] = [after for tool, after in made.items() if tool == "openMembership"]
    assert [tool for tool, _ in talk.effects()] == ["lanhai_user_pre", "openMembership"]
    assert made["lanhai_user_pre"]["id"] == member["havanaId"]


@pytest.mark.parametrize(
    "said", ["注册一个用户然后直接开通会员,日常", "create a user, then open a membership, daily"]
)
async def test_a_verb_is_what_it_is_spelled_as_and_is_done_for_the_new_user(
    talk: Talk, said: str
) -> None:
    talk.review = "always"
    await talk.say(said)
    await talk.say("确认" if "注" in said else "yes")
    (_, user), (tool, member) = talk.effects()
    assert (tool, member["havanaId"]) == ("openMembership", user["id"])


@pytest.mark.parametrize(
    "said",
    ["what's the delivery status of order 1303 on pre-release?", "1303的配送状态是啥,预发"],
)
async def test_the_state_of_a_part_is_asked_of_the_part(talk: Talk, said: str) -> None:
    assert _tools(await talk.say(said)) == ["queryDeliveryByOrder"]


@pytest.mark.parametrize(
    "said",
    [
        "把1301配送弄成已送达,预发",
        "bring the delivery of order 1301 to delivered, pre",
        "get order 1301 to delivered, pre",
    ],
)
async def test_what_is_wanted_of_a_part_is_done_to_its_whole(talk: Talk, said: str) -> None:
    talk.review = "always"
    answer = await talk.say(said)
    assert _tools(answer)[-1] == "confirmDelivered", answer.question
    assert answer.chain[0].arguments["orderId"] == "1301"


async def test_parts_are_looked_for_in_the_whole_beside_them(talk: Talk) -> None:
    answer = await talk.say("查下预发2002店现在有哪些菜是下架的")
    assert _tools(answer) == ["listStoreItems"]
    assert answer.chain[0].arguments == {"env": "pre", "storeId": "2002", "status": "OFF_SHELF"}


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("show me order 1302 on pre-release", "assign it to any free rider then"),
        ("查下预发的订单1302", "给它派个骑手"),
    ],
)
async def test_what_a_pronoun_points_at_is_kept_where_nothing_can_be_done_as_said(
    talk: Talk, first: str, then: str
) -> None:
    talk.review = "always"
    await talk.say(first)
    answer = await talk.say(then)
    [first_choice, *_] = answer.choices
    assert (first_choice.tool, first_choice.environment) == ("commerce/startDelivery", "pre")
    assert "1302" in first_choice.text
    assert talk.effects() == []
