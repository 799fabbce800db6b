"""Several things are as the sentence describes one: which is meant is chosen, or said."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


async def asked(talk: Talk, sentence: str, more: str) -> list[str]:
    """The choices of the question which one is meant."""
    talk.review = "always"
    await talk.say(more)
    await talk.say("yes")
    answer = await talk.say(sentence)
    assert answer.status == "needs_input"
    assert not answer.chain
    assert [one.kind for one in answer.choices] == ["reading"] * len(answer.choices)
    return [one.text for one in answer.choices]


ONE_OF = "cancel one of the unpaid orders of user 1234 in daily"
MORE = "create an unpaid dine-in order for user 1234 in daily"


async def test_each_is_a_choice_and_its_plan_names_it(talk: Talk) -> None:
    told = await asked(talk, ONE_OF, MORE)
    at = next(at for at, text in enumerate(told) if "1301" in text)
    plan = await talk.say(f"{at + 1}")
    [step] = plan.chain
    assert step.arguments["orderId"] == "1301"
    done = await talk.say("yes")
    assert done.status == "succeeded"
    assert talk.effects()[-1][0].endswith("cancelOrder")


@pytest.mark.parametrize("reply", ["1301", "the order 1301"])
async def test_an_id_of_them_is_the_answer_in_the_language_of_the_talk(
    talk: Talk, reply: str
) -> None:
    await asked(talk, ONE_OF, MORE)
    plan = await talk.say(reply)
    assert str(plan.question).startswith("This will run")


async def test_nobody_is_taken_for_a_user_that_was_just_made(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("issue a coupon 20 off 100 to user 1234 in daily")
    await talk.say("yes")
    plan = await talk.say("issue 20 coupons, 10 off 50, each to a newly created user, in daily")
    assert not any(step.arguments.get("havanaId") == "1234" for step in plan.chain)
