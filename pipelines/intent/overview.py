"""What an intent says of its goals at a glance: conditions, object, and related things."""

from collections.abc import Sequence

from pipelines.contracts.intent import Constraint, EntityRef, Goal, ObjectSummary
from tool_registry.base.types import IntentType


def conditions_of(first: Goal | None, kind: IntentType) -> tuple[Constraint, ...]:
    """What has to hold of a thing that exists; what is made has no conditions."""
    return first.object.constraints if first and kind is not IntentType.CREATE_DATA else ()


def summary_of(goal: Goal | None) -> ObjectSummary:
    """The object of a goal; empty without one."""
    if goal is None:
        return ObjectSummary()
    thing = goal.object
    return ObjectSummary(
        type=thing.type,
        quantity=thing.quantity,
        constraints=thing.constraints,
        identifiers=thing.identifiers,
    )


def related_of(goals: Sequence[Goal]) -> tuple[EntityRef, ...]:
    """The things beside the objects of all goals, each once, in order."""
    found: list[EntityRef] = []
    for goal in goals:
        found += [ref for ref in goal.related if ref not in found]
    return tuple(found)
