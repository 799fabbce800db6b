"""Two values that contradict each other as they were said, and fit the other way round."""

from pipelines.clarification.building import reading_choices
from pipelines.clarification.offer import Offered
from pipelines.clarification.phrasing import sentence_of
from pipelines.clarification.without_dropped import Check
from pipelines.contracts.intent import Constraint, Goal, IntentResult
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_AMOUNT = "amount"
"""What is asked where more is taken off than has to be spent."""
_LEAST = "threshold"


async def exchanged_choices(
    intent: IntentResult, catalogue: Catalogue, check: Check
) -> tuple[Offered, ...]:
    """That reading as a choice, where it can be done."""
    other = exchanged(intent, catalogue.lexicon)
    made, _ = await check(other) if other is not None else (None, None)
    return reading_choices([(sentence_of(made, catalogue, ()), made)] if made is not None else ())


def exchanged(intent: IntentResult, lexicon: Lexicon) -> IntentResult | None:
    """The reading with the two values in each other's places, where their contradiction is all that
    it lacks: `30 off 5` may be 5 off 30."""
    if [one.name for one in intent.missing if one.blocking] != [_AMOUNT]:
        return None
    goals = tuple(_with_exchanged(goal, lexicon) for goal in intent.goals)
    if goals == intent.goals:
        return None
    return intent.model_copy(update={"goals": goals, "missing": ()})


def _with_exchanged(goal: Goal, lexicon: Lexicon) -> Goal:
    least, taken = (_only(goal, lexicon.canonical(Kind.ATTRIBUTE, n)) for n in (_LEAST, _AMOUNT))
    if least is None or taken is None or not _is_more(taken, least):
        return goal
    places = {least.attribute: taken, taken.attribute: least}
    told = tuple(
        places[one.attribute].model_copy(
            update={"attribute": one.attribute, "argument": one.argument}
        )
        if one in (least, taken)
        else one
        for one in goal.object.constraints
    )
    return goal.model_copy(update={"object": goal.object.model_copy(update={"constraints": told})})


def _only(goal: Goal, attribute: str | None) -> Constraint | None:
    found = [one for one in goal.object.constraints if one.attribute == attribute]
    return found[0] if len(found) == 1 else None


def _is_more(taken: Constraint, least: Constraint) -> bool:
    numbers = (taken.value, least.value)
    first, second = (one if isinstance(one, int | float) else 0 for one in numbers)
    return first > second > 0 and taken.unit == least.unit
