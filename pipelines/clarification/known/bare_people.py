"""Somebody of whom an id alone is said is of the kind that the tools for it take: a reader can only
guess (`give 9999 a bone`)."""

import re
from collections.abc import Iterator

from pipelines.contracts.intent import EntityRef, Goal, IntentResult
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot

_ID = "id"
_BARE = re.compile(r"[\w.@-]*\d[\w.@-]*", re.ASCII)


def with_bare_people(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading with the one kind of people that these tools are told the ids of."""
    goals = tuple(_known(goal, catalogue) for goal in intent.goals)
    return intent if goals == intent.goals else intent.model_copy(update={"goals": goals})


def _known(goal: Goal, catalogue: Catalogue) -> Goal:
    person = catalogue.lexicon.is_person
    bare = [ref for ref in goal.related if person(ref.type) and _BARE.fullmatch(ref.words)]
    kinds = {slot.entity for slot in _taken(goal, catalogue) if slot.attribute == _ID}
    people = {kind for kind in kinds if person(kind) and kind != goal.object.type}
    if not bare or len(people) != 1 or any(ref.type in people for ref in goal.related):
        return goal
    [kind] = people
    related = tuple(_as(kind, ref) if ref in bare else ref for ref in goal.related)
    return goal.model_copy(update={"related": related})


def _taken(goal: Goal, catalogue: Catalogue) -> Iterator[Slot]:
    """The arguments of the tools that make, or do as much to, things of its kind."""
    for tool in catalogue.tools.values() if goal.function.writes else ():
        if tool.function is goal.function and tool.objects[:1] == (goal.object.type,):
            yield from tool.needs


def _as(kind: str | None, ref: EntityRef) -> EntityRef:
    return ref.model_copy(update={"type": kind})
