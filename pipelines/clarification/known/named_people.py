"""Somebody who is called by name (`book a room for Ann Lee`) where the tools know no such people:
the name goes to the one argument that takes it."""

from collections.abc import Iterable

from pipelines.clarification.known.taken_by import taken_by
from pipelines.contracts.intent import Constraint, EntityRef, Goal, IntentResult
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import fold, is_ideograph, split_identifier

_NAME = "name"


def with_named_people(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading with such names as values of what is made or changed."""
    goals = tuple(_of_goal(goal, catalogue) for goal in intent.goals)
    return intent if goals == intent.goals else intent.model_copy(update={"goals": goals})


def _of_goal(goal: Goal, catalogue: Catalogue) -> Goal:
    if goal.tool is not None:
        return goal
    slots = list(taken_by(goal, catalogue))
    known = {slot.entity for slot in slots if slot.entity != goal.object.type}
    called = [ref for ref in goal.related if ref.type not in known and _is_called(ref)]
    free = list(_open(goal, slots, catalogue.lexicon))
    if len(called) != 1 or len(free) != 1:
        return goal
    [name], attribute, path = called[0].identifiers, free[0].attribute, free[0].path
    told = Constraint(attribute=attribute, value=name.value, span=name.span, argument=path)
    thing = goal.object.model_copy(update={"constraints": (*goal.object.constraints, told)})
    others = tuple(ref for ref in goal.related if ref is not called[0])
    return goal.model_copy(update={"object": thing, "related": others})


def _is_called(ref: EntityRef) -> bool:
    """By a name alone, which is no id."""
    names = ref.identifiers
    alone = len(names) == 1 and names[0].argument is None and not ref.constraints
    return alone and not any(map(str.isdigit, names[0].value))


def _open(goal: Goal, slots: list[Slot], lexicon: Lexicon) -> Iterable[Slot]:
    """The arguments that take a name and have none yet, those that have to be given first: alone
    where there are such."""
    told = {one.argument for one in goal.object.constraints}
    told |= {one.attribute for one in goal.object.constraints}
    free = {
        slot.path: slot
        for slot in slots
        if slot.path not in told and slot.attribute not in told and _takes_name(slot, lexicon)
    }.values()
    return [slot for slot in free if slot.required] or free


def _takes_name(slot: Slot, lexicon: Lexicon) -> bool:
    """Its key or its description says that it is one: `patient_name`, `full name of the guest`."""
    closed = slot.values or slot.pattern or slot.format
    if slot.type != "string" or closed or slot.many:
        return False
    concept = lexicon.concept(Kind.ATTRIBUTE, _NAME)
    forms = (_NAME, *(concept.surfaces if concept is not None else ()))
    words = {*split_identifier(slot.key), *fold(slot.description).split()}
    signs = [one for one in forms if len(one) > 1 and is_ideograph(one[0])]
    return bool({fold(one) for one in forms} & words) or any(s in slot.description for s in signs)
