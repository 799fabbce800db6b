"""What was used before is offered for what a sentence leaves out, and is used once it is chosen."""

import pytest

from pipelines.contracts.answer import Answer, Choice, Suggestion
from pipelines.contracts.request import Chosen, Request
from tests.choices.conftest import Talk
from tool_registry.base.caller import Caller
from tool_registry.base.ids import new_id

pytestmark = pytest.mark.anyio

COUPON = "给用户1234发一张满50减20的优惠券,预发环境"
OFFERS = [
    "给上次那个用户发一张满50减20的优惠券,预发环境",
    "give the user from last time a 20 off 50 coupon in pre",
    "发一张满50减20的优惠券,预发环境",
]


def offers(answer: Answer) -> list[Suggestion]:
    return [s for one in answer.choices if one.field for s in one.field.suggestions]


async def take(talk: Talk, asked: Answer, one: Suggestion, *, said: str | None = None) -> Answer:
    """Chooses an offer as the page does; `said`: what was typed over it since."""
    choice: Choice = asked.choices[0]
    assert choice.field is not None
    path = choice.field.path
    told = {"values": {path: said or str(one.value)}, "remembered": {path: one.memory}}
    request = Request(
        text=str(one.value),
        session_id=talk.session,
        request_id=new_id("request"),
        caller=Caller(user=talk.user),
        review=talk.review,
        choice=Chosen.model_validate({"id": choice.id, **told}),
    )
    return await talk.ask(request)


@pytest.mark.parametrize("text", OFFERS)
async def test_somebody_of_an_earlier_conversation_is_offered_and_shown_as_remembered(
    talk: Talk, text: str
) -> None:
    assert (await talk.say(COUPON)).status == "succeeded"
    later = talk.again()
    asked = await later.say(text)
    assert (asked.status, len(talk.effects())) == ("needs_input", 1)
    first = offers(asked)[0]
    assert (first.value, first.words, first.environment) == ("1234", COUPON, "pre")
    done = await take(later, asked, first)
    assert done.status == "succeeded", done.summary.text
    shown = done.chain[0].bindings["havanaId"]
    assert (shown.source, "1234" in shown.detail) == ("remembered", True)
    assert [after["havanaId"] for _, after in talk.effects()] == ["1234", "1234"]


@pytest.mark.parametrize(
    "text", ["冻结上次那个用户,预发环境", "freeze the user from last time in pre"]
)
async def test_a_change_of_the_one_from_last_time_is_of_the_chosen_one(
    talk: Talk, text: str
) -> None:
    await talk.say(COUPON)
    later = talk.again()
    asked = await later.say(text)
    done = await take(later, asked, offers(asked)[0])
    assert done.status == "succeeded", done.summary.text
    assert done.chain[-1].bindings["havanaId"].source == "remembered"
    assert str(done.chain[-1].arguments["havanaId"]) == "1234"
    assert talk.effects()[-1][0] == "freezeUser"


async def test_nothing_is_offered_in_another_environment_or_to_another_user(talk: Talk) -> None:
    await talk.say(COUPON)
    assert offers(await talk.again().say("发一张满50减20的优惠券,日常环境")) == []
    other = talk.again()
    other.user = new_id("user")
    asked = await other.say(OFFERS[0])
    assert offers(asked) == []


async def test_an_entry_of_somebody_else_is_what_was_typed_and_nothing_more(talk: Talk) -> None:
    await talk.say(COUPON)
    later = talk.again()
    mine = offers(await later.say(OFFERS[2]))[0]
    other = talk.again()
    other.user = new_id("user")
    done = await take(other, await other.say(OFFERS[2]), mine)
    assert done.chain[0].bindings["havanaId"].source == "words"
    asked = await later.again().say(OFFERS[2])
    typed = later.again()
    typed = Talk(typed.ask, typed.bench, later.user, asked.session_id)
    changed = await take(typed, asked, mine, said="5678")
    assert changed.chain[0].bindings["havanaId"].source == "words"


async def test_a_value_that_was_given_twice_is_offered_in_the_unit_that_people_say(
    talk: Talk,
) -> None:
    for _ in range(2):
        await talk.again().say(COUPON)
    later = talk.again()
    asked = await later.say("给用户5678发一份满减大礼包,预发环境")
    tool = next(one for one in asked.choices if one.title == "发放满减券")
    form = (await later.choose(tool)).form
    assert form is not None
    offered = {one.path: one.suggestions[0] for one in form.fields if one.suggestions}
    assert {path: one.value for path, one in offered.items()} == {
        "G1/threshold": 50,
        "G1/reduce": 20,
    }
    assert all(one.value is None for one in form.fields if one.suggestions)
    request = Request(
        text="…",
        session_id=later.session,
        request_id=new_id("request"),
        caller=Caller(user=later.user),
        choice=Chosen(
            id=tool.id,
            values={path: str(one.value) for path, one in offered.items()},
            remembered={path: one.memory for path, one in offered.items()},
            form=False,
        ),
    )
    done = await later.ask(request)
    shown = done.chain[0].bindings
    assert {shown[name].source for name in ("threshold", "reduce")} == {"remembered"}
    assert shown["havanaId"].source == "words"
    assert talk.effects()[-1][1]["discountAmount"] == 2000


@pytest.mark.parametrize(
    "text",
    [
        "给用户1234发放一张满30减5的优惠券,这个月内有效,预发环境",
        "给用户1234发放一张本周可用的满30减5优惠券,预发环境",
        "issue user 1234 a 5 off 30 coupon that is good for this week, pre-release",
        "issue user 1234 a 5 off 30 coupon, the latest one was lost, pre-release",
    ],
)
async def test_a_time_in_a_sentence_that_makes_something_points_at_nothing_from_memory(
    talk: Talk, text: str
) -> None:
    plain = await talk.say(text)
    assert (await talk.again().say(COUPON)).status == "succeeded"
    again = await talk.again().say(text)
    assert (again.status, again.question) == (plain.status, plain.question)


async def test_what_was_completed_in_a_form_is_remembered_by_its_sentence(talk: Talk) -> None:
    text = "发放一张满50减20的优惠券,预发环境"
    asked = await talk.say(text)
    done = await talk.choose(asked.choices[0], {"recipient": "1234"})
    assert done.status == "succeeded", done.summary.text
    again = await talk.again().say(text)
    assert [one.words for one in offers(again)] == [text]
