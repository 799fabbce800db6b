"""A noun that two kinds of things share is of the one to which the verb is done: what of an order
is redeemed is not of a kind that nothing redeems."""

from pipelines.contracts.intent import Goal, IntentResult
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind


def with_kinds_of_verbs(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading in which such a thing, of another one that is named, is of that kind."""
    goals = tuple(_of_goal(goal, intent, catalogue) for goal in intent.goals)
    return intent if goals == intent.goals else intent.model_copy(update={"goals": goals})


def _of_goal(goal: Goal, intent: IntentResult, catalogue: Catalogue) -> Goal:
    thing = goal.object
    told = thing.identifiers or thing.constraints or thing.made_by or not thing.words
    if goal.function is not FunctionType.OPERATE or thing.type is None or told:
        return goal
    done = [
        tool
        for tool in catalogue.tools.values()
        if goal.action in tool.actions and intent.environment in (None, *tool.environments)
    ]
    if not done or any(thing.type in tool.objects for tool in done):
        return goal
    kinds = {tool.objects[0] for tool in done if tool.objects}
    named = [kind for kind in kinds if _is_called(kind, thing.words, catalogue)]
    if len(named) != 1 or not _is_of_another(goal, named[0], catalogue):
        return goal
    return goal.model_copy(update={"object": thing.model_copy(update={"type": named[0]})})


def _is_called(kind: str, noun: str, catalogue: Catalogue) -> bool:
    """One of its names holds the noun."""
    concept = catalogue.lexicon.concept(Kind.ENTITY, kind)
    return concept is not None and any(noun in name for name in (concept.name, *concept.surfaces))


def _is_of_another(goal: Goal, kind: str, catalogue: Catalogue) -> bool:
    """Such things are listed by the other one that the sentence names."""
    owners = {ref.type for ref in goal.related if ref.identifiers}
    return any(
        tool.function is FunctionType.QUERY
        and tool.objects[:1] == (kind,)
        and any(slot.entity in owners for slot in tool.needs)
        for tool in catalogue.tools.values()
    )
