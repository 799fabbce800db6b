"""Whether a message that comes while a plan waits changes that plan, or is a request of its own."""

from pipelines.contracts.intent import Goal, IntentResult


def is_of_its_own(waiting: IntentResult | None, reading: IntentResult, words: str) -> bool:
    """True for one that says itself what is to be done, with things of which the plan has none."""
    if waiting is None or not reading.goals:
        return False
    says = all(goal.action_words and goal.action_words in words for goal in reading.goals)
    told, before = _things(reading.goals), _things(waiting.goals)
    return says and bool(told and before) and told.isdisjoint(before)


def _things(goals: tuple[Goal, ...]) -> set[str]:
    return {one.value for goal in goals for one in goal.object.identifiers}
