"""What no tool here has anything to do with is refused plainly, and nothing is asked about it."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("book me a train ticket to Shanghai", "a train ticket"),
        ("send an email to Bob", "an email"),
        ("帮我订一张去上海的火车票", "火车票"),
        ("帮我预订一个会议室，日常", "会议室"),
    ],
)
async def test_it_is_said_without_a_question_or_neighbours(
    talk: Talk, said: str, words: str
) -> None:
    answer = await talk.say(said)
    assert (answer.status, answer.question, answer.choices) == ("refused", None, ())
    assert words in answer.summary.text
    assert talk.effects() == []


@pytest.mark.parametrize(
    "said",
    ["帮我弄个馆子，日常", "order me a pizza in daily", "给1234弄个优惠"],
)
async def test_what_tools_come_near_is_asked_about_as_ever(talk: Talk, said: str) -> None:
    assert (await talk.say(said)).status == "needs_input"
