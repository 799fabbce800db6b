"""Defaults that are told in words: what can be kept is, of the rest the answer says where."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "said", ["from now on use daily unless I say otherwise", "以后默认用日常环境,除非我另外说"]
)
async def test_an_environment_is_kept(talk: Talk, said: str) -> None:
    await talk.say(said)
    made = await talk.again().say("给用户1234发一张满25减5的优惠券")
    assert [one.arguments["env"] for one in made.chain] == ["daily"]
    other = await talk.again().say("给用户1234发一张满25减5的优惠券,预发")
    assert [one.arguments["env"] for one in other.chain] == ["pre"]


@pytest.mark.parametrize("said", ["以后默认用户是1234", "my default user is 1234"])
async def test_of_another_default_the_answer_says_what_can_be_set(talk: Talk, said: str) -> None:
    answer = await talk.say(said)
    assert (answer.status, answer.chain) == ("refused", ())
    assert "zhizao preferences" in answer.summary.text


async def test_what_expires_later_is_no_default(talk: Talk) -> None:
    made = await talk.say("以后要用的券:给用户1234发一张满25减5的优惠券,预发")
    assert made.status == "succeeded"
