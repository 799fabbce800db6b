"""A number right in front of the noun of what is made (`60 tickets, 5 off 30`) says how many, where
a reader took it for one of their values, which has another number as well."""

from pipelines.contracts.intent import Constraint, Goal, IntentResult
from pipelines.contracts.reply_names import CONTRADICTION
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_BLANK = " "
"""What stands between the number and its noun."""


def with_counted_nouns(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading with such numbers as counts; what is a number itself is not counted."""
    goals = tuple(_counted(goal, intent.text, catalogue) for goal in intent.goals)
    if goals == intent.goals:
        return intent
    missing = tuple(one for one in intent.missing if one.name != CONTRADICTION)
    return intent.model_copy(update={"goals": goals, "missing": missing})


def _counted(goal: Goal, text: str, catalogue: Catalogue) -> Goal:
    thing = goal.object
    if goal.function is not FunctionType.CREATE or thing.type in catalogue.measures:
        return goal
    if thing.quantity not in (None, 1) or thing.identifiers:
        return goal
    names = [one.attribute for one in thing.constraints]
    twice = [one for one in thing.constraints if names.count(one.attribute) > 1]
    told = [one for one in twice if _counts(one, thing.type, text, catalogue.lexicon)]
    if len(told) != 1 or not isinstance(told[0].value, int):
        return goal
    kept = tuple(one for one in thing.constraints if one is not told[0])
    counted = thing.model_copy(update={"constraints": kept, "quantity": told[0].value})
    return goal.model_copy(update={"object": counted, "quantity": told[0].value})


def _counts(one: Constraint, kind: str | None, text: str, lexicon: Lexicon) -> bool:
    """It is a whole number with no unit of its own, and the noun of the kind comes next."""
    if isinstance(one.value, bool) or not one.span.text.isdigit():
        return False
    return any(
        noun.name == kind and text[one.span.end : match.start] == _BLANK
        for match in lexicon.scan(text)
        if (noun := match.of(Kind.ENTITY)) is not None
    )
