"""What is there already, named by its id, is used for what is made: nothing of its kind is made."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio

_COUPON = "8000000000100101"


@pytest.mark.parametrize(
    "text",
    [
        f"日常用券{_COUPON}给用户1234在门店2001下一单",
        f"日常给用户1234在门店2001下单，使用优惠券{_COUPON}",
        f"日常给用户1234在门店2001下一单，用优惠券{_COUPON}",
        f"place an order for user 1234 at store 2001 using coupon {_COUPON} in daily",
    ],
)
async def test_an_order_uses_the_coupon_that_is_named(talk: Talk, text: str) -> None:
    talk.review = "always"
    answer = await talk.say(text)
    made = next(step for step in answer.chain if step.tool == "commerce/createDaodianOrder")
    told = {name: made.arguments[name] for name in ("havanaId", "storeId", "couponId")}
    assert told == {"havanaId": "1234", "storeId": "2001", "couponId": _COUPON}, answer.question
    assert not any("Coupon" in step.tool for step in answer.chain)


async def test_a_coupon_that_is_made_for_somebody_is_no_means(talk: Talk) -> None:
    talk.review = "always"
    answer = await talk.say("日常给用户1234发一张满30减5的券")
    assert [step.tool for step in answer.chain] == ["commerce/issueFullReductionCoupon"]
