"""What later steps leave out: the thing they go on with, and the person it is all for."""

from collections.abc import Sequence

from pipelines.contracts.intent import EntityRef, Goal
from pipelines.intent.each import BEFORE
from pipelines.intent.reader.makers import Makers
from pipelines.intent.reader.tool_actions import ToolActions
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_RELATES = "relates"


def carried(goal: Goal, earlier: Sequence[Goal], makers: Makers, lexicon: Lexicon) -> Goal:
    """The goal with what the steps before it have said already."""
    if not earlier:
        return goal
    if goal.function is FunctionType.CREATE:
        return _for_the_same(goal, earlier, makers, lexicon)
    concept = lexicon.concept(Kind.ACTION, goal.action)
    if concept is not None and _RELATES in concept.flags:
        return _to_the_same(goal, earlier, lexicon)
    return _going_on(goal, earlier)


def folded(goal: Goal, last: Goal | None, tool_actions: ToolActions) -> Goal | None:
    """`make three, send them to 5`: one action in two verbs, where no tool does the second one to
    what exists already; `5 needs cards, give him 3`: one said twice. None where they are two."""
    made = FunctionType.CREATE
    if last is None or goal.function is not made or last.function is not made:
        return None
    ref = goal.object
    names = _says(ref)
    if names and ref.type == last.object.type and not _says(last.object):
        people = [[_named(ref) for ref in one.related] for one in (goal, last)]
        related = goal.related or last.related
        same = people[0] in ([], people[1])
        return goal.model_copy(update={"id": last.id, "related": related}) if same else None
    other = ref.type is not None and ref.type != last.object.type
    if names or other or (ref.type is not None and not ref.reference):
        return None
    # What an earlier step made is not made again: something else is made with it.
    uses = any((one.role, one.reference) == ("using", BEFORE) for one in goal.related)
    says = bool(goal.related or ref.reference) and (ref.type is not None or not uses)
    if (goal.action, last.object.type or "") in tool_actions.changes or not says:
        return None
    met = {_named(ref) for ref in last.related if ref.role == "recipient"}
    again = [ref for ref in goal.related if ref.role == "recipient" and _named(ref) in met]
    more = [ref for ref in goal.related if ref not in again]
    if met and any(ref.role == "recipient" for ref in more):
        return None
    action = (
        goal.action if (goal.action, last.object.type or "") in tool_actions.pairs else last.action
    )
    return last.model_copy(update={"action": action, "related": (*last.related, *more)})


def _says(ref: EntityRef) -> bool:
    return bool(ref.identifiers or ref.constraints or ref.quantity is not None)


def _named(ref: EntityRef) -> frozenset[str]:
    return frozenset(one.value for one in ref.identifiers)


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
    somebody = somebody_of(earlier, lexicon, needed)
    return goal if somebody is None else _for_somebody(goal, somebody)


def _to_the_same(goal: Goal, earlier: Sequence[Goal], lexicon: Lexicon) -> Goal:
    """`untie it from 5, then tie 7`: 7 to 5."""
    if any(_is_person(ref, lexicon) for ref in (goal.object, *goal.related)):
        return goal
    somebody = somebody_of(earlier, lexicon)
    return goal if somebody is None else _for_somebody(goal, somebody)


def _for_somebody(goal: Goal, somebody: EntityRef) -> Goal:
    told = {"role": "recipient", "reference": BEFORE, "constraints": (), "quantity": None}
    return goal.model_copy(update={"related": (*goal.related, somebody.model_copy(update=told))})


def somebody_of(
    earlier: Sequence[Goal], lexicon: Lexicon, kinds: frozenset[str] | None = None
) -> EntityRef | None:
    """The one person (of these kinds) of whom steps spoke last; None where there are several."""
    for one in reversed(earlier):
        people = [ref for ref in _parts(one) if _is_person(ref, lexicon)]
        people = [ref for ref in people if not (kinds and ref.type) or ref.type in kinds]
        named = [ref for ref in people if ref.identifiers or ref.made_by]
        if named:
            return named[0] if len(named) == 1 else None
    return None


def _parts(goal: Goal) -> Sequence[EntityRef]:
    """What a goal speaks of; what it makes as something that later steps point to."""
    made = goal.function is FunctionType.CREATE
    thing = goal.object.model_copy(update={"made_by": goal.id}) if made else goal.object
    return (thing, *goal.related)


def _is_person(ref: EntityRef, lexicon: Lexicon) -> bool:
    """It is a person, or somebody for whom something is made."""
    if ref.type is None:
        return ref.role in ("recipient", "owner") and bool(ref.identifiers)
    return lexicon.is_person(ref.type)
