"""Whether two readings of one sentence would leave the same data behind."""

from typing import TypeAlias

from pipelines.contracts.intent import Constraint, EntityRef, Goal, IntentResult
from tool_registry.base.types import FunctionType

Effect: TypeAlias = tuple[object, ...]
_PEOPLE = ("recipient", "owner", "parent", "target", None)
"""Roles that say the same of who or what a thing is for: `of 5` and `to 5`."""


def effects(intent: IntentResult) -> frozenset[Effect]:
    """What a reading would do to data, in terms that do not depend on who read it."""
    return frozenset(_effect(goal) for goal in intent.goals if goal.function.writes)


def same_effects(one: IntentResult, other: IntentResult) -> bool:
    """True where both would leave the same data behind: effects, counts, people, values, where, and
    what must not be done."""
    return (
        one.environment == other.environment
        and effects(one) == effects(other)
        and _counts(one) == _counts(other)
        and _forbids(one) == _forbids(other)
    )


def _effect(goal: Goal) -> Effect:
    """One goal without its count: several alike are counted by `_counts`."""
    made = goal.function is FunctionType.CREATE
    action = "" if made else goal.action
    others = frozenset(_person(ref) for ref in goal.related if ref.identifiers)
    state = _said(goal.target_state) if goal.target_state else None
    return goal.function, action, goal.object.type, _thing(goal.object), others, state


def _counts(intent: IntentResult) -> dict[object, int]:
    """Kind of thing → how many are made or changed."""
    found: dict[object, int] = {}
    for goal in intent.goals:
        if goal.function.writes:
            key = (goal.function, goal.object.type)
            found[key] = found.get(key, 0) + goal.quantity
    return found


def _forbids(intent: IntentResult) -> frozenset[tuple[object, ...]]:
    return frozenset((one.action, one.object) for one in intent.negative)


def _person(ref: EntityRef) -> tuple[object, ...]:
    role = "" if ref.role in _PEOPLE else ref.role
    return role, frozenset(one.value.casefold() for one in ref.identifiers)


def _thing(ref: EntityRef) -> tuple[object, ...]:
    named = frozenset(one.value.casefold() for one in ref.identifiers)
    return named, frozenset(_said(one) for one in ref.constraints)


def _said(one: Constraint) -> tuple[object, ...]:
    value = str(one.value).casefold()
    return one.operator, value.removesuffix(".0")
