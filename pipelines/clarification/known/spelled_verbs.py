"""A verb is what it is spelled as, where only that can be done to the thing: a reader may take it
for its neighbour."""

from pipelines.contracts.intent import Goal, IntentResult
from pipelines.contracts.reply_names import WHICH_ONE
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.lexicon import Concept, Kind


def with_spelled_verbs(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading in which such a verb of a change means the one action that it is a word for; what
    is made is none that has to be named. A look stays one, and so does what is brought to a state,
    whatever their verbs."""
    goals = tuple(_as_spelled(goal, catalogue) for goal in intent.goals)
    if goals == intent.goals:
        return intent
    made = {f"{one.object.type}{WHICH_ONE}" for one in goals if one.function is FunctionType.CREATE}
    missing = tuple(one for one in intent.missing if one.name not in made)
    return intent.model_copy(update={"goals": goals, "missing": missing})


def _as_spelled(goal: Goal, catalogue: Catalogue) -> Goal:
    told = catalogue.lexicon.lookup(goal.action_words, Kind.ACTION) if goal.action_words else ()
    other = not told or goal.tool is not None or not goal.function.writes or goal.target_state
    if other or any(goal.action in (one.name, one.flagged("as:")) for one in told):
        return goal
    if any(goal.action in tool.actions for tool in _of_kind(goal, catalogue)):
        return goal
    able = [one for one in told if _can_be(one, goal, catalogue)]
    if len(able) != 1:
        return goal
    [verb] = able
    return goal.model_copy(update={"action": verb.name, "function": verb.function})


def _of_kind(goal: Goal, catalogue: Catalogue) -> list[ToolEssentialModel]:
    return [tool for tool in catalogue.tools.values() if tool.objects[:1] == (goal.object.type,)]


def _can_be(verb: Concept, goal: Goal, catalogue: Catalogue) -> bool:
    """A tool does that to such things; all that make one do what a verb of making says."""
    makes = verb.function is FunctionType.CREATE
    return verb.function is not None and any(
        tool.function is verb.function and (makes or verb.name in tool.actions)
        for tool in _of_kind(goal, catalogue)
    )
