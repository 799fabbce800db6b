"""What a sentence lacks put into its reading: who receives, and what singles a thing out."""

from collections.abc import Mapping
from dataclasses import dataclass

from pipelines.contracts.intent import EntityRef, Goal, Identifier, IntentResult, Span
from pipelines.contracts.reply_names import WHICH_ONE

RECIPIENT, ID = "recipient", ".id"


@dataclass(frozen=True, slots=True)
class Named:
    """A value that was typed, or that a person chose."""

    value: str
    attribute: str | None = None
    """What it singles out by; None: the catalogue decides."""
    entity: str | None = None
    """Kind of who receives; None: nobody has said it."""
    settles: bool = False
    """True where it is what the sentence describes (`the user from last week`): that is said."""


def completes(name: str) -> bool:
    """True for what is missing and can be put into a reading."""
    return name == RECIPIENT or name.endswith(WHICH_ONE)


def calls_otherwise(intent: IntentResult, name: str) -> bool:
    """True where an id is missing of what the sentence calls by a name."""
    refs = (ref for goal in intent.goals for ref in (goal.object, *goal.related))
    return any(name == f"{ref.type}{ID}" and ref.identifiers for ref in refs)


def completed(intent: IntentResult, told: Mapping[str, Named]) -> IntentResult:
    """The reading with these values, by the names of what is missing, which is missing no more."""
    goals = intent.goals
    for number, (name, one) in enumerate(told.items()):
        # It stands behind the sentence, each in a place of its own, as what is typed into a form.
        place = len(intent.text) + 2 * (number + 1)
        span = Span(start=place, end=place + 1, text=one.value)
        by = Identifier(attribute=one.attribute, value=one.value, span=span)
        if name == RECIPIENT:
            goals = (*(_received(goal, one, by) for goal in goals[:1]), *goals[1:])
        elif name.endswith(ID):
            goals = tuple(_recalled(goal, name.removesuffix(ID), by) for goal in goals)
        else:
            entity = name.removesuffix(WHICH_ONE)
            goals = tuple(_singled(goal, entity, one, by) for goal in goals)
    missing = tuple(one for one in intent.missing if one.name not in told)
    return intent.model_copy(update={"goals": goals, "missing": missing})


def _received(goal: Goal, one: Named, by: Identifier) -> Goal:
    """The goal with whom its thing is for."""
    at = next((n for n, ref in enumerate(goal.related) if ref.role == RECIPIENT), None)
    if at is None:
        ref = EntityRef(type=one.entity, role=RECIPIENT, identifiers=(by,), words=one.value)
        return goal.model_copy(update={"related": (*goal.related, ref)})
    return _with(goal, at, _named(goal.related[at], one, by))


def _singled(goal: Goal, entity: str, one: Named, by: Identifier) -> Goal:
    """The goal with what singles out the first thing of that kind that nothing singles out yet."""
    for place, ref in enumerate((*goal.related, goal.object)):
        free = not ref.identifiers and ref.made_by is None and ref.role != "new"
        if free and entity in (ref.type, ref.words):
            return _with(goal, place, _named(ref, one, by))
    return goal


def _recalled(goal: Goal, entity: str, by: Identifier) -> Goal:
    """The goal with an id in place of the names by which things of that kind are called."""
    for place, ref in enumerate((*goal.related, goal.object)):
        if ref.type == entity and ref.identifiers:
            goal = _with(goal, place, ref.model_copy(update={"identifiers": (by,)}))
    return goal


def _with(goal: Goal, place: int, ref: EntityRef) -> Goal:
    """The goal with another thing at that place; its object stands behind the related ones."""
    if place == len(goal.related):
        return goal.model_copy(update={"object": ref})
    related = (*goal.related[:place], ref, *goal.related[place + 1 :])
    return goal.model_copy(update={"related": related})


def _named(ref: EntityRef, one: Named, by: Identifier) -> EntityRef:
    described = {"constraints": ()} if one.settles else {}
    return ref.model_copy(update={**described, "identifiers": (by,), "reference": None})
