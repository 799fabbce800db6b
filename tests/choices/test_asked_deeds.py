"""A question whether something was done changes nothing, also where no plan is shown first."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("订单1301取消了吗，预发", "实际 待支付"),
        ("订单1301取消了没有？预发", "实际 待支付"),
        ("门店2001关店了吗 预发", "实际 营业中"),
        ("did you cancel order 1301 in pre?", "actual created"),
        ("订单1302付款了吗,预发", "通过"),
        ("订单1302付了没,预发", "通过"),
        ("券8000000000100101作废了吗,预发", "状态 未使用"),
        ("给用户5678开会员了吗，预发", "未开通会员"),
        ("订单1301退款了吗，预发", "状态 待支付"),
    ],
)
async def test_it_is_looked_at_and_nothing_is_done(talk: Talk, said: str, told: str) -> None:
    answer = await talk.say(said)
    assert (talk.effects(), told in answer.summary.text) == ([], True), answer.summary.text


@pytest.mark.parametrize(
    "said", ["把订单1301取消了吧，预发", "cancel order 1301 in pre, will you?"]
)
async def test_a_request_is_no_such_question(talk: Talk, said: str) -> None:
    await talk.say(said)
    assert [tool for tool, _ in talk.effects()] == ["cancelOrder"]


async def test_what_is_wanted_beside_such_a_question_stays_wanted(talk: Talk) -> None:
    talk.review = "always"
    answer = await talk.say("给1234发张满50减20的券，订单1301取消了吗？预发")
    tools = [one.tool.rpartition("/")[2] for one in answer.chain]
    assert "issueFullReductionCoupon" in tools, answer.question
    assert "cancelOrder" not in tools


@pytest.mark.parametrize("before", [(), ("给1234加100积分，预发",)])
@pytest.mark.parametrize(
    ("said", "number"),
    [("9999这个用户到底存不存在？预发", "9999"), ("is there a user 1234 in pre?", "1234")],
)
async def test_whether_somebody_exists_is_looked_up(
    talk: Talk, before: tuple[str, ...], said: str, number: str
) -> None:
    for one in before:
        await talk.say(one)
    answer = await talk.say(said)
    assert [one.arguments for one in answer.chain] == [{"env": "pre", "havanaId": number}]
    assert answer.status == ("succeeded" if number == "1234" else "failed")
