"""Several things in one sentence, each by its own values; and nouns that are parts of values."""

import pytest

from pipelines.contracts.answer import Answer
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


def amounts(answer: Answer) -> list[tuple[object, object]]:
    return [(one.arguments["threshold"], one.arguments["reduce"]) for one in answer.chain]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "在预发给用户5678发三张券,分别是满30减5、满50减10、满100减30",
            [(3000, 500), (5000, 1000), (10000, 3000)],
        ),
        ("给用户1234发两张券,一张满20减3,一张满60减15,日常", [(2000, 300), (6000, 1500)]),
        ("give 1234 two coupons in pre: 5 off 30 and 10 off 50", [(3000, 500), (5000, 1000)]),
        ("给1234发满30减5、满50减10的券,预发", [(3000, 500), (5000, 1000)]),
    ],
)
async def test_each_of_them_is_made_with_its_own(
    talk: Talk, said: str, wanted: list[tuple[object, object]]
) -> None:
    talk.review = "always"
    plan = await talk.say(said)
    assert amounts(plan) == wanted, plan.question
    assert (await talk.say("确认")).status == "succeeded"
    made = [(one["thresholdAmount"], one["discountAmount"]) for _, one in talk.effects()]
    assert made == wanted


@pytest.mark.parametrize(
    "said",
    [
        "给1234发一张满50减20 满60减30的券,预发",
        "给1234发三张券,满50减20、满60减30,预发",
    ],
)
async def test_where_as_many_are_not_wanted_it_is_asked(talk: Talk, said: str) -> None:
    asked = await talk.say(said)
    assert asked.status == "needs_input"
    assert talk.effects() == []


async def test_a_noun_within_the_values_makes_nothing_besides(talk: Talk) -> None:
    talk.review = "always"
    said = "give user 5678 a coupon in pre: 5 yuan off orders of 30 and more"
    plan = await talk.say(said)
    assert amounts(plan) == [(3000, 500)]


async def test_points_on_an_account_make_no_account(talk: Talk) -> None:
    talk.review = "always"
    answer = await talk.say("给用户1234账户充500积分,日常")
    if not answer.chain:
        answer = await talk.choose(answer.choices[0])
    assert [one.tool for one in answer.chain] == ["commerce/addPoints"]
    assert answer.chain[0].arguments["points"] == 500


@pytest.mark.parametrize("between", [" ", "用 ", "写", "："])
async def test_a_name_ahead_of_its_value_is_no_value(talk: Talk, between: str) -> None:
    talk.review = "always"
    answer = await talk.say(f"给订单1303开张发票,抬头{between}上海测试餐饮有限公司,日常")
    if not answer.chain:
        answer = await talk.choose(answer.choices[0])
    assert answer.chain[-1].arguments["title"] == "上海测试餐饮有限公司"


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("1302退款 原因写菜品漏送,日常", "菜品漏送"),
        ("把订单1302退了吧，原因写汤洒了，日常", "汤洒了"),
        ("退掉订单1302，原因就写测试，日常", "测试"),
        ("refund order 1302 in daily, reason: food arrived cold", "food arrived cold"),
    ],
)
async def test_the_reason_of_a_refund_is_kept_wherever_it_was_read(
    talk: Talk, said: str, reason: str
) -> None:
    talk.review = "always"
    plan = await talk.say(said)
    if not plan.chain:
        plan = await talk.choose(plan.choices[0])
    assert plan.chain[0].arguments["reason"] == reason


@pytest.mark.parametrize("when", ["", "10分钟后"])
async def test_a_thing_that_a_reason_speaks_of_is_no_thing_of_the_request(
    talk: Talk, when: str
) -> None:
    talk.review = "always"
    plan = await talk.say(f"{when}退款订单1302，理由菜品太咸，预发")
    tools = [one.tool.rpartition("/")[2] for one in plan.chain]
    assert tools == ["applyDaodianRefund", "approveRefund"], plan.question
    assert plan.chain[0].arguments["reason"] == "菜品太咸"
    assert (plan.later is not None) == bool(when)


@pytest.mark.parametrize(
    "said",
    [
        "12 coupons, 5 off 30, for user 5678 in pre-release",
        "12 coupons 5 off 30 for user 5678 in pre-release",
        "issue 12 coupons of 5 off 30 to user 5678 in pre-release",
    ],
)
async def test_a_number_before_the_noun_counts(talk: Talk, said: str) -> None:
    talk.review = "always"
    plan = await talk.say(said)
    assert len(plan.chain) == 12, plan.question
    told = str(plan.chain[0].arguments)
    assert "3000" in told
    assert "500" in told
