"""The same done to the same named thing is done once, and it is looked at once: a verb that holds
its own noun makes two things of one for a reader, and so do values that are told behind a thing
that is made."""

from collections.abc import Sequence

from pipelines.clarification.known.goal_ids import is_used
from pipelines.contracts.intent import EntityRef, Goal, IntentResult
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_DEEDS = (FunctionType.OPERATE, FunctionType.DELETE, FunctionType.QUERY)


def with_deeds_once(intent: IntentResult, lexicon: Lexicon) -> IntentResult:
    """The reading without goals that only say once more what an earlier one says, by the same
    word."""
    kept: list[Goal] = []
    for goal in _with_values_behind(intent, lexicon):
        said = any(_is_same(goal, one) for one in kept)
        if not said or is_used(goal, intent):
            kept.append(goal)
    if tuple(kept) == intent.goals:
        return intent
    return intent.model_copy(update={"goals": tuple(kept)})


def _with_values_behind(intent: IntentResult, lexicon: Lexicon) -> Sequence[Goal]:
    """With values of a thing told behind it (`…, threshold 60`) as its own."""
    goals: list[Goal] = []
    for goal in intent.goals:
        before = goals[-1] if goals else None
        if before is None or not _tells_more(goal, before, lexicon) or is_used(goal, intent):
            goals.append(goal)
            continue
        thing = before.object
        had = {one.attribute for one in thing.constraints}
        more = (
            one.model_copy(update={"attribute": None}) if one.attribute in had else one
            for one in goal.object.constraints
        )
        told = thing.model_copy(update={"constraints": (*thing.constraints, *more)})
        goals[-1] = before.model_copy(update={"object": told})
    return goals


def _tells_more(goal: Goal, before: Goal, lexicon: Lexicon) -> bool:
    """It has no verb of its own, no noun, no number and no name, and is for the same ones. What the
    other one says already is something else of it."""
    thing, other = goal.object, before.object
    verb = goal.action_words in ("", before.action_words)
    bare = verb and not (thing.identifiers or thing.quantity or goal.target_state)
    same = (goal.function, thing.type) == (before.function, other.type)
    makes = goal.function is FunctionType.CREATE and thing.type is not None
    whom = [_names(ref) for ref in goal.related]
    told = bool(thing.constraints) and whom == [_names(ref) for ref in before.related]
    nouns = (match.of(Kind.ENTITY) for match in lexicon.scan(thing.words))
    noun = any(one is not None and one.name == thing.type for one in nouns)
    return bare and same and makes and told and any(whom) and not noun


def _is_same(goal: Goal, other: Goal) -> bool:
    names = _names(goal.object)
    more = goal.related or goal.object.constraints or goal.object.quantity
    if not names or more or goal.function not in _DEEDS:
        return False
    return names == _names(other.object) and _wanted(goal) == _wanted(other)


def _wanted(goal: Goal) -> tuple[object, ...]:
    kind = (goal.action, goal.function, goal.object.type, goal.asked)
    return (*kind, goal.target_state, goal.span if goal.function.writes else None)


def _names(ref: EntityRef) -> set[str]:
    return {one.value for one in ref.identifiers}
