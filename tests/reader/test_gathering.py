"""A count that is said once is the count, and what is said of one thing in several places makes one
goal."""

import pytest

from pipelines.contracts.intent import Goal
from pipelines.intent.reader import read_alone
from tests.governance.catalogues import commerce

ONCE = {
    "Issue 3 full-reduction coupons to user 5678, 10 off 50, in pre": 3,
    "issue user 5678 12 full-reduction coupons of 10 off 50, pre": 12,
    "Give user 5678 12 coupons of 10 off 50, pre-release": 12,
    "Issue 3 full-reduction coupons to user 5678, 50-10, in pre": 3,
    "Issue to user 5678 3 full-reduction coupons, 50-10 in the daily environment": 3,
    "I need coupons for user 5678. Give him 3 coupons of 10 off 50 in pre": 3,
    "给用户5678发3张满50减10的满减券": 3,
    "给用户5678发放满减券3张,满50减10,预发环境": 3,
    "给用户5678发放满减券12张,满50减10，日常环境": 12,
}
APART = {
    "给用户5678发一张满减券和一张折扣券,预发": [1, 1],
    "Issue a full-reduction coupon to user 5678, 10 off 50, and another one, 20 off 100, in pre": [
        1,
        1,
    ],
    "issue a coupon to users 1234 5678, 10 off 50, in pre": [1, 1],
    "Issue 3 full-reduction coupons each to users 5678 and 1234, 10 off 50, in pre": [3, 3],
}


def goals(text: str) -> tuple[Goal, ...]:
    read = read_alone(text, commerce())
    assert {one.name for one in read.missing} <= {"environment"}
    return read.goals


@pytest.mark.parametrize("text", ONCE)
def test_a_count_said_once_is_the_count(text: str) -> None:
    (goal,) = goals(text)
    assert goal.quantity == ONCE[text]
    told = {one.attribute: one.value for one in goal.object.constraints}
    assert (told["threshold"], told["amount"]) == (50, 10)
    assert [i.value for ref in goal.related for i in ref.identifiers] == ["5678"]


def test_a_value_that_counts_as_its_neighbour_does_is_the_count() -> None:
    (goal,) = goals("给用户20001发满减券，满30减5，15张,预发")
    told = {one.attribute: one.value for one in goal.object.constraints}
    assert (goal.quantity, told["threshold"], told["amount"]) == (15, 30, 5)


@pytest.mark.parametrize("text", APART)
def test_several_things_stay_several(text: str) -> None:
    assert [one.quantity for one in goals(text)] == APART[text]
