"""More of the same, said while a plan waits: it is planned beside what waits, and shown first."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("first", "more", "key", "values"),
    [
        (
            "give user 1234 a coupon 5 off 30 in pre",
            "same for 5678",
            "havanaId",
            ["1234", "5678"],
        ),
        ("给用户1234发一张满30减5的券,预发", "给5678也来一张", "havanaId", ["1234", "5678"]),
        (
            "open a gold membership for user 5678 in daily",
            "same for 1234 but diamond",
            "level",
            ["GOLD", "DIAMOND"],
        ),
        ("给5678开个金卡会员,日常", "给1234也开一个，钻卡的", "level", ["GOLD", "DIAMOND"]),
    ],
)
async def test_the_same_for_another_one_joins_the_plan_that_waits(
    talk: Talk, first: str, more: str, key: str, values: list[str]
) -> None:
    talk.review = "always"
    await talk.say(first)
    both = await talk.say(more)
    assert (both.status, talk.effects()) == ("needs_input", [])
    assert [one.arguments[key] for one in both.chain] == values


async def test_both_are_made_once_it_is_agreed_to(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("give user 1234 a coupon 5 off 30 in pre")
    await talk.say("same for 5678")
    done = await talk.say("yes")
    assert (done.status, len(talk.effects())) == ("succeeded", 2)


async def test_another_value_still_changes_the_plan_that_waits(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("给用户1234发一张满30减5的券,预发")
    changed = await talk.say("换成5678")
    assert [one.arguments["havanaId"] for one in changed.chain] == ["5678"]


@pytest.mark.parametrize("said", ["also in daily", "日常也来一份"])
async def test_another_place_leaves_no_plan_twice_in_one(talk: Talk, said: str) -> None:
    talk.review = "always"
    await talk.say("给用户1234发一张满30减5的券,预发")
    answer = await talk.say(said)
    assert len(answer.chain) < 2
    assert talk.effects() == []
