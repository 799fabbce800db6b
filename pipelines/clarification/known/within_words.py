"""A noun in the midst of what is said of a thing is a part of that, and nothing to be done besides:
`5 off orders of 30` makes no order, and `500 points on the account` makes no account."""

from pipelines.clarification.known.goal_ids import is_used
from pipelines.contracts.intent import EntityRef, Goal, IntentResult


def with_inner_nouns(intent: IntentResult) -> IntentResult:
    """The reading without goals that only such a noun has made."""
    if len(intent.goals) < 2:
        return intent
    left = [goal for goal in intent.goals if not _is_within(goal, intent)]
    if not left or len(left) == len(intent.goals):
        return intent
    return intent.model_copy(update={"goals": tuple(left)})


def _is_within(goal: Goal, intent: IntentResult) -> bool:
    """A thing of the same kind is one more of these, for somebody else, and no part of it."""
    thing = goal.object
    if thing.identifiers or thing.quantity or goal.target_state or is_used(goal, intent):
        return False
    return any(
        other.object.type != thing.type
        and _same_verb(goal, other)
        and _is_part(thing, other.object)
        for other in intent.goals
    )


def _is_part(thing: EntityRef, other: EntityRef) -> bool:
    if not thing.constraints:
        return _stands_in(thing, other)
    return all(
        one.attribute == other.type and one in other.constraints for one in thing.constraints
    )


def _same_verb(goal: Goal, other: Goal) -> bool:
    mine = (goal.action, goal.action_words, goal.span)
    return mine == (other.action, other.action_words, other.span)


def _stands_in(thing: EntityRef, other: EntityRef) -> bool:
    """Between the first and the last value of the other one."""
    spans = [one.span for one in other.constraints]
    if thing.span is None or len(spans) < 2:
        return False
    start, end = min(one.start for one in spans), max(one.end for one in spans)
    return start < thing.span.start and thing.span.end <= end
