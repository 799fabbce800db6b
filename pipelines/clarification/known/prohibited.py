"""What must not be done, by the verbs in its words: `do not touch the repair` forbids repairing, as
nothing changes a repair by itself. What has no word that denies forbids nothing: `any new one will
do` lets one be made."""

import re
from collections.abc import Iterator

from pipelines.clarification.known.unaccounted import with_unaccounted
from pipelines.contracts.intent import EntityRef, Goal, Instruction, IntentResult, Span, unused_ids
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.patterns import denies

_MAKE = "create"
_NAME = re.compile(r"[A-Za-z_-]*\d[A-Za-z0-9_-]{2,}", re.ASCII)


def with_prohibited_deeds(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading in which a prohibition that no tool would break as it was read forbids the deeds
    that its words name; none that is wanted."""
    if not intent.negative:
        return intent
    intent = _allowed(intent, catalogue.lexicon)
    kept = tuple(one for one in intent.negative if not _is_kept(one, intent, catalogue.lexicon))
    intent = intent.model_copy(update={"negative": kept})
    intent = with_unaccounted(intent, _against(intent))
    told = tuple(one for item in intent.negative for one in _meant(item, intent, catalogue))
    return intent if told == intent.negative else intent.model_copy(update={"negative": told})


def _against(intent: IntentResult) -> Iterator[Span]:
    """What is to be left alone by its id, and is to be changed by it as well."""
    goals = (goal for goal in intent.goals if goal.function.writes)
    named = {one.value for goal in goals for one in goal.object.identifiers}
    for item in intent.negative:
        if named & set(_NAME.findall(item.text)) and denies(item.text):
            yield item.span


def _is_kept(item: Instruction, intent: IntentResult, lexicon: Lexicon) -> bool:
    """It is about things by their ids (`leave 17 alone`), and all that is done is done to others of
    that kind, by theirs: nothing would touch them."""
    told = set(_NAME.findall(item.text))
    goals = [goal for goal in intent.goals if goal.function.writes]
    named = [{one.value for one in goal.object.identifiers} for goal in goals]
    nouns = (match.of(Kind.ENTITY) for match in lexicon.scan(item.text))
    kinds = {one.name for one in nouns if one is not None}
    others = all(ids and not ids & told for ids in named)
    related = {one.value for goal in goals for ref in goal.related for one in ref.identifiers}
    return bool(told and goals and others) and not told & related and kinds <= _kinds(goals)


def _kinds(goals: list[Goal]) -> set[str | None]:
    return {goal.object.type for goal in goals}


def _allowed(intent: IntentResult, lexicon: Lexicon) -> IntentResult:
    """With what only says that something may be made, as that."""
    makes = [
        one
        for one in intent.negative
        if one.kind == "forbid" and one.action == _MAKE and not denies(one.text)
    ]
    if not makes or denies(intent.text):
        return intent
    for one in makes:
        kept = tuple(other for other in intent.negative if other is not one)
        intent = _made(one, intent.model_copy(update={"negative": kept}), lexicon)
    return intent


def _made(lets: Instruction, intent: IntentResult, lexicon: Lexicon) -> IntentResult:
    """With the thing right before these words made first; else whatever is missing may be."""
    found = [(goal, ref) for goal in intent.goals for ref in goal.related if _is_open(ref, lets)]
    found = found or [*_noun_before(lets, intent, lexicon)]
    if len(found) != 1 or found[0][1].type is None:
        more = lets.model_copy(update={"kind": "create_missing"})
        return intent.model_copy(update={"supplements": (*intent.supplements, more)})
    [(goal, ref)] = found
    name = next(unused_ids(intent.goals))
    thing = ref.model_copy(update={"quantity": 1, "role": None})
    first = Goal(
        id=name,
        action=_MAKE,
        action_words=lets.text,
        function=FunctionType.CREATE,
        object=thing,
        text=f"{ref.words}{lets.text}",
        span=lets.span,
    )
    given = ref.model_copy(update={"made_by": name})
    related = (*(one for one in goal.related if one is not ref), given)
    after = goal.model_copy(update={"related": related})
    goals = (first, *(after if one is goal else one for one in intent.goals))
    return intent.model_copy(update={"goals": goals})


def _noun_before(
    lets: Instruction, intent: IntentResult, lexicon: Lexicon
) -> Iterator[tuple[Goal, EntityRef]]:
    """The person that is spoken of there, for whom the only thing is made."""
    at = lets.span.start
    nouns = [one for one in lexicon.scan(intent.text) if 0 <= at - one.end <= 1]
    kind = nouns[-1].of(Kind.ENTITY) if nouns else None
    if kind is None or len(intent.goals) != 1 or not lexicon.is_person(kind.name):
        return
    [goal] = intent.goals
    if goal.function is FunctionType.CREATE and kind.name not in {o.type for o in goal.related}:
        span = Span(start=nouns[-1].start, end=nouns[-1].end, text=nouns[-1].text)
        yield goal, EntityRef(type=kind.name, role="recipient", words=span.text, span=span)


def _is_open(ref: EntityRef, lets: Instruction) -> bool:
    """It stands right before these words, and nothing says which one it is."""
    named = ref.identifiers or ref.constraints or ref.made_by or ref.reference
    return not named and ref.span is not None and 0 <= lets.span.start - ref.span.end <= 1


def _meant(item: Instruction, intent: IntentResult, catalogue: Catalogue) -> Iterator[Instruction]:
    tools = [tool for tool in catalogue.tools.values() if tool.function.writes]
    does = any(
        item.action in (None, *tool.actions) and item.object in (None, *tool.objects[:1])
        for tool in tools
    )
    wanted = {goal.action for goal in intent.goals}
    found = catalogue.lexicon.overlapping(item.text)
    named = {one.name for match in found for one in match.concepts if one.kind is Kind.ACTION}
    deeds = [
        name
        for name in sorted(named - wanted)
        if any(name in tool.actions for tool in tools if tool.function.value != "create")
    ]
    if does or not deeds:
        yield item
        return
    for name in deeds:
        yield item.model_copy(update={"action": name, "object": None})
