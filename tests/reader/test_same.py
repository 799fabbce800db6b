"""Two readings of one sentence: whether they would leave the same data behind."""

import pytest

from evals.reader.same import same_effects
from pipelines.contracts.intent import Instruction, IntentResult
from tests.planner.library import asks, known, must, thing, wish, words

ADA = known("id", "M-1")


def lent(who: str = "M-1", count: int = 1, role: str = "recipient") -> IntentResult:
    member = thing("member", known("id", who), role=role)
    return asks(wish("issue", "create", thing("card"), member, count=count))


def registered(count: int = 1) -> IntentResult:
    return asks(wish("register", "create", thing("member"), count=count))


def test_the_same_said_otherwise_has_the_same_effects() -> None:
    assert same_effects(lent(), lent(role="owner"))
    one = asks(wish("issue", "create", thing("card", where=[must("limit", 50)])))
    other = asks(wish("create", "create", thing("card", where=[must(None, "50")])))
    assert same_effects(one, other)


@pytest.mark.parametrize(
    "other",
    [
        lent("M-2"),
        lent(count=2),
        lent().model_copy(update={"environment": "daily"}),
        asks(wish("issue", "create", thing("book"), thing("member", ADA))),
        asks(
            wish("issue", "create", thing("card", where=[must("limit", 50)]), thing("member", ADA))
        ),
        asks(wish("delete", "delete", thing("card"), thing("member", ADA))),
        lent().model_copy(
            update={
                "negative": (
                    Instruction(kind="forbid", text="no", action="create", span=words("no")),
                )
            }
        ),
    ],
)
def test_another_person_count_place_thing_value_deed_or_prohibition_differs(
    other: IntentResult,
) -> None:
    assert not same_effects(lent(), other)


def test_several_goals_of_one_and_one_goal_of_several_are_the_same_count() -> None:
    one = wish("register", "create", thing("member"))
    twice = asks(one, one.model_copy(update={"id": "G2"}))
    assert same_effects(registered(2), twice)
