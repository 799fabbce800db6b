"""Who made a thing (`who filed report 7`, `whose report is 7`) is told by the person that those who
make such things name, where looking at one shows that person."""

import re
from functools import cache
from pathlib import Path

from pipelines.contracts.intent import EntityRef, Goal, IntentResult, Span
from pipelines.messages import Language
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.base.yaml_files import packaged
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind

_DATA = Path(__file__).with_suffix(".yaml")
_ID, _OBJECT = "id", "object"
_AS_LOOK: dict[str, object] = {
    "action": "query",
    "action_words": "",
    "function": FunctionType.QUERY,
    "target_state": None,
}


def with_asked_makers(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading in which such a question looks at the thing and asks for that person. Another
    deed (`who repaired it`) is of somebody else, and stays as it was read."""
    if (looks := _only_looking(intent)) is not None:
        return looks
    thing = _thing(intent)
    if thing is None or thing.type is None or intent.unassigned:
        return intent
    places = _places(intent, thing, catalogue)
    persons = _makers(thing.type, catalogue)
    if places is None or len(persons) != 1:
        return intent
    [(person, key)] = persons
    kinds, around = places
    if kinds - {person, thing.type}:
        return intent
    goal = intent.goals[0]
    object_ = thing.model_copy(update={"role": None})
    told = {**_AS_LOOK, "object": object_, "related": (), "asked": (key,)}
    unread = tuple(one for one in intent.unread if not _is_within(one, around))
    return intent.model_copy(
        update={
            "goals": (goal.model_copy(update=told),),
            "unread": unread,
            "intent_type": IntentType.QUERY_DATA,
            "missing": tuple(one for one in intent.missing if one.name != _OBJECT),
        }
    )


def _only_looking(intent: IntentResult) -> IntentResult | None:
    """`Who repaired it` wants nothing repaired: who did it stands in no thing's look, whose words
    for that are left; None where no deed was read that somebody is asked for."""
    goal: Goal | None = intent.goals[0] if len(intent.goals) == 1 else None
    if goal is None or not goal.function.writes or not goal.action_words:
        return None
    doer = _pattern("doer", intent.language).pattern
    asked = re.search(f"{doer}({re.escape(goal.action_words)})", intent.text, re.IGNORECASE)
    if asked is None:
        return None
    span = Span(start=asked.start(1), end=asked.end(1), text=asked[1])
    return intent.model_copy(
        update={
            "goals": (goal.model_copy(update=_AS_LOOK),),
            "unread": (*intent.unread, span),
            "intent_type": IntentType.QUERY_DATA,
        }
    )


def _thing(intent: IntentResult) -> EntityRef | None:
    """The one thing that is named in the only look of the sentence."""
    goal: Goal | None = intent.goals[0] if len(intent.goals) == 1 else None
    if goal is None or goal.function is not FunctionType.QUERY or goal.asked:
        return None
    refs = (goal.object, *goal.related)
    named = [one for one in refs if one.identifiers]
    if len(named) != 1 or len(named[0].identifiers) != 1 or any(one.constraints for one in refs):
        return None
    return named[0] if goal.object.type in (None, named[0].type) else None


def _places(
    intent: IntentResult, thing: EntityRef, catalogue: Catalogue
) -> tuple[set[str], list[Span]] | None:
    """The kinds of things that the sentence names, and the places of its words for who made it;
    None where it asks for nobody, or for who did something else."""
    text, language = intent.text, intent.language
    spans = [_span(one) for one in _pattern("who", language).finditer(text)]
    if not spans:
        return None
    kinds = set[str]()
    where = intent.spans.get("environment")
    for match in catalogue.lexicon.scan(text):
        if where is not None and where.start <= match.start < where.end:
            continue
        entity, deed = match.of(Kind.ENTITY), match.of(Kind.ACTION)
        span = Span(start=match.start, end=match.end, text=match.text)
        if entity is not None:
            kinds.add(entity.name)
        elif deed is not None and deed.function is FunctionType.CREATE:
            spans.append(span)
        elif deed is not None and deed.function is not None and deed.function.writes:
            return None
    spans += [_span(one) for one in _pattern("made", language).finditer(text)]
    spans += [_span(one) for one in _pattern("around", language).finditer(text)]
    return kinds, spans


def _makers(kind: str, catalogue: Catalogue) -> set[tuple[str, str]]:
    """The persons whom tools that make such things name by their ids, each with the key by which
    a look at one thing tells them."""
    named = {
        (slot.entity, slot.role)
        for tool in catalogue.tools.values()
        if tool.function is FunctionType.CREATE and tool.objects[:1] == (kind,)
        for slot in tool.needs
        if slot.entity is not None and slot.attribute == _ID and slot.required
        if catalogue.lexicon.is_person(slot.entity)
    }
    return {
        (one.entity, one.key)
        for tool in catalogue.tools.values()
        if tool.function is FunctionType.QUERY and tool.objects[:1] == (kind,)
        for one in tool.yields
        if one.entity is not None and one.attribute == _ID and (one.entity, one.role) in named
    }


def _is_within(span: Span, around: list[Span]) -> bool:
    """Nothing of it is left but what stands around the question."""
    places = {place for one in around for place in range(one.start, one.end)}
    left = (char for place, char in enumerate(span.text, span.start) if place not in places)
    return not any(char.isalnum() for char in left)


def _span(match: re.Match[str]) -> Span:
    return Span(start=match.start(), end=match.end(), text=match.group())


@cache
def _pattern(name: str, language: Language) -> re.Pattern[str]:
    data: dict[str, dict[Language, str]] = packaged(_DATA)
    return re.compile(data[name][language], re.IGNORECASE)
