"""What is plain enough is not asked about twice: one plan, one question, one place."""

import pytest

from pipelines.contracts.answer import Answer
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"


def calls(answer: Answer, *names: str) -> list[tuple[object, ...]]:
    """Of each call its tool and these arguments."""
    return [(one.tool, *(one.arguments.get(name) for name in names)) for one in answer.chain]


FULL_REDUCTION = "commerce/issueFullReductionCoupon"


@pytest.mark.parametrize("rest", ["满100减20", "满100减20吧", "要满100减20的那种"])
async def test_what_was_asked_for_leads_to_the_plan_which_asks_by_itself(
    talk: Talk, rest: str
) -> None:
    talk.review = "always"
    await talk.say("给用户1234发一张优惠券,预发")
    shown = await talk.say(rest)
    assert calls(shown, "threshold", "reduce") == [(FULL_REDUCTION, 10000, 2000)]
    assert not talk.effects()
    done = await talk.say("确认")
    assert done.status == "succeeded", done.summary.text
    assert len(talk.effects()) == 1


async def test_without_a_plan_that_is_shown_it_is_asked_whether_it_is_meant(talk: Talk) -> None:
    await talk.say("给用户1234发一张优惠券,预发")
    asked = await talk.say("满100减20吧")
    assert (asked.status, asked.chain) == ("needs_input", ())
    assert asked.choices[0].kind == "reading"
    assert not talk.effects()


@pytest.mark.parametrize("begins", ["等一下，", "等等 ", "慢着，", "啊，", "呃…"])
async def test_what_a_change_begins_with_is_no_part_of_it(talk: Talk, begins: str) -> None:
    talk.review = "always"
    await talk.say(COUPON)
    shown = await talk.say(f"{begins}改成减40吧")
    assert calls(shown, "threshold", "reduce") == [(FULL_REDUCTION, 5000, 4000)]


async def test_so_it_is_in_english(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("give user 1234 a coupon 20 off 50, pre-release")
    shown = await talk.say("wait, 40 off instead")
    assert calls(shown, "threshold", "reduce") == [(FULL_REDUCTION, 5000, 4000)]


@pytest.mark.parametrize("said", ["等等", "慢着，别发了"])
async def test_a_pause_alone_changes_nothing(talk: Talk, said: str) -> None:
    talk.review = "always"
    await talk.say(COUPON)
    shown = await talk.say(said)
    assert shown.status in ("needs_input", "cancelled")
    assert not talk.effects()


# ---- more taken off than has to be spent ---------------------------------------------------


@pytest.mark.parametrize(
    ("said", "yes"),
    [
        ("give user 1234 a 30 off 5 coupon, pre-release", "yes"),
        ("给1234发张满5减30的券,预发", "是"),
        ("给1234发张满5减30的券,预发", "1"),
    ],
)
async def test_values_that_fit_the_other_way_round_are_offered_so(
    talk: Talk, said: str, yes: str
) -> None:
    talk.review = "always"
    asked = await talk.say(said)
    assert [one.kind for one in asked.choices] == ["reading"]
    shown = await talk.say(yes)
    assert calls(shown, "threshold", "reduce") == [(FULL_REDUCTION, 3000, 500)]
    assert not talk.effects()


async def test_they_can_still_be_said_anew(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("给用户1234发一张满5减30的券,预发")
    shown = await talk.say("满100减30")
    assert calls(shown, "threshold", "reduce") == [(FULL_REDUCTION, 10000, 3000)]


# ---- where ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("look", "change"),
    [
        ("预发环境的订单1301", "取消1301"),
        ("show order 1301 in pre-release", "cancel 1301"),
    ],
)
async def test_what_was_looked_at_is_changed_where_it_is(
    talk: Talk, look: str, change: str
) -> None:
    await talk.say(look)
    talk.review = "always"
    shown = await talk.say(change)
    assert calls(shown, "env", "orderId") == [("commerce/cancelOrder", "pre", "1301")]


async def test_what_was_not_looked_at_is_asked_about(talk: Talk) -> None:
    await talk.say("预发环境的订单1301")
    asked = await talk.say("取消1305")
    assert {one.kind for one in asked.choices} == {"environment"}
    assert not talk.effects()
