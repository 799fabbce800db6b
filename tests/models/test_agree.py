"""Two readings: the model's counts, and where they would leave other data the user is asked."""

import pytest

from pipelines.agents.intent.agree import agreed
from pipelines.contracts.intent import EntityRef, Goal, IntentResult
from pipelines.intent import understand
from tests.intent.world import ENVIRONMENTS, lexicon_of

MOVE = "transfer book B100 from reader R200 to reader R300, daily"


def read(text: str) -> IntentResult:
    return understand(text, lexicon_of("library"), ENVIRONMENTS)


def turned(intent: IntentResult) -> IntentResult:
    """The same with the identifiers of the two readers exchanged."""
    [goal] = intent.goals
    one, other = goal.related
    related = (_with(one, other), _with(other, one))
    return intent.model_copy(update={"goals": (goal.model_copy(update={"related": related}),)})


def _with(ref: EntityRef, other: EntityRef) -> EntityRef:
    return ref.model_copy(update={"identifiers": other.identifiers})


def test_the_same_reading_asks_nothing() -> None:
    assert agreed(read(MOVE), read(MOVE)) == read(MOVE)


def test_two_values_in_each_others_place_are_asked_about_by_name() -> None:
    rules = read(MOVE)
    assert {ref.role for ref in rules.goals[0].related} == {"source", "recipient"}
    asked = agreed(turned(rules), rules)
    assert (asked.missing[0].name, asked.missing[0].blocking) == ("reading", True)
    first, second = asked.missing[0].question.split("; 2. ")
    assert "the source reader R200" in first
    assert "the source reader R200 R300" in second


def test_a_look_up_harms_nobody_and_is_not_asked_about() -> None:
    rules = read("query book B100 of reader R200, daily")
    goal: Goal = rules.goals[0]
    related = tuple(_with(ref, goal.object) for ref in goal.related)
    object = _with(goal.object, goal.related[0])
    other = rules.model_copy(
        update={"goals": (goal.model_copy(update={"object": object, "related": related}),)}
    )
    assert agreed(other, rules) == other


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("create 3 books, daily", "create 2 books, daily"),
        ("delete book B100, daily", "cancel the reservation of book B100, daily"),
        ("lend book B100 to reader R200, daily", "lend book B100 to reader R300, daily"),
        ("lend book B100 to reader R200, daily", "lend book B100 to reader R200, pre"),
    ],
)
def test_count_deletion_receiver_and_environment_are_the_users_to_decide(
    text: str, other: str
) -> None:
    assert read(text).goals[0].function.writes
    asked = agreed(read(text), read(other))
    assert asked.missing[0].name == "reading"
    assert asked.goals == read(text).goals


def test_a_prohibition_that_only_the_rules_hear_is_asked_about() -> None:
    rules = read("lend book B100 to reader R200, do not change the fines, daily")
    assert rules.negative
    deaf = rules.model_copy(update={"negative": ()})
    assert agreed(deaf, rules).missing[0].name == "reading"
    assert agreed(rules, deaf) == rules


def test_any_other_difference_is_the_models_to_decide() -> None:
    mine = read("lend book B100 to reader R200, daily")
    [goal] = mine.goals
    thing = goal.object.model_copy(update={"type": "fine"})
    other = mine.model_copy(update={"goals": (goal.model_copy(update={"object": thing}),)})
    assert agreed(other, mine) == other


def test_what_is_missing_is_asked_before_the_readings_are_compared() -> None:
    mine, rules = read("create 3 books"), read("create 2 books")
    assert any(one.name == "environment" for one in mine.missing)
    assert agreed(mine, rules) == mine
