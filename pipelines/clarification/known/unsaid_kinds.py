"""A verb ahead of the noun of what is made (`a repair job`) says which kind of it is wanted; where
the author's closed set of kinds has no such one, no other is made in its place."""

from collections.abc import Iterator
from itertools import pairwise

from pipelines.clarification.filling import open_slots
from pipelines.clarification.known.unaccounted import with_unaccounted
from pipelines.contracts.intent import Goal, IntentResult, Span
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind, Match


def with_unsaid_kinds(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading with such verbs as words that nothing accounts for, where every tool that makes
    the thing has to be told one of a closed set of which nothing is said."""
    goals = (goal for goal in intent.goals if _lacks_kind(goal, catalogue))
    found = [one for goal in goals for one in _verbs_ahead(goal, intent.text, catalogue)]
    return with_unaccounted(intent, found)


def _lacks_kind(goal: Goal, catalogue: Catalogue) -> bool:
    if goal.tool is not None or goal.function is not FunctionType.CREATE:
        return False
    said = {one.attribute for one in goal.object.constraints}
    makers = [
        tool
        for tool in catalogue.tools.values()
        if tool.function is FunctionType.CREATE and tool.objects[:1] == (goal.object.type,)
    ]
    return bool(makers) and all(_wants_another(tool, said) for tool in makers)


def _wants_another(tool: ToolEssentialModel, said: set[str | None]) -> bool:
    """It has to be told one of a closed set for its own thing that is none of these."""
    return any(
        slot.required and slot.values and slot.default is None and slot.attribute not in said
        for slot in open_slots(tool)
        if slot.entity in (None, tool.objects[0])
    )


def _verbs_ahead(goal: Goal, text: str, catalogue: Catalogue) -> Iterator[Span]:
    """The words right ahead of the thing's noun that are verbs and nothing else."""
    place = goal.object.span
    if place is None:
        return
    every = [m for m in catalogue.lexicon.scan(text) if place.start <= m.start < place.end]
    for word, noun in pairwise(every):
        thing = noun.of(Kind.ENTITY)
        if thing is None or thing.name != goal.object.type or text[word.end : noun.start].strip():
            continue
        if {one.kind for one in word.concepts} == {Kind.ACTION} and not _is_said(goal, word):
            yield Span(start=word.start, end=word.end, text=text[word.start : word.end])


def _is_said(goal: Goal, word: Match) -> bool:
    span = Span(start=word.start, end=word.end, text="")
    return any(one.span.meets(span) for one in goal.object.constraints)
