"""A length of time that is said of a change (`extend it by 14 days`) goes to the one argument that
counts such lengths: a reader takes it for a day, or for how often."""

from pipelines.clarification.known.taken_by import taken_by
from pipelines.contracts.intent import Constraint, Goal, IntentResult
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot
from tool_registry.vocabulary.conversions import conversion_between

_BASE = "second"
_DAYS = ("day", "week")


def with_lengths(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading with such lengths as that argument."""
    goals = tuple(_of_goal(goal, catalogue) for goal in intent.goals)
    return intent if goals == intent.goals else intent.model_copy(update={"goals": goals})


def _of_goal(goal: Goal, catalogue: Catalogue) -> Goal:
    said = [one for one in goal.object.constraints if _is_length(one)]
    if len(said) != 1 or goal.tool is not None:
        return goal
    slots = [slot for slot in taken_by(goal, catalogue) if _counts(slot)]
    taken = any(slot.attribute == said[0].attribute for slot in slots)
    counting = {slot.attribute for slot in slots if _may_be(said[0], slot, goal)}
    if taken or len(counting) != 1:
        return goal
    now = said[0].model_copy(update={"attribute": next(iter(counting))})
    constraints = tuple(now if one is said[0] else one for one in goal.object.constraints)
    thing = goal.object.model_copy(update={"constraints": constraints})
    return goal.model_copy(update={"object": thing})


def _is_length(one: Constraint) -> bool:
    number = isinstance(one.value, int | float) and not isinstance(one.value, bool)
    return number and one.unit is not None and conversion_between(one.unit, _BASE) is not None


def _may_be(said: Constraint, slot: Slot, goal: Goal) -> bool:
    """In units of a like size, and of what cannot be done without where something is made: a size
    of something else is no length of that."""
    alike = (said.unit in _DAYS) == (slot.unit in _DAYS)
    needed = slot.required or goal.function is not FunctionType.CREATE
    return said.operator == "eq" and alike and needed


def _counts(slot: Slot) -> bool:
    """It takes a number of such a unit."""
    number = slot.type in ("integer", "number") and slot.attribute is not None
    return number and slot.unit is not None and conversion_between(slot.unit, _BASE) is not None
