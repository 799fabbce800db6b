"""Behind a plan or what was done: in which thing it is to be, and which of two values is meant."""

import pytest

from pipelines.contracts.answer import Answer
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio

ORDERS = {
    "zh": "给用户1234创建一个到店订单,日常",
    "en": "create a dine-in order for user 1234 in daily",
}
PLACES = [("zh", "门店就2001吧"), ("zh", "换成门店2001"), ("en", "in store 2001 please")]


async def agreed(talk: Talk, answer: Answer) -> Answer:
    """The plan; where the reading was offered first, that was chosen."""
    return answer if answer.chain else await talk.choose(answer.choices[0])


@pytest.mark.parametrize(("language", "text"), PLACES)
async def test_a_plan_takes_place_where_it_is_said_to(talk: Talk, language: str, text: str) -> None:
    talk.review = "always"
    await talk.say(ORDERS[language])
    plan = await agreed(talk, await talk.say(text))
    last = plan.chain[-1]
    assert (last.tool, last.arguments["storeId"]) == ("commerce/createDaodianOrder", "2001")
    assert last.arguments["havanaId"] == "1234"


@pytest.mark.parametrize(
    "text", ["oops, takeaway rather than dine-in", "takeaway, not dine-in", "takeaway instead"]
)
async def test_what_is_replaced_is_no_word_that_is_left_over(talk: Talk, text: str) -> None:
    talk.review = "always"
    await talk.say(ORDERS["en"])
    plan = await agreed(talk, await talk.say(text))
    assert plan.chain[-1].tool == "commerce/createWaimaiOrder"
