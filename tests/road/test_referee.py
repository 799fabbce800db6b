"""Two readings of a sentence: whether their effects differ, and which of them counts."""

import pytest

from pipelines.contracts.intent import Instruction, IntentResult
from pipelines.planner.chain import NoPlan, ToolChain
from pipelines.referee import Limits, same_effects, verdict
from tests.planner.library import asks, known, must, planned, thing, wish, words

LIMITS = Limits(alone=0.6, against=0.5)
ADA, BOB = known("id", "M-1"), known("id", "M-2")


def lent(who: str = "M-1", count: int = 1, role: str = "recipient") -> IntentResult:
    member = thing("member", known("id", who), role=role)
    return asks(wish("issue", "create", thing("card"), member, count=count))


def registered(count: int = 1) -> IntentResult:
    return asks(wish("register", "create", thing("member"), count=count))


def sure(intent: IntentResult, confidence: float) -> IntentResult:
    return intent.model_copy(update={"confidence": confidence})


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


def plan_of(intent: IntentResult) -> ToolChain | NoPlan:
    return planned(intent)


def test_where_the_rules_come_to_nothing_a_sure_reading_counts_and_another_is_offered() -> None:
    nothing = asks()
    made = plan_of(registered())
    assert isinstance(made, ToolChain)
    assert verdict(nothing, None, sure(registered(), 0.7), made, LIMITS) == "learned"
    assert verdict(nothing, None, sure(registered(), 0.4), made, LIMITS) == "ask"


def test_readings_that_differ_are_the_persons_choice_unless_the_learned_one_is_unsure() -> None:
    one, two = plan_of(registered()), plan_of(registered(2))
    assert verdict(registered(), one, sure(registered(2), 0.8), two, LIMITS) == "ask"
    assert verdict(registered(), one, sure(registered(2), 0.2), two, LIMITS) == "rules"


def test_a_reading_without_a_plan_decides_nothing_and_equal_ones_need_no_question() -> None:
    one = plan_of(registered())
    assert verdict(registered(), one, sure(registered(2), 1.0), None, LIMITS) == "rules"
    assert verdict(registered(), one, sure(registered(), 1.0), one, LIMITS) == "rules"
