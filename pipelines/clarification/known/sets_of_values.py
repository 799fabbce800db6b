"""Several things that are each said by their own values (`30 less 5, 50 less 10`, `two: open,
paid`) are as many goals, and no contradiction; nor does each of them pass all those states."""

from collections.abc import Iterator, Sequence

from pipelines.clarification.known.goal_ids import is_used, with_own_ids
from pipelines.clarification.known.unaccounted import with_unaccounted
from pipelines.contracts.intent import Constraint, Goal, IntentResult
from pipelines.contracts.reply_names import CONTRADICTION
from tool_registry.base.types import FunctionType

_STATUS = "status"


def with_sets_of_values(intent: IntentResult) -> IntentResult:
    """The reading with one goal for each, where the sentence names as many, or no number."""
    goals: list[Goal] = []
    parted = False
    for goal in intent.goals:
        sets = [] if is_used(goal, intent) else _sets(goal)
        parted = parted or bool(sets)
        goals += _one_each(goal, sets) if sets else [goal]
    unread = tuple(one.span for goal in goals for one in _undivided(goal))
    if not (parted or unread):
        return intent
    kept = [_without(goal, _undivided(goal)) for goal in goals]
    missing = tuple(one for one in intent.missing if not parted or one.name != CONTRADICTION)
    told = {"goals": with_own_ids(kept, intent), "missing": missing}
    return with_unaccounted(intent.model_copy(update=told), unread)


def _undivided(goal: Goal) -> list[Constraint]:
    """The states of more or fewer things than there are to be: which is in which is not said."""
    told = [one for one in goal.object.constraints if one.attribute == _STATUS]
    made = goal.function is FunctionType.CREATE and (goal.object.quantity or 1) > 1
    return told if made and len(told) > 1 else []


def _without(goal: Goal, left: Sequence[Constraint]) -> Goal:
    kept = tuple(one for one in goal.object.constraints if one not in left)
    return goal.model_copy(update={"object": goal.object.model_copy(update={"constraints": kept})})


def _sets(goal: Goal) -> list[tuple[Constraint, ...]]:
    """The values of each thing; [] for one thing."""
    if goal.function is not FunctionType.CREATE or goal.object.identifiers:
        return []
    told = sorted((one for one in goal.object.constraints if _is_value(one)), key=_place)
    names = [one.attribute for one in told]
    often = [one for one in told if names.count(one.attribute) > 1]
    width = len({one.attribute for one in often})
    count = len(often) // width if width else 0
    sets = [tuple(often[at : at + width]) for at in range(0, len(often), width or 1)]
    alike = all({c.attribute for c in one} == {c.attribute for c in often} for one in sets)
    said = goal.object.quantity
    counted = said == count if width < 2 else said in (None, count)
    return sets if count > 1 and alike and len(often) == count * width and counted else []


def _is_value(one: Constraint) -> bool:
    number = isinstance(one.value, int | float) and not isinstance(one.value, bool)
    return (
        (number or one.attribute == _STATUS) and one.operator == "eq" and one.attribute is not None
    )


def _place(one: Constraint) -> int:
    return one.span.start


def _one_each(goal: Goal, sets: Sequence[tuple[Constraint, ...]]) -> Iterator[Goal]:
    every = [one for values in sets for one in values]
    shared = tuple(one for one in goal.object.constraints if one not in every)
    for values in sets:
        told = {"constraints": (*shared, *values), "quantity": None}
        thing = goal.object.model_copy(update=told)
        yield goal.model_copy(update={"object": thing, "quantity": 1})
