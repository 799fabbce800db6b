"""Where two readings exchange two values, the user is asked; where they agree, nothing is."""

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
    assert asked.missing[0].blocking
    assert "“R200” and “R300”" in asked.missing[0].question


def test_a_look_up_harms_nobody_and_is_not_asked_about() -> None:
    rules = read("query book B100 of reader R200, daily")
    goal: Goal = rules.goals[0]
    related = tuple(_with(ref, goal.object) for ref in goal.related)
    object = _with(goal.object, goal.related[0])
    other = rules.model_copy(
        update={"goals": (goal.model_copy(update={"object": object, "related": related}),)}
    )
    assert agreed(other, rules) == other
