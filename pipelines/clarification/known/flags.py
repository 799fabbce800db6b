"""What a look asks of a field that is either so or not (`drivers on leave`): so, where the field's
own words are said; other words say nothing of it, and no record is passed over for them."""

from collections.abc import Iterator

from pipelines.contracts.intent import Constraint, Goal, IntentResult, Span
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind
from tool_registry.vocabulary.text import fold, split_identifier

_BOOLEAN = "boolean"


def with_flags(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading with such values as true or false; those that are neither are words that nothing
    uses, and told."""
    unused: list[Span] = []
    goals = tuple(_told(goal, catalogue, unused) for goal in intent.goals)
    if goals == intent.goals:
        return intent
    return intent.model_copy(update={"goals": goals, "unread": (*intent.unread, *unused)})


def _told(goal: Goal, catalogue: Catalogue, unused: list[Span]) -> Goal:
    if goal.function is not FunctionType.QUERY:
        return goal
    kept: list[Constraint] = []
    for one in goal.object.constraints:
        names = {fold(name) for name in _names(one, goal, catalogue)}
        if not names or isinstance(one.value, bool) or one.operator not in ("eq", "ne"):
            kept.append(one)
        elif (said := _says(fold(one.span.text), names, catalogue)) is not None:
            so = said == (one.operator == "eq")
            kept.append(one.model_copy(update={"value": so, "operator": "eq"}))
        else:
            unused.append(one.span)
    thing = goal.object.model_copy(update={"constraints": tuple(kept)})
    return goal.model_copy(update={"object": thing}) if thing != goal.object else goal


def _says(said: str, names: set[str], catalogue: Catalogue) -> bool | None:
    """Whether the words are the field's own, or a `not` ahead of these; None for other words."""
    if said in names:
        return True
    before = next((said.removesuffix(n).strip() for n in names if said.endswith(n)), "")
    marks = catalogue.lexicon.lookup(before, Kind.MARKER) if before else ()
    return False if any(one.name == "negation" for one in marks) else None


def _names(one: Constraint, goal: Goal, catalogue: Catalogue) -> Iterator[str]:
    """What the field is called; nothing where some tool shows more than true and false there."""
    shown = [
        item
        for tool in catalogue.tools.values()
        for item in tool.yields
        if (item.entity, item.attribute) == (goal.object.type, one.attribute)
    ]
    if not shown or any(item.type != _BOOLEAN for item in shown):
        return
    concept = catalogue.lexicon.concept(Kind.ATTRIBUTE, one.attribute or "")
    yield from (one.attribute or "", *(concept.surfaces if concept is not None else ()))
    yield from (" ".join(split_identifier(item.key)) for item in shown)
