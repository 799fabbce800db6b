"""What a run came to: how many there are of all, and the state that an undo has reached."""

import pytest

from pipelines.contracts.answer import Answer
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


def told(answer: Answer) -> dict[str, str]:
    return {one.text: one.verdict.value for one in answer.summary.requirements}


async def test_as_many_as_there_are_users_is_told_once(talk: Talk) -> None:
    done = await talk.say("给用户1234、5678各发一张满100减6的券,预发")
    assert told(done)["优惠券的数量是2"] == "confirmed"
    assert "优惠券的数量是1" not in told(done)


async def test_of_how_many_some_were_made_is_told_once(talk: Talk) -> None:
    done = await talk.say("给用户1234、999999、5678各发一张满100减6的券,预发")
    counts = {text: verdict for text, verdict in told(done).items() if "数量" in text}
    assert counts == {"优惠券的数量是3（已完成 2 个）": "contradicted"}
    assert [text for text in done.summary.missing if "数量" in text] == [*counts]


@pytest.mark.parametrize("undo", ["撤销", "作废这张券"])
async def test_the_state_that_was_reached_is_confirmed(talk: Talk, undo: str) -> None:
    await talk.say("给用户1234发一张满100减6的券,预发")
    done = await talk.say(undo)
    if done.status == "needs_input":
        done = await talk.say("确认")
    assert told(done) == {"优惠券的状态为「已作废」": "confirmed"}
