"""Ids that stand in one list are of things of one kind (`repair boats 7, 8 and 9`), whatever a
reader took a bare one of them for."""

from collections.abc import Sequence
from itertools import groupby, pairwise

from pipelines.clarification.known.goal_ids import is_used, with_own_ids
from pipelines.contracts.intent import EntityRef, Goal, Identifier, IntentResult, Span
from pipelines.intent.dialogue.apposed import with_apposed_ids
from tool_registry.vocabulary.patterns import joins_values

_TWO_SIDES = ("old", "new")
"""Roles of what is said beside a thing of the same kind."""


def with_listed_ids(intent: IntentResult) -> IntentResult:
    """The reading with one goal for each id of such a list, each once: how many there are is the
    length of the list."""
    intent = with_apposed_ids(intent)
    goals: list[Goal] = []
    for _, alike in groupby(intent.goals, _said):
        goals += _once(_listed(list(alike), intent))
    if tuple(goals) == intent.goals:
        return intent
    return intent.model_copy(update={"goals": with_own_ids(goals, intent)})


def _once(goals: Sequence[Goal]) -> list[Goal]:
    names = {one.object.identifiers for one in goals}
    counted = len(names) == len(goals) > 1 and all(names)
    told = [counted and goal.quantity == len(goals) for goal in goals]
    return [
        goal.model_copy(update={"quantity": 1}) if many else goal
        for goal, many in zip(goals, told, strict=True)
    ]


def _said(goal: Goal) -> tuple[Span | None, str, str | None]:
    return goal.span, goal.action, goal.object.type


def _listed(goals: Sequence[Goal], intent: IntentResult) -> Sequence[Goal]:
    """Goals of the same words, with those for the bare ids in one list with theirs."""
    own = [one for goal in goals for one in goal.object.identifiers]
    bare = {one.span.start: one for goal in goals for one in _bare(goal)}
    named = sorted((*own, *bare.values()), key=lambda one: one.span.start)
    beside = [one for one in named if one not in own and _joins(one, named, own, intent.text)]
    if not beside or any(is_used(goal, intent) for goal in goals):
        return goals
    left = {one.span.start for one in beside}
    kept = [goal.model_copy(update={"related": _without(goal, left)}) for goal in goals]
    # Those that were apart by an id that was taken for somebody's are of one thing now.
    kept.sort(key=lambda goal: len(goal.related), reverse=True)
    each = {one.value: goal for goal in reversed(kept) for one in goal.object.identifiers}
    each |= {one.value: _of_id(kept[0], one) for one in beside}
    return sorted(each.values(), key=lambda goal: goal.object.identifiers[0].span.start)


def _of_id(goal: Goal, one: Identifier) -> Goal:
    named = {"identifiers": (one,), "words": one.span.text, "span": one.span}
    thing = goal.object.model_copy(update=named)
    return goal.model_copy(update={"object": thing, "id": ""})


def _bare(goal: Goal) -> list[Identifier]:
    """Ids of others that may be of the goal's own things."""
    refs = [ref for ref in goal.related if _is_single(ref)] if goal.object.identifiers else []
    return [one for ref in refs for one in ref.identifiers]


def _is_single(ref: EntityRef) -> bool:
    return len(ref.identifiers) == 1 and ref.role not in _TWO_SIDES


def _without(goal: Goal, left: set[int]) -> tuple[EntityRef, ...]:
    return tuple(
        ref
        for ref in goal.related
        if not (_is_single(ref) and ref.identifiers[0].span.start in left)
    )


def _joins(
    one: Identifier, named: Sequence[Identifier], own: Sequence[Identifier], text: str
) -> bool:
    """A list leads from it to an id of the goals' own things."""
    at = named.index(one)
    return any(_leads(way, own, text) for way in (named[at:], named[at::-1]))


def _leads(way: Sequence[Identifier], own: Sequence[Identifier], text: str) -> bool:
    for one, other in pairwise(way):
        first, last = sorted((one.span, other.span), key=lambda span: span.start)
        if not joins_values(text[first.end : last.start]):
            return False
        if other in own:
            return True
    return False
