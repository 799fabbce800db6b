"""What is done to a thing that is named beside the verb, with values behind it (`boat 3, a repair
of 12`): a reader keeps the values apart, as a thing of no kind that belongs to the named one."""

from pipelines.contracts.intent import Goal, IntentResult
from tool_registry.base.types import FunctionType

_PARENT = "parent"


def with_named_things(intent: IntentResult) -> IntentResult:
    """The reading in which such values are of the named thing itself."""
    goals = tuple(map(_told, intent.goals))
    if goals == intent.goals:
        return intent
    missing = tuple(one for one in intent.missing if one.name != "object")
    return intent.model_copy(update={"goals": goals, "missing": missing})


def _told(goal: Goal) -> Goal:
    thing = goal.object
    wholes = [ref for ref in goal.related if ref.role == _PARENT and ref.identifiers]
    free = thing.type is None and not (thing.identifiers or thing.words or thing.reference)
    if goal.function is not FunctionType.OPERATE or not free or len(wholes) != 1:
        return goal
    [whole] = wholes
    values = (*whole.constraints, *thing.constraints)
    named = whole.model_copy(update={"constraints": values, "role": thing.role})
    related = tuple(ref for ref in goal.related if ref is not whole)
    return goal.model_copy(update={"object": named, "related": related})
