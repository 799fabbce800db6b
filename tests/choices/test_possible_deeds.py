"""Questions what can be done to which things."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "text",
    [
        "先看看1234的哪些订单还能取消，日常",
        "1234有哪些订单可以取消？日常",
        "which orders of user 1234 can be cancelled? daily",
    ],
)
async def test_what_can_be_done_is_asked_of_things_to_which_it_was_not(
    talk: Talk, text: str
) -> None:
    answer = await talk.say(text)
    assert [one.id for one in answer.summary.data] == ["1301"], answer.question
    assert talk.effects() == []
