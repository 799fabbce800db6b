"""Ids that belong to the noun ahead of them, and ids of what is to be left alone."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "said", ["预发建个外卖单 用户1234 店2002 待支付", "日常帮我下个到店单 用户5678 门店2002"]
)
async def test_an_id_behind_a_bare_noun_is_no_further_person(talk: Talk, said: str) -> None:
    talk.review = "always"
    plan = await talk.say(said)
    assert sum("create" in one.tool and "Order" in one.tool for one in plan.chain) == 1
    assert "2002" in str([one.arguments for one in plan.chain])


@pytest.mark.parametrize(
    ("said", "ids"),
    [
        ("把订单1302和1303退款，1304千万别动，日常", {"1302", "1303"}),
        ("cancel order 1301 in daily, leave 1302 and 1305 alone", {"1301"}),
    ],
)
async def test_what_is_left_alone_by_its_id_hinders_nothing_else(
    talk: Talk, said: str, ids: set[str]
) -> None:
    talk.review = "always"
    plan = await talk.say(said)
    assert {one.arguments["orderId"] for one in plan.chain if "orderId" in one.arguments} == ids


async def test_what_is_to_be_left_alone_is_not_done(talk: Talk) -> None:
    answer = await talk.say("把订单1302和1303退款，1303别动，日常")
    assert answer.chain == ()
