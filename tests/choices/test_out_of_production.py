"""What was refused because it named production, and the environment that is named instead."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("text", "place", "environment"),
    [
        ("在线上给用户1234发一张满50减20的券", "那就预发吧", "pre"),
        ("give user 1234 a 20 off 50 coupon in production", "pre-release then", "pre"),
        ("give user 1234 a 20 off 50 coupon in production", "ok, daily", "daily"),
    ],
)
async def test_another_environment_behind_a_refused_production_is_where_it_is_done(
    talk: Talk, text: str, place: str, environment: str
) -> None:
    refused = await talk.say(text)
    assert (refused.status, talk.effects()) == ("refused", [])
    done = await talk.say(place)
    assert done.status == "succeeded", done.question
    assert [one.arguments["env"] for one in done.chain] == [environment]
    assert [one["discountAmount"] for _, one in talk.effects()] == [2000]


@pytest.mark.parametrize("place", ["in live", "线上", "production please"])
async def test_production_stays_refused(talk: Talk, place: str) -> None:
    await talk.say("give user 1234 a 20 off 50 coupon in production")
    again = await talk.say(place)
    assert (again.status, talk.effects()) == ("refused", [])


async def test_what_says_more_than_an_environment_is_a_request_of_its_own(talk: Talk) -> None:
    await talk.say("在线上给用户1234发一张满50减20的券")
    answer = await talk.say("查一下用户5678，预发")
    told = [(one.tool.rpartition("/")[2], one.arguments["havanaId"]) for one in answer.chain]
    assert (told, talk.effects()) == ([("getUserInfo", "5678")], [])
