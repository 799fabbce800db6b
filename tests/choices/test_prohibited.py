"""What a sentence says not to do is done on no way to what it wants."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("把订单1301推到完结,不要付款,预发", "不要付款"),
        ("advance order 1301 to completed in pre, do not pay it", "do not pay it"),
        ("advance order 1302 to completed in pre, do not issue vouchers", "do not issue vouchers"),
        ("线下1301改成已送达,别动支付状态,也别触发评价", "别动支付状态"),
    ],
)
async def test_no_way_leads_over_what_is_forbidden(talk: Talk, said: str, words: str) -> None:
    answer = await talk.say(said)
    for choice in answer.choices:
        if choice.kind == "reading":
            answer = await talk.choose(choice)
            break
    assert (answer.chain, talk.effects()) == ((), [])
    assert words in answer.summary.text


@pytest.mark.parametrize(
    ("said", "tools"),
    [
        ("创建一个新用户，不要创建别的，日常", ["lanhai_user_daily"]),
        ("把订单1301推到已支付,不要取消,预发", ["payOrder"]),
        ("pay order 1301 in pre, do not refund it", ["payOrder"]),
    ],
)
async def test_what_is_wanted_beside_a_prohibition_is_done(
    talk: Talk, said: str, tools: list[str]
) -> None:
    talk.review = "always"
    answer = await talk.say(said)
    assert [one.tool.rpartition("/")[2] for one in answer.chain] == tools, answer.question
