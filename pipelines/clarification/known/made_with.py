"""A thing that has an id is there already: beside a verb that holds what it makes itself it is what
that is made with (`paint with brush 12`), and nothing to be made."""

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, IntentResult
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_USING = "using"
_LEAST = 3
"""Digits of a number that is a name, at least."""


def with_things_made_with(intent: IntentResult, lexicon: Lexicon) -> IntentResult:
    """The reading in which such a verb makes its own thing, with what is named beside it or by a
    verb behind it that makes nothing."""
    goals: list[Goal] = []
    for goal in intent.goals:
        own = _held(goal, intent.text, lexicon)
        made = _of_goal(goal, own, lexicon)
        before = _with(goals[-1], made, intent.text, lexicon) if goals else None
        goals = [*goals[:-1], before] if before is not None else [*goals, made]
    if tuple(goals) == intent.goals:
        return intent
    known = all(goal.object.type for goal in goals)
    missing = tuple(one for one in intent.missing if not (known and one.name == "object"))
    return intent.model_copy(update={"goals": tuple(goals), "missing": missing})


def _of_goal(goal: Goal, own: str | None, lexicon: Lexicon) -> Goal:
    if own is None or goal.tool is not None or goal.object.type == own:
        return goal
    named = goal.object.type is not None
    used = _named(goal.object, lexicon) if named else None
    if named and used is None:
        return goal
    made = EntityRef(type=own, words=goal.action_words, quantity=goal.object.quantity)
    related = goal.related if used is None else (*goal.related, used)
    return goal.model_copy(update={"object": made, "related": related})


def _with(made: Goal, goal: Goal, text: str, lexicon: Lexicon) -> Goal | None:
    """The one before with what this one names; None where this one does something of its own."""
    verbs = lexicon.lookup(goal.action_words, Kind.ACTION) if goal.action_words else ()
    makes = any(one.function is FunctionType.CREATE for one in verbs)
    known = bool(verbs) or _held(made, text, lexicon) == made.object.type
    both = made.function is goal.function is FunctionType.CREATE and goal.tool is None
    used = _named(goal.object, lexicon) if both and known and not makes else None
    if used is None or made.object.type in (None, used.type):
        return None
    return made.model_copy(update={"related": (*made.related, used)})


def _held(goal: Goal, text: str, lexicon: Lexicon) -> str | None:
    """The kind of thing that the verb itself says is made, as the catalogue calls it; a reader may
    have heard but the beginning of the verb."""
    if goal.function is not FunctionType.CREATE or not goal.action_words:
        return None
    whole = (one for one in lexicon.scan(text) if one.text.startswith(goal.action_words))
    verbs = (verb for one in whole if (verb := one.of(Kind.ACTION)) is not None)
    held = next((verb.entity for verb in verbs if verb.entity), None)
    return held and lexicon.canonical(Kind.ENTITY, held)


def _named(thing: EntityRef, lexicon: Lexicon) -> EntityRef | None:
    """What has an id, or a bare number right behind its noun and nothing else."""
    if thing.identifiers:
        return thing.model_copy(update={"role": _USING})
    if len(thing.constraints) != 1 or not _is_id(thing.constraints[0], thing, lexicon):
        return None
    span = thing.constraints[0].span
    name = Identifier(attribute=None, value=span.text, span=span)
    return thing.model_copy(update={"role": _USING, "identifiers": (name,), "constraints": ()})


def _is_id(said: Constraint, thing: EntityRef, lexicon: Lexicon) -> bool:
    text = said.span.text
    if not text.isdecimal() or len(text) < _LEAST or not thing.words.endswith(text):
        return False
    ahead = lexicon.scan(thing.words.removesuffix(text).rstrip())
    return bool(ahead) and ahead[-1].of(Kind.ENTITY) is not None
