"""A value is of what is measured in its unit: `12 yuan off` is no rate of discount, but the one
amount that the tools for such a thing have to be told."""

from pipelines.clarification.known.taken_by import taken_by
from pipelines.contracts.intent import Constraint, Goal, IntentResult
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot
from tool_registry.vocabulary.conversions import conversion_between


def with_values_by_unit(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading in which such values are of that."""
    goals = tuple(_of_goal(goal, catalogue) for goal in intent.goals)
    return intent if goals == intent.goals else intent.model_copy(update={"goals": goals})


def _of_goal(goal: Goal, catalogue: Catalogue) -> Goal:
    thing = goal.object
    if goal.tool is not None or not any(one.unit for one in thing.constraints):
        return goal
    slots = [one for one in taken_by(goal, catalogue) if one.entity in (None, thing.type)]
    said = {one.attribute for one in thing.constraints}
    told = tuple(_measured(one, slots, said) for one in thing.constraints)
    return goal.model_copy(update={"object": thing.model_copy(update={"constraints": told})})


def _measured(one: Constraint, slots: list[Slot], said: set[str | None]) -> Constraint:
    own = [slot for slot in slots if slot.attribute == one.attribute]
    if one.unit is None or one.argument is not None or any(_fits(one, slot) for slot in own):
        return one
    others = {
        slot.attribute
        for slot in slots
        if slot.required and slot.attribute not in said and _fits(one, slot)
    } - {None}
    return one.model_copy(update={"attribute": others.pop()}) if len(others) == 1 else one


def _fits(one: Constraint, slot: Slot) -> bool:
    return slot.unit is not None and conversion_between(one.unit or "", slot.unit) is not None
