"""A request without the words that no tool can honour: the nearest thing that can be done."""

from collections.abc import Awaitable, Callable, Collection
from typing import TypeAlias

from pipelines.contracts.chain import NoPlan
from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, IntentResult

Check: TypeAlias = Callable[[IntentResult], Awaitable[tuple[IntentResult | None, NoPlan | None]]]
"""The reading with the tools of its plan, or why it has none."""

_TRIES = 3


async def without_dropped(
    intent: IntentResult, why: NoPlan | None, check: Check
) -> IntentResult | None:
    """The reading that leaves these words out, with its tools; None where it cannot be done either,
    or where nothing that was said of a thing is left."""
    for _ in range(_TRIES):
        if why is None:
            return None
        less = _left_out(intent, why.dropped)
        if less is intent or not _says_enough(less, intent):
            return None
        made, again = await check(less)
        if made is not None:
            return made
        intent, why = less, again
    return None


def _left_out(intent: IntentResult, words: Collection[str]) -> IntentResult:
    goals = tuple(_without(goal, words) for goal in intent.goals)
    if goals == intent.goals:
        return intent
    spans = [one.span for goal in intent.goals for one in _said(goal) if one.span.text in words]
    unread = (*intent.unread, *(one for one in spans if one not in intent.unread))
    return intent.model_copy(update={"goals": goals, "unread": unread})


def _without(goal: Goal, words: Collection[str]) -> Goal:
    def less(ref: EntityRef) -> EntityRef:
        kept = tuple(one for one in ref.constraints if one.span.text not in words)
        return ref.model_copy(update={"constraints": kept})

    related = tuple(less(ref) for ref in goal.related if not _is_dropped(ref, words))
    told = {"object": less(goal.object), "related": related}
    return goal.model_copy(update=told)


def _is_dropped(ref: EntityRef, words: Collection[str]) -> bool:
    """It is known by such a name alone."""
    told = ref.identifiers
    return bool(told) and all(one.attribute and one.span.text in words for one in told)


def _said(goal: Goal) -> list[Constraint | Identifier]:
    refs = (goal.object, *goal.related)
    return [one for ref in refs for one in (*ref.constraints, *ref.identifiers)]


def _says_enough(less: IntentResult, intent: IntentResult) -> bool:
    """What tells which existing thing is meant is never left out."""
    for goal, before in zip(less.goals, intent.goals, strict=True):
        narrowed = goal.object.constraints != before.object.constraints
        existing = goal.function.value in ("operate", "delete")
        if narrowed and existing and not goal.object.identifiers:
            return False
    return True
