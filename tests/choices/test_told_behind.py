"""Values that are told behind a thing, in a unit, or of a time are of what they are said of."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


async def test_values_behind_a_thing_make_no_second_one(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("预发，给1234弄一张满减券，门槛60块，减12块")
    await talk.say("确认")
    [(_, coupon)] = talk.effects()
    told = (coupon["havanaId"], coupon["thresholdAmount"], coupon["discountAmount"])
    assert told == ("1234", 6000, 1200)


async def test_a_thing_with_a_noun_of_its_own_is_another_one(talk: Talk) -> None:
    talk.review = "always"
    answer = await talk.say("给1234发一张满50减20的券和满100减30的券,预发")
    told = [(one.arguments["threshold"], one.arguments["reduce"]) for one in answer.chain]
    assert told == [(5000, 2000), (10000, 3000)], answer.question


async def test_an_amount_is_no_rate_of_discount(talk: Talk) -> None:
    answer = await talk.say("帮1001弄一张满减券，门槛60块，减12块，预发")
    assert "优惠金额 12 元" in answer.choices[0].text


async def test_what_is_still_missing_is_asked_once(talk: Talk) -> None:
    talk.review = "always"
    answer = await talk.say("预发，给1234弄一张满减券，门槛60块")
    answer = await talk.choose(answer.choices[0], {"优惠券.amount": 12})
    assert len(answer.chain) == 1, answer.question


async def test_as_many_points_say_nothing_of_when_they_are_given(talk: Talk) -> None:
    talk.review = "always"
    answer = await talk.say("add 500 points to user 1234 in daily, run it in 3 minutes")
    assert answer.later is not None
    assert [one.arguments["points"] for one in answer.chain] == [500]


async def test_a_length_that_nothing_takes_is_told_beside_a_number_of_points(talk: Talk) -> None:
    answer = await talk.say("add 500 points to user 1234 in daily, valid for 3 days")
    assert (talk.effects(), "“3 days”" in answer.summary.text) == ([], True)


@pytest.mark.parametrize(
    ("said", "ids", "open_"),
    [
        ("用户1234金额大于50元的订单有哪些,预发", {"1234", "1302", "1303"}, True),
        ("用户1234应付金额大于70元的订单有哪些,预发", {"1234"}, False),
        ("用户1234优惠总额大于5元的订单有哪些,预发", {"1234"}, False),
    ],
)
async def test_a_comparison_is_of_the_measure_that_is_named_or_of_any(
    talk: Talk, said: str, ids: set[str], open_: bool
) -> None:
    text = (await talk.say(said)).summary.text
    assert {one for one in ("1234", "1301", "1302", "1303") if f"交易单 {one}（" in text} == ids
    assert ("有一项符合就列出了" in text) is open_


@pytest.mark.parametrize(
    ("said", "ids"),
    [
        ("麻烦看下日常里1234名下还没付款的订单有哪些,只要店铺2002的", set[str]()),
        ("麻烦看下日常里1234名下还没付款的订单有哪些,只要店铺2001的", {"1301"}),
        ("list the unpaid orders of user 1234 in daily, only those of store 2002", set[str]()),
        ("list the unpaid orders of user 1234, only those of store 2001 and 2002, pre", {"1301"}),
        ("list unpaid orders of user 1234 in pre, only of store 2002 and store 2001", {"1301"}),
    ],
)
async def test_only_what_is_of_the_named_thing_is_listed(
    talk: Talk, said: str, ids: set[str]
) -> None:
    answer = await talk.say(said)
    text = answer.summary.text
    assert (answer.status, {one for one in ("1301", "1302") if one in text}) == ("succeeded", ids)
