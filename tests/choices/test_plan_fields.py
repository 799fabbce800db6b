"""A plan that waits is a form: its values are changed by the names that it shows for them."""

import pytest

from pipelines.contracts.request import InView, PlanChange
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio

COUPON = "给用户1234发放一张满50减20的优惠券，预发环境"
IN_ENGLISH = "give user 1234 a 20 off 50 coupon in pre"


@pytest.mark.parametrize(
    ("first", "said", "threshold", "reduce"),
    [
        (COUPON, "把优惠金额改成30元", 5000, 3000),
        (COUPON, "优惠金额改成30", 5000, 3000),
        (COUPON, "门槛改成100", 10000, 2000),
        (COUPON, "优惠金额改成30，门槛金额改成100", 10000, 3000),
        (IN_ENGLISH, "set the discount amount to 30", 5000, 3000),
        (IN_ENGLISH, "the threshold should be 100 yuan", 10000, 2000),
        (COUPON, "不对,优惠金额应该是30", 5000, 3000),
        (IN_ENGLISH, "wrong, the discount amount is 30", 5000, 3000),
        (IN_ENGLISH, "that's not right, the discount amount is 30", 5000, 3000),
    ],
)
async def test_a_name_and_a_value_change_that_value_alone(
    talk: Talk, first: str, said: str, threshold: int, reduce: int
) -> None:
    talk.review = "always"
    await talk.say(first)
    changed = await talk.say(said)
    assert changed.status == "needs_input"
    [step] = changed.chain
    assert (step.arguments["threshold"], step.arguments["reduce"]) == (threshold, reduce)
    assert (await talk.say("yes")).status == "succeeded"
    [(_, made)] = talk.effects()
    assert (made["thresholdAmount"], made["discountAmount"]) == (threshold, reduce)


async def test_what_was_typed_into_the_form_stays(talk: Talk) -> None:
    talk.review = "always"
    shown = await talk.say(COUPON)
    [step] = shown.chain
    typed = PlanChange(run_id=shown.run_id, values={step.step: {"threshold": 80}})
    changed = await talk.say("把优惠金额改成30元", typed=typed)
    assert [(one.arguments["threshold"], one.arguments["reduce"]) for one in changed.chain] == [
        (8000, 3000)
    ]


@pytest.mark.parametrize(
    "said",
    ["change the nickname to Alice", "no, the nickname is Alice", "不对,昵称是Alice"],
)
async def test_a_value_that_was_left_to_the_tool_is_given_by_its_name(
    talk: Talk, said: str
) -> None:
    talk.review = "always"
    await talk.say("create a user in pre")
    await talk.say(said)
    await talk.say("yes")
    assert talk.effects()[-1][1]["nick"] == "Alice"


async def test_another_user_is_no_value_of_a_field(talk: Talk) -> None:
    talk.review = "always"
    await talk.say(COUPON)
    changed = await talk.say("换成用户5678")
    assert [one.arguments["havanaId"] for one in changed.chain] == ["5678"]


@pytest.mark.parametrize("first", ["给这个订单退款", "给这个订单退款,原因是不想要了"])
@pytest.mark.parametrize("said", ["原因填顾客点错了", "退款原因写：顾客点错了"])
async def test_a_text_by_its_name_takes_the_place_of_the_one_before(
    talk: Talk, first: str, said: str
) -> None:
    talk.review = "always"
    view = InView(entity="order", id="1302", environment="pre")
    await talk.say(first, view)
    changed = await talk.say(said, view)
    assert changed.chain[0].arguments["reason"] == "顾客点错了", changed.question
    assert changed.chain[0].bindings["orderId"].source == "page"


@pytest.mark.parametrize(
    ("first", "said", "told"),
    [
        (COUPON, "优惠金额改成-5", "“-5”不能作为优惠金额"),
        (COUPON, "优惠金额改成很多", "“很多”不能作为优惠金额"),
        (IN_ENGLISH, "set the discount amount to lots", "“lots” cannot be the value of"),
    ],
)
async def test_a_value_that_cannot_be_is_told_and_the_plan_waits_on(
    talk: Talk, first: str, said: str, told: str
) -> None:
    talk.review = "always"
    await talk.say(first)
    answer = await talk.say(said)
    assert told in (answer.question or "")
    assert [one.arguments["reduce"] for one in answer.chain] == [2000]
    assert (await talk.say("yes")).status == "succeeded"
