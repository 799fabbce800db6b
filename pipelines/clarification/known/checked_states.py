"""What is checked is the state that was said: a look may be for the nearest one that a thing has,
but whether it is so cannot be told of another one."""

from pipelines.contracts.intent import Constraint, EntityRef, Goal, IntentResult
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Kind, Lexicon


def with_checked_states(intent: IntentResult, lexicon: Lexicon) -> IntentResult:
    """The reading in which checks are of the values by whose own words they are asked for."""
    if not any(goal.function is FunctionType.VERIFY for goal in intent.goals):
        return intent
    goals = tuple(_of_goal(goal, lexicon) for goal in intent.goals)
    return intent if goals == intent.goals else intent.model_copy(update={"goals": goals})


def _of_goal(goal: Goal, lexicon: Lexicon) -> Goal:
    if goal.function is not FunctionType.VERIFY:
        return goal
    related = tuple(_as_said(ref, lexicon) for ref in goal.related)
    return goal.model_copy(update={"object": _as_said(goal.object, lexicon), "related": related})


def _as_said(ref: EntityRef, lexicon: Lexicon) -> EntityRef:
    constraints = tuple(_spelled(one, lexicon) for one in ref.constraints)
    return (
        ref
        if constraints == ref.constraints
        else ref.model_copy(update={"constraints": constraints})
    )


def _spelled(one: Constraint, lexicon: Lexicon) -> Constraint:
    known = lexicon.concept(Kind.VALUE, str(one.value)) is not None
    names = [found.name for found in lexicon.lookup(one.span.text, Kind.VALUE)]
    if not known or not names or one.value in names:
        return one
    return one.model_copy(update={"value": names[0]})
