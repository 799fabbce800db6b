"""A text that is said of a thing which exists, and that only another kind has (the reason for which
an order is refunded), is told of what is done on the way."""

from collections.abc import Iterator

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Instruction, IntentResult
from pipelines.reasoning.arguments.naming import ends_with
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind, Lexicon


def with_loose_values(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading in which such a text is a remark, where a tool of that action takes one."""
    loose = [
        part
        for goal in intent.goals
        for part in _loose(goal, catalogue)
        if _is_named(part, intent.text, catalogue.lexicon)
    ]
    if not loose:
        return intent
    goals = tuple(_without(goal, loose) for goal in intent.goals)
    said = [one.span for one in intent.supplements]
    told = [
        Instruction(kind="remark", text=one.span.text, span=one.span)
        for one in loose
        if not any(map(one.span.meets, said))
    ]
    return intent.model_copy(update={"goals": goals, "supplements": (*intent.supplements, *told)})


def _without(goal: Goal, loose: list[Constraint]) -> Goal:
    kept = tuple(one for one in goal.object.constraints if one not in loose)
    thing: EntityRef = goal.object.model_copy(update={"constraints": kept})
    return goal.model_copy(update={"object": thing})


def _loose(goal: Goal, catalogue: Catalogue) -> Iterator[Constraint]:
    thing = goal.object
    if goal.function is not FunctionType.OPERATE or thing.type is None or not thing.identifiers:
        return
    tools = catalogue.tools.values()
    for part in thing.constraints:
        name = part.attribute
        if name is None or part.argument is not None or not isinstance(part.value, str):
            continue
        own = (one for tool in tools for one in (*tool.needs, *tool.yields))
        known = any((one.entity, one.attribute) == (thing.type, name) for one in own)
        takes = (
            slot.attribute == name
            for tool in tools
            if goal.action in tool.actions
            for slot in tool.needs
        )
        if not known and any(takes):
            yield part


def _is_named(part: Constraint, text: str, lexicon: Lexicon) -> bool:
    concept = lexicon.concept(Kind.ATTRIBUTE, part.attribute or "")
    names = concept.surfaces if concept is not None else ()
    return any(ends_with(text[: part.span.start], name) for name in names)
