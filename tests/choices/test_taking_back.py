"""What is said behind something that was done, to have it undone or left alone."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio

COUPON = "给用户1234发一张满80减15的券，预发"


async def test_the_last_step_is_taken_back_in_words_that_name_nothing(talk: Talk) -> None:
    await talk.say(COUPON)
    plan = await talk.say("算了，撤回刚才这一步")
    assert [one.tool for one in plan.chain] == ["commerce/invalidateCoupon"]
    assert plan.status == "needs_input"


async def test_a_no_behind_what_was_done_says_that_it_stays(talk: Talk) -> None:
    await talk.say(COUPON)
    told = await talk.say("算了")
    assert told.status == "cancelled"
    assert "撤销" in told.summary.text


async def test_a_no_behind_a_look_leaves_nothing_to_undo(talk: Talk) -> None:
    await talk.say("查一下预发的用户1234")
    told = await talk.say("算了")
    assert told.status == "cancelled"
    assert "撤销" not in told.summary.text


async def test_a_correction_of_what_was_made_says_that_the_first_one_stays(talk: Talk) -> None:
    await talk.say(COUPON)
    made = await talk.say("发错了，应该是减5块")
    assert [one.arguments["reduce"] for one in made.chain] == [500]
    assert "保留" in made.summary.text


async def test_one_more_says_nothing_of_the_first(talk: Talk) -> None:
    await talk.say(COUPON)
    made = await talk.say("再来一张")
    assert (made.status, len(made.chain)) == ("succeeded", 1)
    assert "保留" not in made.summary.text
