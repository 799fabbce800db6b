"""What can still be done to things (`which boats can be repaired`) is asked of those in the state
from which that deed starts, and not of those to which it was done."""

from pipelines.contracts.intent import Constraint, Goal, IntentResult, Span
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.catalogue import Catalogue
from tool_registry.model import StateChange, ToolEssentialModel
from tool_registry.vocabulary.patterns import ends_in_ability

_STATUS, _LOOK = "status", "query"


def with_possible_states(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading of such looks; where several states allow the deed, its words are told as not
    used, and all is shown."""
    goals, unread = list[Goal](), list(intent.unread)
    for goal in intent.goals:
        asked = _asked_deed(goal, intent)
        starts = _starts(goal, asked, catalogue) if asked is not None else set[str]()
        if asked is None or not starts:
            goals.append(goal)
            continue
        kept = [one for one in goal.object.constraints if one is not asked]
        if len(starts) == 1:
            kept.append(asked.model_copy(update={"value": starts.pop()}))
        else:
            unread.append(asked.span)
        thing = goal.object.model_copy(update={"constraints": tuple(kept)})
        looks = {"action": _LOOK, "function": FunctionType.QUERY, "object": thing}
        goals.append(goal.model_copy(update=looks))
    if tuple(goals) == intent.goals:
        return intent
    lacked = {f"{goal.object.type}.id" for goal in intent.goals if goal.function.writes}
    missing = tuple(one for one in intent.missing if one.name not in lacked)
    told = {"goals": tuple(goals), "unread": tuple(unread), "missing": missing}
    return intent.model_copy(update=told)


def _asked_deed(goal: Goal, intent: IntentResult) -> Constraint | None:
    """The words for the deed: a state that a look was read to ask for, or the verb of a question
    that was read as the deed itself."""
    if goal.function is FunctionType.QUERY:
        states = [one for one in goal.object.constraints if one.attribute == _STATUS]
        return next((o for o in states if ends_in_ability(intent.text[: o.span.start])), None)
    at = intent.text.find(goal.action_words) if goal.action_words else -1
    asks = intent.intent_type is IntentType.QUERY_DATA and goal.function is FunctionType.OPERATE
    if at < 0 or not asks or goal.object.identifiers or not ends_in_ability(intent.text[:at]):
        return None
    span = Span(start=at, end=at + len(goal.action_words), text=goal.action_words)
    return Constraint(attribute=_STATUS, value=goal.action_words, span=span)


def _starts(goal: Goal, asked: Constraint, catalogue: Catalogue) -> set[str]:
    """The states from which the deed starts."""
    return {
        state
        for tool in catalogue.tools.values()
        for change in tool.states
        if (change.entity, change.attribute) == (goal.object.type, _STATUS)
        if _is_deed(tool, change, goal, asked)
        for state in change.before
    }


def _is_deed(tool: ToolEssentialModel, change: StateChange, goal: Goal, asked: Constraint) -> bool:
    """The tool does what the goal's verb says, or leads to the state that was read."""
    if goal.function.writes:
        return goal.action in tool.actions
    return change.after == asked.value
