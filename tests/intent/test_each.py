"""What is said of each of several things that the same sentence makes."""

import pytest

from pipelines.contracts.intent import Goal
from pipelines.intent import understand
from tests.intent.world import ENVIRONMENTS, lexicon_of


def goals(text: str) -> tuple[Goal, ...]:
    return understand(text, lexicon_of("commerce"), ENVIRONMENTS).goals


@pytest.mark.parametrize(
    "text",
    [
        "create 3 users in pre and give each a 50-20 coupon",
        "预发造3个用户,给每个人发一张50-20的券",
    ],
)
def test_each_of_those_that_are_made_gets_its_own(text: str) -> None:
    first, *rest = goals(text)
    assert (first.function.value, first.quantity) == ("create", 3)
    assert [one.action for one in rest] == ["issue"] * 3
    receivers = [ref for one in rest for ref in one.related if ref.made_by is not None]
    assert [(ref.made_by, ref.which) for ref in receivers] == [("G1", 1), ("G1", 2), ("G1", 3)]
    assert [one.id for one in rest] == ["G2", "G3", "G4"]


def test_without_each_it_is_one_thing() -> None:
    assert len(goals("create 3 users in pre and give user 1234 a 50-20 coupon")) == 2


def test_no_more_goals_than_a_request_may_have() -> None:
    assert len(goals("create 500 users in pre and give each a coupon")) == 101
