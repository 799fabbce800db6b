"""What stands typed in the form of a plan counts with the words that are sent meanwhile."""

from dataclasses import replace

import pytest

from pipelines.contracts.answer import Answer
from pipelines.contracts.request import PlanChange
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio

ASKED = "给用户1234发放一张满31减5的券，预发"


def typed(plan: Answer, **values: str) -> PlanChange:
    """Values in the unit of their fields."""
    return PlanChange(run_id=plan.run_id, values={plan.chain[0].step: values})


def amounts(talk: Talk) -> list[tuple[object, object]]:
    """Threshold and reduction of the coupons that were issued, in fen."""
    return [(one["thresholdAmount"], one["discountAmount"]) for _, one in talk.effects()]


@pytest.mark.parametrize("word", ["确认", "yes"])
async def test_a_word_that_agrees_runs_what_is_typed(talk: Talk, word: str) -> None:
    talk = replace(talk, review="always")
    plan = await talk.say(ASKED)

    done = await talk.say(word, typed=typed(plan, reduce="9"))

    assert done.status == "succeeded"
    assert amounts(talk) == [(3100, 900)]


async def test_what_is_typed_stays_in_a_plan_that_words_correct(talk: Talk) -> None:
    talk = replace(talk, review="always")
    plan = await talk.say(ASKED)

    again = await talk.say("不对，减25，给5678", typed=typed(plan, threshold="60"))

    (step,) = again.chain
    found = (step.arguments["havanaId"], step.arguments["threshold"], step.arguments["reduce"])
    assert (found, talk.effects()) == (("5678", 6000, 2500), [])


async def test_a_slip_of_the_finger_shows_the_plan_as_it_is_typed(talk: Talk) -> None:
    talk = replace(talk, review="always")
    plan = await talk.say(ASKED)

    again = await talk.say("l", typed=typed(plan, reduce="9"))

    assert [step.arguments["reduce"] for step in again.chain] == [900]


async def test_a_value_that_cannot_be_is_told_and_nothing_runs(talk: Talk) -> None:
    talk = replace(talk, review="always")
    plan = await talk.say(ASKED)

    told = await talk.say("确认", typed=typed(plan, reduce="nine"))

    assert (told.status, talk.effects()) == ("refused", [])


async def test_what_was_typed_into_another_plan_is_not_lost_without_a_word(talk: Talk) -> None:
    talk = replace(talk, review="always")
    other = await talk.say(ASKED)
    await talk.say("给用户5678发放一张满40减6的券，预发")

    told = await talk.say("确认", typed=typed(other, reduce="9"))

    assert (told.status, amounts(talk)) == ("refused", [])
