"""What is offered where nothing is surely meant, or nothing can do what is wanted."""

import pytest

from pipelines.contracts.request import InView
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


async def test_a_tool_of_the_very_verb_is_asked_about_whatever_the_verb_was_read_as(
    talk: Talk,
) -> None:
    asked = await talk.say("invalidate coupon 8020000000000002 in pre-release")
    assert asked.choices[0].tool == "commerce/invalidateCoupon"
    assert asked.chain == ()


async def test_nothing_is_offered_that_destroys_another_kind_of_thing(talk: Talk) -> None:
    told = await talk.say("delete coupon 8020000000000003 in pre-release")
    assert told.choices
    assert "commerce/deleteAddress" not in [one.tool for one in told.choices]


async def test_a_look_that_leaves_words_over_is_no_answer_to_a_sentence_that_is_hardly_read(
    talk: Talk,
) -> None:
    order = InView(entity="order", id="1303", environment="pre")
    asked = await talk.say("please get this order to its final state", order)
    assert asked.status == "needs_input"
