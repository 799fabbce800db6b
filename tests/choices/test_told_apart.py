"""One of several things of the conversation, by its own values."""

import pytest

from pipelines.contracts.answer import Answer
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


async def voided(talk: Talk, said: str) -> list[object]:
    """Ids that would be voided, in a plan or in a choice."""
    answer: Answer = await talk.say(said)
    if not answer.chain and len(answer.choices) > 0 and answer.choices[0].kind == "reading":
        answer = await talk.choose(answer.choices[0])
    return [one.arguments.get("couponId") for one in answer.chain]


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (
            "给用户1234发一张满25减5的券,日常",
            "给用户1234发一张满30减6的券,日常",
            "撤销满25减5那张",
        ),
        (
            "give user 1234 a coupon 5 off 25 in daily",
            "give user 1234 a coupon 6 off 30 in daily",
            "void the 5 off 25 coupon",
        ),
    ],
)
async def test_the_one_of_those_values_is_meant(
    talk: Talk, first: str, second: str, said: str
) -> None:
    talk.review = "always"
    made: list[object] = []
    for sentence in (first, second):
        await talk.say(sentence)
        done = await talk.say("yes")
        made += [item.id for item in done.summary.data]
    assert len(made) == 2
    assert await voided(talk, said) == made[:1]
