"""Somebody whom the sentence calls by a name: whose id is asked for and, once told, is used."""

import pytest

from pipelines.contracts.answer import Answer
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio

NAMED = ("给小李发张满60减6的外卖券，预发", "give Tom a coupon of 5 off 50 in pre")


def receivers(answer: Answer) -> list[object]:
    return [one.arguments.get("havanaId") for one in answer.chain]


@pytest.mark.parametrize("text", NAMED)
async def test_an_id_that_is_typed_is_whom_the_name_means(talk: Talk, text: str) -> None:
    talk.review = "always"
    asked = await talk.say(text)
    assert asked.question
    plan = await talk.say("1234")
    assert receivers(plan) == ["1234"]


@pytest.mark.parametrize("text", NAMED)
async def test_an_id_in_the_form_is_whom_the_name_means(talk: Talk, text: str) -> None:
    talk.review = "always"
    [choice] = (await talk.say(text)).choices
    assert choice.field is not None
    plan = await talk.choose(choice, {choice.field.path: "1234"})
    assert receivers(plan) == ["1234"]


async def test_no_answer_is_lost_where_two_are_asked_one_after_the_other(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("再给小李发张满60减6的外卖券")
    await talk.say("预发")
    plan = await talk.say("1234")
    assert [(one.arguments["env"], one.arguments["havanaId"]) for one in plan.chain] == [
        ("pre", "1234")
    ]
