"""What later steps leave out: the thing they go on with, and the person it is all for."""

from collections.abc import Sequence

from pipelines.contracts.intent import EntityRef, Goal
from pipelines.intent.each import BEFORE
from pipelines.reader.makers import Makers
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_PERSON = "person"


def carried(goal: Goal, earlier: Sequence[Goal], makers: Makers, lexicon: Lexicon) -> Goal:
    """The goal with what the steps before it have said already."""
    if not earlier:
        return goal
    if goal.function is not FunctionType.CREATE:
        return _going_on(goal, earlier)
    return _for_the_same(goal, earlier, makers, lexicon)


def _going_on(goal: Goal, earlier: Sequence[Goal]) -> Goal:
    """`make an order, pay, cancel`: all of them are about that order."""
    ref = goal.object
    if ref.identifiers or ref.reference or ref.made_by or ref.quantity is not None:
        return goal
    before = _last_of(ref.type, earlier)
    described = any(one.operator in ("first", "last") for one in ref.constraints)
    alone = goal.related and ref.type is not None
    if before is None or described or alone:
        return goal
    update = {
        "type": before.object.type,
        "identifiers": before.object.identifiers,
        "reference": BEFORE,
        "made_by": before.id,
    }
    return goal.model_copy(update={"object": ref.model_copy(update=update)})


def _last_of(kind: str | None, earlier: Sequence[Goal]) -> Goal | None:
    """The last step about such a thing: without a kind the last one at all; with one only where
    that step makes it or names it."""
    for one in reversed(earlier):
        fits = kind is None or one.object.type == kind
        known = one.function is FunctionType.CREATE or bool(one.object.identifiers)
        if fits and one.object.type is not None and (known or kind is None):
            return one
    return None


def _for_the_same(goal: Goal, earlier: Sequence[Goal], makers: Makers, lexicon: Lexicon) -> Goal:
    """`unlock his account, then a card`: for him, where such a thing needs somebody."""
    if goal.object.type is None or not makers.needs_others(goal.object.type):
        return goal
    if any(_is_person(ref, lexicon) for ref in goal.related):
        return goal
    needed = makers.others_of(goal.object.type)
    for one in reversed(earlier):
        people = [ref for ref in _parts(one) if _is_person(ref, lexicon)]
        people = [ref for ref in people if ref.type is None or ref.type in needed]
        named = [ref for ref in people if ref.identifiers or ref.made_by]
        if len(named) == 1:
            told = {"role": "recipient", "reference": BEFORE, "constraints": (), "quantity": None}
            again = named[0].model_copy(update=told)
            return goal.model_copy(update={"related": (*goal.related, again)})
        if named:
            return goal
    return goal


def _parts(goal: Goal) -> Sequence[EntityRef]:
    """What a goal speaks of; what it makes as something that later steps point to."""
    made = goal.function is FunctionType.CREATE
    thing = goal.object.model_copy(update={"made_by": goal.id}) if made else goal.object
    return (thing, *goal.related)


def _is_person(ref: EntityRef, lexicon: Lexicon) -> bool:
    """It is a person, or somebody for whom something is made."""
    if ref.type is None:
        return ref.role in ("recipient", "owner") and bool(ref.identifiers)
    concept = lexicon.concept(Kind.ENTITY, ref.type)
    return concept is not None and _PERSON in concept.flags
