"""What a sentence lacks, typed at once: each value lands where it belongs, in people's units."""

import pytest

from pipelines.contracts.answer import Answer
from pipelines.contracts.request import InView
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


def gaps(answer: Answer) -> list[str]:
    """Paths of the fields that are asked for."""
    return [one.field.path for one in answer.choices if one.field is not None]


def place(answer: Answer) -> str | None:
    """Where it is meant to happen."""
    return answer.intent.environment if answer.intent is not None else None


async def test_amounts_count_in_the_unit_in_which_people_say_them(talk: Talk) -> None:
    asked = await talk.say("给用户1234发一张优惠券,预发环境")
    assert gaps(asked) == ["优惠券.threshold", "优惠券.amount"]
    assert [one.field.unit for one in asked.choices if one.field] == ["元", "元"]
    typed = {"优惠券.threshold": "50", "优惠券.amount": "20"}
    done = await talk.choose(asked.choices[0], typed)
    assert done.status == "succeeded", done.summary.text
    [(_, made)] = talk.effects()
    assert (made["thresholdAmount"], made["discountAmount"]) == (5000, 2000)


@pytest.mark.parametrize("said", ["20元", "20 yuan"])
async def test_an_amount_said_as_a_reply_does_so_too(talk: Talk, said: str) -> None:
    asked = await talk.say("给用户1234发一张优惠券,预发环境")
    again = await talk.choose(asked.choices[0], {"优惠券.threshold": "50"})
    assert gaps(again) == ["优惠券.amount"]
    done = await talk.say(said)
    assert done.status == "succeeded", done.summary.text
    assert [made["discountAmount"] for _, made in talk.effects()] == [2000]


async def test_who_receives_and_where_are_asked_for_together(talk: Talk) -> None:
    asked = await talk.say("发放一张满50减20的优惠券")
    assert gaps(asked) == ["recipient", "environment"]
    done = await talk.choose(asked.choices[0], {"recipient": "1234", "environment": "pre"})
    assert done.status == "succeeded", done.summary.text
    assert [(tool, made["havanaId"]) for tool, made in talk.effects()] == [
        ("issueFullReductionCoupon", "1234")
    ]


async def test_what_is_not_typed_yet_is_asked_for_again_and_the_rest_is_kept(talk: Talk) -> None:
    asked = await talk.say("发放一张满50减20的优惠券")
    again = await talk.choose(asked.choices[0], {"recipient": "1234"})
    assert again.status == "needs_input"
    assert {one.kind for one in again.choices} == {"environment"}
    done = await talk.choose("environment-pre")
    assert done.status == "succeeded", done.summary.text
    assert len(talk.effects()) == 1


async def test_an_id_that_is_typed_is_read_as_if_it_had_been_said(talk: Talk) -> None:
    asked = await talk.say("refund the order in pre-release")
    done = await talk.choose(
        asked.choices[0], {asked.choices[0].id.removeprefix("value-"): "20001"}
    )
    said = await talk.again().say("refund order 20001 in pre-release")
    assert (done.status, done.summary.text) == (said.status, said.summary.text)


@pytest.mark.parametrize("place", ["production", "staging", "生产", ""])
async def test_no_environment_but_a_configured_one_is_taken(talk: Talk, place: str) -> None:
    asked = await talk.say("发放一张满50减20的优惠券")
    again = await talk.choose(asked.choices[0], {"recipient": "1234", "environment": place})
    assert again.status == "needs_input"
    assert talk.effects() == []


@pytest.mark.parametrize("chosen", ["choice", "words"])
@pytest.mark.parametrize("typed", ["form", "words"])
async def test_a_chosen_environment_holds_for_what_is_asked_behind_it(
    talk: Talk, chosen: str, typed: str
) -> None:
    await talk.say("帮1234弄一张优惠券")
    asked = await (talk.choose("environment-pre") if chosen == "choice" else talk.say("预发"))
    assert gaps(asked) == ["优惠券.threshold", "优惠券.amount"]
    if typed == "form":
        values = {"优惠券.threshold": "100", "优惠券.amount": "20"}
        done = await talk.choose(asked.choices[0], values)
    else:
        asked = await talk.say("门槛100，金额20")
        done = await talk.say("是")
    assert done.status == "succeeded", done.summary.text
    assert place(done) == "pre"
    [(_, made)] = talk.effects()
    assert (made["thresholdAmount"], made["discountAmount"]) == (10000, 2000)


async def test_each_gap_filled_by_itself_leaves_the_environment(talk: Talk) -> None:
    await talk.say("帮1234弄一张优惠券")
    asked = await talk.choose("environment-pre")
    again = await talk.choose(asked.choices[0], {"优惠券.threshold": "100"})
    assert gaps(again) == ["优惠券.amount"]
    done = await talk.say("20元")
    assert done.status == "succeeded", done.summary.text
    assert len(talk.effects()) == 1


async def test_the_environment_of_the_page_holds_for_them_too(talk: Talk) -> None:
    view = InView(entity="order", id="1301", environment="pre")
    asked = await talk.say("帮用户5678弄一张优惠券", view)
    done = await talk.choose(asked.choices[0], {"优惠券.threshold": "100", "优惠券.amount": "20"})
    assert place(done) == "pre"


async def test_another_environment_said_behind_a_chosen_one_counts(talk: Talk) -> None:
    await talk.say("帮1234弄一张优惠券")
    await talk.choose("environment-pre")
    done = await talk.say("门槛100，金额20，日常环境")
    assert place(done) == "daily"


@pytest.mark.parametrize("text", ["给用户发张券", "issue a coupon to a user"])
async def test_what_two_forms_ask_for_one_after_the_other_is_all_taken(
    talk: Talk, text: str
) -> None:
    asked = await talk.say(text)
    asked = await talk.choose(asked.choices[0], {"recipient": "5678", "environment": "pre"})
    assert gaps(asked) == ["优惠券.threshold", "优惠券.amount"]
    done = await talk.choose(asked.choices[0], {"优惠券.threshold": "30", "优惠券.amount": "5"})
    assert done.status == "succeeded", done.question
    [(_, made)] = talk.effects()
    told = (made["havanaId"], made["thresholdAmount"], made["discountAmount"])
    assert told == ("5678", 3000, 500)


async def test_what_was_given_in_a_form_stays_where_the_rest_is_said(talk: Talk) -> None:
    asked = await talk.say("给用户发张券")
    await talk.choose(asked.choices[0], {"recipient": "5678", "environment": "pre"})
    await talk.say("满30减5")
    done = await talk.say("是")
    assert done.status == "succeeded", done.question
    assert [one["havanaId"] for _, one in talk.effects()] == ["5678"]
