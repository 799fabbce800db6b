"""What was typed for what a sentence lacks, put into its reading."""

from collections.abc import Mapping

from pipelines.contracts.intent import EntityRef, Goal, Identifier, IntentResult, Span

RECIPIENT, IDENTIFIER = "recipient", ".identifier"


def completes(name: str) -> bool:
    """True for what is missing and can be put into a reading: who receives, what singles out."""
    return name == RECIPIENT or name.endswith(IDENTIFIER)


def completed(intent: IntentResult, typed: Mapping[str, str]) -> IntentResult:
    """The reading with these values, by the names of what is missing, which is missing no more."""
    goals = intent.goals
    for name, value in typed.items():
        one = Identifier(attribute=None, value=value, span=Span(start=0, end=0, text=value))
        if name == RECIPIENT:
            goals = (*(_received(goal, one) for goal in goals[:1]), *goals[1:])
        else:
            goals = tuple(_singled(goal, name.removesuffix(IDENTIFIER), one) for goal in goals)
    missing = tuple(one for one in intent.missing if one.name not in typed)
    return intent.model_copy(update={"goals": goals, "missing": missing})


def _received(goal: Goal, one: Identifier) -> Goal:
    """The goal with whom its thing is for."""
    at = next((n for n, ref in enumerate(goal.related) if ref.role == RECIPIENT), None)
    if at is None:
        ref = EntityRef(type=None, role=RECIPIENT, identifiers=(one,), words=one.value)
        return goal.model_copy(update={"related": (*goal.related, ref)})
    ref = goal.related[at].model_copy(update={"identifiers": (one,)})
    return goal.model_copy(update={"related": (*goal.related[:at], ref, *goal.related[at + 1 :])})


def _singled(goal: Goal, entity: str, one: Identifier) -> Goal:
    """The goal with what singles out each thing of that kind that nothing singles out yet."""
    told = {
        "object": _named(goal.object, entity, one),
        "related": tuple(_named(ref, entity, one) for ref in goal.related),
    }
    return goal.model_copy(update=told)


def _named(ref: EntityRef, entity: str, one: Identifier) -> EntityRef:
    free = not ref.identifiers and ref.made_by is None and ref.role != "new"
    mine = free and entity in (ref.type, ref.words)
    return ref.model_copy(update={"identifiers": (one,)}) if mine else ref
