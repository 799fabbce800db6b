"""A plan that changes the first record of a whole list is none that the sentence asks for."""

import pytest

from pipelines.contracts.answer import Status
from tests.resources.house import Inn

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "text",
    [
        "Is there a suite on pre that could take a guest this minute? Don't book anything, "
        "I'm only asking",
        "pre: somebody should be checked out some minute soon",
        "预发帮忙退个房呗",
        "预发给{user}这个用户退1个房",
    ],
)
async def test_nothing_is_done_to_the_first_of_a_list(house: Inn, text: str) -> None:
    answer = await house.say(text)
    assert house.log == []
    assert answer.status is not Status.SUCCEEDED or not answer.chain
