"""The ids of goals: which goal another one goes on from, and ids for goals that were added."""

from collections.abc import Iterable

from pipelines.contracts.intent import Goal, IntentResult, unused_ids
from pipelines.intent.dialogue.gathering import refs_of


def is_used(goal: Goal, intent: IntentResult) -> bool:
    """Another goal goes on from what this one makes or changes."""
    return any(ref.made_by == goal.id for one in intent.goals for ref in refs_of(one))


def with_own_ids(goals: Iterable[Goal], intent: IntentResult) -> tuple[Goal, ...]:
    """The goals with an id each: the first one of an id keeps it; a later one of the same id, and
    one without, gets an id that none of the reading's goals has."""
    every = tuple(goals)
    seen, named, ids = {""}, list[Goal](), unused_ids((*intent.goals, *every))
    for goal in every:
        name = next(ids) if goal.id in seen else goal.id
        seen.add(name)
        named.append(goal.model_copy(update={"id": name}))
    return tuple(named)
