"""What the page around the chat shows, and what was spoken of before: which one is meant."""

import pytest

from pipelines.contracts.answer import Answer
from pipelines.contracts.request import InView
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio

DINE_IN = "给用户1234创建一个已支付的到店订单,预发"


def order(number: str, environment: str = "pre") -> InView:
    """An order as a page shows it."""
    return InView(entity="order", id=number, environment=environment)


def calls(answer: Answer) -> list[tuple[str, dict[str, object]]]:
    """The tools that are called, with their arguments."""
    return [(one.tool.rpartition("/")[2], dict(one.arguments)) for one in answer.chain]


# ---- another one's things ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "view"),
    [
        ("把订单1302推进到完结,预发", None),
        ("核销订单1303,预发", None),
        ("把这个订单推进到完结", order("1303")),
    ],
)
async def test_the_voucher_of_an_order_is_its_own_and_none_that_was_spoken_of(
    talk: Talk, said: str, view: InView | None
) -> None:
    for before in (DINE_IN, "这个订单推进到完结"):
        assert (await talk.say(before)).status == "succeeded"
    answer = await talk.say(said, view)
    assert answer.status == "succeeded", answer.summary.text
    number = "1302" if "1302" in said else "1303"
    assert f"交易单 {number}（" in answer.summary.text
    assert answer.chain[-1].tool == "commerce/verifyVoucher"
    assert answer.chain[-1].bindings["voucherCode"].source == "selected"


async def test_an_order_that_gets_a_voucher_is_not_made_by_that(talk: Talk) -> None:
    answer = await talk.say("把订单1302推进到已发凭证,预发")
    assert [name for name, _ in calls(answer)] == ["issueOrderVouchers"]
    assert answer.status == "succeeded", answer.summary.text
    assert "新建" not in answer.summary.text
    assert "交易单已创建" not in [one.text for one in answer.summary.requirements]
