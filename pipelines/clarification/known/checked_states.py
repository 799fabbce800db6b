"""What is checked is the state that was said: a look may be for the nearest one that a thing has,
but whether it is so cannot be told of another one. A state that a look asks for by a verb is the
one in which that deed leaves a thing. A check of nothing but a thing's id asks whether it is there:
where no tool checks such things, it is looked up."""

from collections.abc import Callable
from functools import partial

from pipelines.contracts.intent import Constraint, EntityRef, Goal, IntentResult
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import split_identifier


def with_checked_states(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading in which checks are of the values by whose own words they are asked for, and
    lists of the states that the verbs they are asked for by lead to."""
    goals = tuple(_of_goal(_looked_up(goal, catalogue), catalogue) for goal in intent.goals)
    if goals == intent.goals:
        return intent
    looks = all(goal.function is FunctionType.QUERY for goal in goals)
    kind = IntentType.QUERY_DATA if looks else intent.intent_type
    return intent.model_copy(update={"goals": goals, "intent_type": kind})


def _looked_up(goal: Goal, catalogue: Catalogue) -> Goal:
    """The goal; as a look, where nothing is said of the thing that could be checked of it."""
    thing = goal.object
    told = thing.constraints or goal.related or goal.asked or goal.target_state
    if goal.function is not FunctionType.VERIFY or told or not thing.identifiers:
        return goal
    own = [tool for tool in catalogue.tools.values() if thing.type in tool.objects]
    called = any(_named(tool, goal, catalogue.lexicon) for tool in own if tool.function.writes)
    if not own or called or any(tool.function is FunctionType.VERIFY for tool in own):
        return goal
    return goal.model_copy(update={"action": "query", "function": FunctionType.QUERY})


def _named(tool: ToolEssentialModel, goal: Goal, lexicon: Lexicon) -> bool:
    """A word for the verb is what the tool is called by, whatever else it is a word for."""
    names = {*split_identifier(tool.name), *tool.title.casefold().split()}
    verbs = lexicon.lookup(goal.action_words, Kind.ACTION) if goal.action_words else ()
    return any(not names.isdisjoint({verb.name, *verb.surfaces}) for verb in verbs)


def _of_goal(goal: Goal, catalogue: Catalogue) -> Goal:
    if goal.function is FunctionType.QUERY:
        led = partial(_led_to, goal.object.type, catalogue)
        return goal.model_copy(update={"object": _with_each(goal.object, led)})
    if goal.function is not FunctionType.VERIFY:
        return goal
    spelled = partial(_spelled, catalogue.lexicon)
    related = tuple(_with_each(ref, spelled) for ref in goal.related)
    return goal.model_copy(update={"object": _with_each(goal.object, spelled), "related": related})


def _with_each(ref: EntityRef, change: Callable[[Constraint], Constraint]) -> EntityRef:
    return ref.model_copy(update={"constraints": tuple(map(change, ref.constraints))})


def _spelled(lexicon: Lexicon, one: Constraint) -> Constraint:
    known = lexicon.concept(Kind.VALUE, str(one.value)) is not None
    names = [found.name for found in lexicon.lookup(one.span.text, Kind.VALUE)]
    if not known or not names or one.value in names:
        return one
    return one.model_copy(update={"value": names[0]})


def _led_to(kind: str | None, catalogue: Catalogue, one: Constraint) -> Constraint:
    """The state in which the one deed that the words name leaves such things."""
    lexicon = catalogue.lexicon
    if not isinstance(one.value, str) or lexicon.lookup(one.value, Kind.VALUE):
        return one
    deeds = {found.name for found in lexicon.lookup(one.span.text, Kind.ACTION)}
    left = {
        change.after
        for tool in catalogue.tools.values()
        if tool.objects[:1] == (kind,) and deeds.intersection(tool.actions)
        for change in tool.states
        if change.entity == kind and change.attribute == one.attribute and change.after
    }
    return one.model_copy(update={"value": left.pop()}) if len(left) == 1 else one
