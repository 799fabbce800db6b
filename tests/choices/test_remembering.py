"""What was chosen comes first the next time, for that user alone, until it is taken back."""

import pytest

from pipelines.contracts.answer import Choice
from tests.choices.conftest import Talk
from tool_registry.base.ids import new_id

pytestmark = pytest.mark.anyio

PACKET = "给用户1234发红包20元,预发环境"
OTHERS = "给用户5678发红包30元,日常环境"


def readings(choices: tuple[Choice, ...]) -> list[Choice]:
    return [one for one in choices if one.kind == "reading"]


async def test_the_same_words_of_other_things_list_the_chosen_reading_first(talk: Talk) -> None:
    _, second = readings((await talk.say(PACKET)).choices)
    assert (await talk.choose(second)).status == "succeeded"
    again = await talk.again().say(OTHERS)
    first, other = readings(again.choices)
    assert (first.tool, first.chosen_before) == (second.tool, True)
    assert not other.chosen_before
    assert "5678" in first.text
    assert again.status == "needs_input"
    assert len(talk.effects()) == 1


async def test_another_user_is_offered_the_usual_order(talk: Talk) -> None:
    asked = await talk.say(PACKET)
    await talk.choose(readings(asked.choices)[1])
    other = talk.again()
    other.user = new_id("user")
    assert (await other.say(PACKET)).choices == asked.choices


async def test_a_tool_that_was_completed_in_a_form_comes_first_too(talk: Talk) -> None:
    asked = await talk.say("给用户1234发一份满减大礼包,预发环境")
    second = [one for one in asked.choices if one.kind == "tool"][1]
    opened = await talk.choose(second)
    assert opened.form is not None
    open_ones = [f.path for f in opened.form.fields if f.value is None and f.unit == "元"]
    done = await talk.choose(second, dict(zip(open_ones, (80, 30), strict=True)))
    assert done.status == "succeeded", done.summary.text
    again = await talk.again().say("给用户5678发一份满减大礼包,预发环境")
    assert (again.choices[0].tool, again.choices[0].chosen_before) == (second.tool, True)
