"""A noun with a number behind it that a look leaves out (`only those of store 2002`) says whose the
things are: without it more would be shown than was asked for."""

import re

from pipelines.contracts.intent import EntityRef, Goal, Identifier, IntentResult, Span
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_DENIALS = frozenset({"negation", "except"})
_NUMBER = re.compile(r"[ #]?(\d{3,})(?!\d)")


def with_left_names(intent: IntentResult, lexicon: Lexicon) -> IntentResult:
    """The reading of one look with each such thing as what it belongs to; one that is to be left
    out is told as not understood."""
    if len(intent.goals) != 1 or intent.goals[0].function is not FunctionType.QUERY:
        return intent
    [goal] = intent.goals
    denied = [one.span for one in intent.negative if _denies(one.text, lexicon)]
    named = [ref.span for ref in _named(intent.text, lexicon) if ref.span is not None]
    unread = tuple(o for o in named if any(map(o.meets, denied)) and o not in intent.unread)
    if unread:
        return intent.model_copy(update={"unread": (*intent.unread, *unread)})
    wanted = [one for one in intent.negative if not _denies(one.text, lexicon)]
    kept = tuple(one for one in intent.negative if one not in wanted)
    plain = intent.model_copy(update={"negative": kept})
    new = tuple(ref for ref in _named(intent.text, lexicon) if not _is_read(ref, goal, plain))
    if not new or goal.tool is not None:
        return intent
    told = goal.model_copy(update={"related": (*goal.related, *new)})
    return plain.model_copy(update={"goals": (told,)})


def _denies(text: str, lexicon: Lexicon) -> bool:
    """A reader takes a limit (`only those`) for a prohibition; one has a word that denies."""
    found = lexicon.overlapping(text)
    names = {one.name for match in found for one in match.concepts if one.kind is Kind.MARKER}
    return bool(names & _DENIALS)


def _named(text: str, lexicon: Lexicon) -> list[EntityRef]:
    found: list[EntityRef] = []
    for match in lexicon.scan(text):
        kind, number = match.of(Kind.ENTITY), _NUMBER.match(text, match.end)
        if kind is None or number is None:
            continue
        span = Span(start=number.start(1), end=number.end(1), text=number[1])
        words = Span(start=match.start, end=span.end, text=text[match.start : span.end])
        name = Identifier(attribute=None, value=number[1], span=span)
        told = {"identifiers": (name,), "words": words.text, "span": words, "role": "parent"}
        found.append(EntityRef(type=kind.name).model_copy(update=told))
    return found


def _is_read(ref: EntityRef, goal: Goal, intent: IntentResult) -> bool:
    """The number stands in something that was read; a remark beside a look is told to nobody."""
    [name] = ref.identifiers
    told = [one for one in intent.supplements if one.kind != "remark"]
    beside = (*intent.unread, *(one.span for one in (*told, *intent.negative)))
    read = [
        one.span
        for thing in (goal.object, *goal.related)
        for one in (*thing.identifiers, *thing.constraints)
    ]
    return any(name.span.meets(one) for one in (*read, *beside, *intent.spans.values()))
