"""A sentence that says all by itself is no change of the one before it."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("count", ["一张", ""])
async def test_a_count_of_before_is_not_kept_behind_a_whole_sentence(
    talk: Talk, count: str
) -> None:
    await talk.say("给用户1234发三张满25减5的优惠券,预发")
    await talk.say(f"给用户1234发{count}满50减20的优惠券,预发")
    assert [one["discountAmount"] for _, one in talk.effects()] == [500, 500, 500, 2000]


async def test_what_says_the_change_alone_keeps_the_count(talk: Talk) -> None:
    await talk.say("给用户1234发三张满25减5的优惠券,预发")
    await talk.say("改成满30减3")
    assert [one["discountAmount"] for _, one in talk.effects()] == [500, 500, 500, 300, 300, 300]
