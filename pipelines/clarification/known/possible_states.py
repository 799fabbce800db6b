"""What can still be done to things (`which boats can be repaired`) is asked of those in the state
from which that deed starts, and not of those to which it was done."""

from pipelines.contracts.intent import Constraint, Goal, IntentResult, Span
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.patterns import ends_in_ability

_STATUS, _LOOK = "status", "query"


def with_possible_states(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading of such looks; where several states allow the deed, its words are told as not
    used, and all is shown."""
    goals, unread = list[Goal](), list(intent.unread)
    intent = _with_looks(intent, catalogue)
    for goal in intent.goals:
        kept = list[Constraint]()
        for one in goal.object.constraints:
            states = (
                _starts(one, goal, catalogue) if _is_possible(one, goal, intent) else set[str]()
            )
            if len(states) > 1:
                unread.append(one.span)
            else:
                kept.append(one.model_copy(update={"value": states.pop()}) if states else one)
        thing = goal.object.model_copy(update={"constraints": tuple(kept)})
        goals.append(goal.model_copy(update={"object": thing}))
    told = {"goals": tuple(goals), "unread": tuple(unread)}
    return intent if tuple(goals) == intent.goals else intent.model_copy(update=told)


def _with_looks(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """A question (`which can be repaired`) that a reader took for the deed is a look at what the
    deed leaves, until that is put right."""
    [goal] = intent.goals if len(intent.goals) == 1 else [None]
    at = intent.text.find(goal.action_words) if goal is not None and goal.action_words else -1
    asks = intent.intent_type is IntentType.QUERY_DATA and ends_in_ability(
        intent.text[: max(at, 0)]
    )
    left = _left_by(goal, catalogue) if goal is not None and asks else set[str]()
    if goal is None or goal.object.identifiers or len(left) != 1:
        return intent
    span = Span(start=at, end=at + len(goal.action_words), text=goal.action_words)
    state = Constraint(attribute=_STATUS, value=left.pop(), span=span)
    thing = goal.object.model_copy(update={"constraints": (*goal.object.constraints, state)})
    looks = {"action": _LOOK, "function": FunctionType.QUERY, "object": thing}
    missing = tuple(one for one in intent.missing if one.name != f"{goal.object.type}.id")
    told = {"goals": (goal.model_copy(update=looks),), "missing": missing}
    return intent.model_copy(update=told)


def _left_by(goal: Goal, catalogue: Catalogue) -> set[str]:
    return {
        change.after
        for tool in catalogue.tools.values()
        if goal.function is FunctionType.OPERATE and goal.action in tool.actions
        for change in tool.states
        if (change.entity, change.attribute) == (goal.object.type, _STATUS) and change.after
    }


def _is_possible(one: Constraint, goal: Goal, intent: IntentResult) -> bool:
    asked = goal.function is FunctionType.QUERY and one.attribute == _STATUS
    return asked and ends_in_ability(intent.text[: one.span.start])


def _starts(one: Constraint, goal: Goal, catalogue: Catalogue) -> set[str]:
    """The states in which the deeds start that lead to the one that was read."""
    return {
        state
        for tool in catalogue.tools.values()
        for change in tool.states
        if (change.entity, change.attribute) == (goal.object.type, one.attribute)
        if change.after == one.value
        for state in change.before
    }
