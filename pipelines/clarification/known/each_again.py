"""What each of several people gets besides (`feed Otto and Ida, then walk each of them`) is for all
of them: a reader may keep the last one alone."""

from collections.abc import Iterator, Sequence

from pipelines.clarification.known.goal_ids import is_used, with_own_ids
from pipelines.contracts.intent import EntityRef, Goal, IntentResult


def with_each_again(intent: IntentResult) -> IntentResult:
    """The reading with such a goal for each of those whom the same words called before."""
    goals: list[Goal] = []
    for goal in intent.goals:
        goals += list(_for_each(goal, goals, intent)) or [goal]
    if tuple(goals) == intent.goals:
        return intent
    return intent.model_copy(update={"goals": with_own_ids(goals, intent)})


def _for_each(goal: Goal, before: Sequence[Goal], intent: IntentResult) -> Iterator[Goal]:
    """One for each of them; none where it is for nobody, or for one alone."""
    for ref in goal.related if goal.per_each and not is_used(goal, intent) else ():
        called = {one.identifiers: one for one in _called_so(ref, before)}
        if ref.reference is None or ref.identifiers not in called or len(called) < 2:
            continue
        for one in called.values():
            related = tuple(one if other is ref else other for other in goal.related)
            yield goal.model_copy(update={"related": related})
        return


def _called_so(ref: EntityRef, before: Sequence[Goal]) -> Iterator[EntityRef]:
    said = (ref.type, ref.role, ref.words)
    for goal in before:
        named = (one for one in goal.related if one.identifiers)
        yield from (one for one in named if (one.type, one.role, one.words) == said)
