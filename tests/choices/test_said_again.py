"""The same once more, or with another value, behind an answer, a plan or a question."""

import pytest

from pipelines.contracts.answer import Answer
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio

COUPONS = ("给用户1234发放一张满50减20的优惠券,预发环境", "给用户1234发一张满60减15的优惠券,预发")
OTHERS = ("same for 5678", "same thing for 5678", "5678也要", "and 5678", "同样的给5678来一份")


def made(answer: Answer, *names: str) -> list[tuple[object, ...]]:
    """Of each call these arguments."""
    return [tuple(one.arguments.get(name) for name in names) for one in answer.chain]


@pytest.mark.parametrize("others", OTHERS)
@pytest.mark.parametrize("coupon", COUPONS)
async def test_it_is_the_same_for_somebody_else(talk: Talk, coupon: str, others: str) -> None:
    values = ("threshold", "reduce")
    first = await talk.say(coupon)
    talk.review = "always"
    again = await talk.say(others)
    assert made(again, "havanaId") == [("5678",)]
    assert made(again, *values) == made(first, *values)


async def test_one_more_of_what_was_made_twice(talk: Talk) -> None:
    await talk.say("给用户1234发两个5元的外卖红包,预发环境")
    talk.review = "always"
    again = await talk.say("one more of those")
    assert made(again, "userId", "amount") == [(1234, 500)]


async def test_somebody_else_shall_have_it(talk: Talk) -> None:
    await talk.say("给用户1234发放一张满60减15的优惠券,预发环境")
    talk.review = "always"
    again = await talk.say("give it to 5678 instead")
    again = await talk.choose(again.choices[0]) if again.choices else again
    assert made(again, "havanaId", "threshold") == [("5678", 6000)]


# ---- another value in place of one ---------------------------------------------------------


async def test_the_value_that_is_not_meant_is_replaced_whichever_comes_first(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("give user 1234 a coupon 60-15 in pre")
    await talk.say("wait, the coupon should take 25 off, not 15")
    plan = await talk.say("yes")
    assert made(plan, "threshold", "reduce") == [(6000, 2500)]


@pytest.mark.parametrize("meant", [15, 20])
async def test_the_one_of_two_values_that_is_said_again_is_meant(talk: Talk, meant: int) -> None:
    talk.review = "always"
    asked = await talk.say("给用户1234发一张满60减15的优惠券,减20,预发")
    assert asked.question
    plan = await talk.say(str(meant))
    assert made(plan, "threshold", "reduce") == [(6000, meant * 100)]


async def test_a_question_is_not_asked_again_after_a_value_alone(talk: Talk) -> None:
    talk.review = "always"
    for text in ("give user 1234 a coupon 60-15 in pre", "it should be 25 not 15", "25"):
        await talk.say(text)
    plan = await talk.say("10")
    assert made(plan, "threshold", "reduce") == [(2500, 1000)]


# ---- what says all by itself ---------------------------------------------------------------


@pytest.mark.parametrize("coupon", COUPONS)
async def test_the_same_sentence_is_the_same_request(talk: Talk, coupon: str) -> None:
    first = await talk.say(coupon)
    talk.review = "always"
    again = await talk.say(coupon)
    assert again.status == "needs_input"
    assert made(again, "havanaId", "reduce") == made(first, "havanaId", "reduce")


@pytest.mark.parametrize("coupon", COUPONS)
async def test_a_look_behind_a_change_is_a_look(talk: Talk, coupon: str) -> None:
    await talk.say(coupon)
    talk.review = "always"
    found = await talk.say("look up user 5678 in daily")
    assert [one.tool for one in found.chain] == ["commerce/getUserInfo"]


async def test_a_number_that_may_name_somebody_is_asked_about(talk: Talk) -> None:
    await talk.say(COUPONS[0])
    talk.review = "always"
    asked = await talk.say("at 2001")
    assert asked.chain == ()
    assert len(asked.choices) > 1


async def test_a_store_is_no_way_of_being_served(talk: Talk) -> None:
    talk.review = "always"
    plan = await talk.say("create a dine-in order for user 1234 in store 2001 in daily")
    assert made(plan, "storeId")[-1] == ("2001",)


async def test_a_look_that_names_its_own_thing_is_about_no_earlier_one(talk: Talk) -> None:
    await talk.say("show me the coupons of user 3200000001 in pre-release")
    found = await talk.say("how much was order 402000000000000001 in pre?")
    assert [one.tool for one in found.chain] == ["commerce/getOrderDetail"]


@pytest.mark.parametrize(
    "others",
    ["再给5678发一张同样的", "给5678也来一张一样的", "5678也要一张", "帮我再发一张同样的给5678"],
)
async def test_the_verb_of_one_more_need_not_be_the_first_one(talk: Talk, others: str) -> None:
    talk.review = "always"
    first = await talk.say("预发给1234弄张券,满60减15")
    await talk.say("ok")
    again = await talk.say(others)
    [(before, after)] = zip(first.chain, again.chain, strict=True)
    assert (before.tool, after.tool) == ("commerce/lanhai_coupon_pre",) * 2
    [old, new] = [one.arguments["params"] for one in (before, after)]
    assert isinstance(old, dict)
    assert new == {**old, "havanaId": "5678"}
