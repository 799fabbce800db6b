"""A whole request behind what was refused or is still asked: it stands for itself."""

import pytest

from pipelines.contracts.answer import Answer
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


def wanted(answer: Answer) -> list[tuple[str, str | None, object]]:
    """What each goal does, with what, and whose it is."""
    assert answer.intent is not None
    return [
        (
            goal.function.value,
            goal.object.type,
            [one.value for ref in (goal.object, *goal.related) for one in ref.identifiers],
        )
        for goal in answer.intent.goals
    ]


@pytest.mark.parametrize(
    ("open_", "said"),
    [
        (
            "create three orders for a new user",
            "forget that. paid takeaway order for user 1234, daily",
        ),
        (
            "create three orders for a new user",
            "never mind, a paid takeaway order for user 1234, daily",
        ),
        ("create three orders for a new user", "paid takeaway order for user 1234, daily"),
        ("给一个新用户下三个单", "算了，不要那个了。给用户1234下一个已支付的外卖单，日常"),
        ("给一个新用户下三个单", "不用了，给用户1234下一个已支付的外卖单，日常"),
    ],
)
async def test_a_whole_request_drops_what_was_asked_about(
    talk: Talk, open_: str, said: str
) -> None:
    assert (await talk.say(open_)).status == "needs_input"
    await talk.say(said)
    [order, paid] = [one for _, one in talk.effects()]
    assert (order["havanaId"], order["channel"], paid["status"]) == ("1234", "WAIMAI", "PAID")


async def test_nothing_of_a_dismissed_plan_is_kept(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("create three paid orders for a new gold member in daily")
    answer = await talk.say("forget that. freeze user 1234 in daily")
    assert [one.tool for one in answer.chain] == ["commerce/freezeUser"]


async def test_where_is_asked_about_the_new_request_alone(talk: Talk) -> None:
    await talk.say("给一个新用户下三个单")
    answer = await talk.say("不用了。查一下用户1234的券")
    assert (answer.status, wanted(answer)) == ("needs_input", [("query", "优惠券", ["1234"])])


@pytest.mark.parametrize(("said", "count"), [("no, 2 of them", 2), ("no, for 1234", 3)])
async def test_a_correction_keeps_the_rest_of_the_plan(talk: Talk, said: str, count: int) -> None:
    talk.review = "always"
    await talk.say("create three orders for a new user in daily")
    tools = [one.tool for one in (await talk.say(said)).chain]
    assert tools.count("commerce/createDaodianOrder") == count


@pytest.mark.parametrize(
    ("open_", "said"),
    [
        ("send an email to user 1234", "ok just a paid takeaway order for that user"),
        ("create three orders for user 1234", "ok just a paid takeaway order for that user"),
        ("给用户1234订一张火车票", "那就给这个用户下一个已支付的外卖单"),
    ],
)
async def test_who_is_pointed_at_is_the_one_that_was_named(
    talk: Talk, open_: str, said: str
) -> None:
    await talk.say(open_)
    await talk.say(said)
    await talk.say("daily")
    [order, _] = [one for _, one in talk.effects()]
    assert (order["havanaId"], order["channel"]) == ("1234", "WAIMAI")


async def test_a_count_that_is_said_with_all_the_rest_counts(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("create three orders for user 1234 in daily")
    answer = await talk.say("ok just a paid takeaway order for that user")
    tools = [one.tool for one in answer.chain]
    assert tools.count("commerce/createWaimaiOrder") == 1


@pytest.mark.parametrize(
    "said", ["给这个用户下一个已支付的外卖单，日常", "a paid takeaway order for that user in daily"]
)
async def test_nobody_is_made_for_whom_is_pointed_at(talk: Talk, said: str) -> None:
    answer = await talk.say(said)
    assert (answer.status, talk.effects()) == ("needs_input", [])
