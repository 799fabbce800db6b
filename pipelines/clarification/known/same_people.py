"""What is made right behind a deed for somebody (`open an account for 7, then add a card`) is for
the same person: nobody new was spoken of."""

from pipelines.clarification.known.carried_elsewhere import is_given
from pipelines.contracts.intent import EntityRef, Goal, IntentResult
from pipelines.intent.dialogue.gathering import refs_of
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue


def with_same_people(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading with the person of the deed before, where one is told by an id and what is made
    is given to such people."""
    goals: list[Goal] = []
    person: EntityRef | None = None
    for goal in intent.goals:
        made = _given(goal, person, catalogue) if person is not None else goal
        goals.append(made)
        people = [ref for ref in refs_of(made) if _is_told(ref, catalogue)]
        person = people[0] if len(people) == 1 else None
    if tuple(goals) == intent.goals:
        return intent
    missing = tuple(one for one in intent.missing if one.name != "recipient")
    return intent.model_copy(update={"goals": tuple(goals), "missing": missing})


def _is_told(ref: EntityRef, catalogue: Catalogue) -> bool:
    return len(ref.identifiers) == 1 and catalogue.lexicon.is_person(ref.type)


def _given(goal: Goal, person: EntityRef, catalogue: Catalogue) -> Goal:
    kind, whose = goal.object.type, person.type
    plain = not (goal.related or goal.object.identifiers or goal.object.made_by or goal.tool)
    makes = goal.function is FunctionType.CREATE and kind is not None and kind != whose
    if not (plain and makes) or kind is None or whose is None:
        return goal
    if not is_given(kind, whose, catalogue):
        return goal
    same = person.model_copy(update={"role": "recipient", "reference": None})
    return goal.model_copy(update={"related": (same,)})
