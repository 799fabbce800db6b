"""Words of a look that neither name its things nor are values: what was said and is not used."""

from collections.abc import Iterator

from pipelines.contracts.intent import EntityRef, IntentResult, Span
from pipelines.intent.lexical.leftover import known_words, strangers
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.concept import TOOLS
from tool_registry.vocabulary.lexicon import Kind, Lexicon, Match
from tool_registry.vocabulary.text import fold, split_identifier

_SEVERAL = 2
_LEAD = 2
"""Characters between a name and its value, at most."""


def with_dropped(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading of a look with the words that a thing was called by and no kind of things, no
    name and no value is: `the cargo of boat 1` is no boat 1."""
    looks = intent.goals and not any(goal.function.writes for goal in intent.goals)
    if not looks or intent.supplements or intent.negative:
        return intent
    if not any(_is_imported(goal.object, catalogue) for goal in intent.goals):
        return intent
    taken = [*_accounted(intent), *_known(intent, catalogue)]
    left = (_content(one) for one in strangers(intent.text, taken))
    said = (one for one in left if one.text and not any(map(one.meets, intent.unread)))
    new = tuple(one for one in said if not _is_common(one.text, catalogue))
    if not new:
        return intent
    unread = sorted((*intent.unread, *new), key=lambda one: one.start)
    return intent.model_copy(update={"unread": tuple(unread)})


def noun_left_over(intent: IntentResult, lexicon: Lexicon) -> bool:
    """A word of a change for a kind of things, or for something of one, is in nothing that was read
    of it: `clear the phone` is no clearing of the order."""
    if not any(goal.function.writes for goal in intent.goals):
        return False
    beside = (one.span for one in (*intent.supplements, *intent.negative))
    taken = [*_accounted(intent), *((one.start, one.end) for one in beside)]
    nouns = (
        one
        for one in lexicon.scan(intent.text)
        if one.of(Kind.ENTITY) is not None or one.of(Kind.ATTRIBUTE) is not None
    )
    return any(not any(_is_in(one, *place) for place in taken) for one in nouns)


def _is_in(noun: Match, start: int, end: int) -> bool:
    """It stands there, or right ahead of it, as the name of what is said."""
    return start - _LEAD <= noun.end and noun.start < end


def _is_imported(ref: EntityRef, catalogue: Catalogue) -> bool:
    """Its kind is known from tools alone: readers have learned the words of packs and glossaries,
    and what is said of their kinds."""
    kind = catalogue.lexicon.concept(Kind.ENTITY, ref.type) if ref.type else None
    return kind is None or kind.source == TOOLS


def _is_common(word: str, catalogue: Catalogue) -> bool:
    """Authors say it of looks at several kinds of things: it tells none of them (`details`)."""
    said = fold(word)
    looks = (one for one in catalogue.tools.values() if one.function is FunctionType.QUERY)
    kinds = {
        one.objects[:1]
        for one in looks
        if said in fold(f"{' '.join(split_identifier(one.name))} {one.title} {one.description}")
    }
    return len(kinds) >= _SEVERAL


def _accounted(intent: IntentResult) -> Iterator[tuple[int, int]]:
    """Where the sentence says where, what is to be done, to what, and what singles it out."""
    spans = [*intent.retracted]
    refs = [ref for goal in intent.goals for ref in (goal.object, *goal.related)]
    for ref in (*refs, *intent.unassigned):
        spans += [*_said(ref), *([ref.span] if ref.span is not None and _is_called(ref) else [])]
    spans += [goal.target_state.span for goal in intent.goals if goal.target_state is not None]
    yield from ((one.start, one.end) for one in spans)
    words = (intent.environment_words, *(goal.action_words for goal in intent.goals))
    for one in filter(None, words):
        at = intent.text.find(one)
        yield (at, at + len(one)) if at >= 0 else (0, 0)


def _said(ref: EntityRef) -> list[Span]:
    return [one.span for one in (*ref.identifiers, *ref.constraints)]


def _is_called(ref: EntityRef) -> bool:
    """False for words that were only put to a thing of which the sentence speaks elsewhere."""
    said = [one.span for one in ref.identifiers]
    return not said or any(ref.span is not None and ref.span.meets(one) for one in said)


def _known(intent: IntentResult, catalogue: Catalogue) -> Iterator[tuple[int, int]]:
    """Words of the catalogue and of its packs; a sign by itself may be part of another word."""
    for match in catalogue.lexicon.overlapping(intent.text):
        if match.end - match.start > 1:
            yield match.start, match.end


def _content(one: Span) -> Span:
    """Without the particles at its beginning and its end."""
    known, text = known_words(), one.text
    while text and not text[0].isascii() and text[0] in known:
        text = text[1:]
    start = one.end - len(text)
    while text and not text[-1].isascii() and text[-1] in known:
        text = text[:-1]
    return Span(start=start, end=start + len(text), text=text)
