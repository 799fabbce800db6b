"""The same done to the same named thing is done once: a verb that holds its own noun makes two
things of one for a reader."""

from pipelines.clarification.known.goal_ids import is_used
from pipelines.contracts.intent import EntityRef, Goal, IntentResult
from tool_registry.base.types import FunctionType

_DEEDS = (FunctionType.OPERATE, FunctionType.DELETE)


def with_deeds_once(intent: IntentResult) -> IntentResult:
    """The reading without goals that only say once more what an earlier one says, by the same
    word."""
    kept: list[Goal] = []
    for goal in intent.goals:
        said = any(_is_same(goal, one) for one in kept)
        if not said or is_used(goal, intent):
            kept.append(goal)
    if len(kept) == len(intent.goals):
        return intent
    return intent.model_copy(update={"goals": tuple(kept)})


def _is_same(goal: Goal, other: Goal) -> bool:
    names = _names(goal.object)
    more = goal.related or goal.object.constraints or goal.object.quantity
    if not names or more or goal.function not in _DEEDS:
        return False
    return names == _names(other.object) and _wanted(goal) == _wanted(other)


def _wanted(goal: Goal) -> tuple[object, ...]:
    return (goal.action, goal.function, goal.object.type, goal.target_state, goal.span)


def _names(ref: EntityRef) -> set[str]:
    return {one.value for one in ref.identifiers}
