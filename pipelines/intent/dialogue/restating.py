"""A reading of a conversation as one sentence: what was said first, with what is said instead."""

import re
from collections.abc import Iterable, Iterator, Mapping

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, IntentResult, Span
from pipelines.intent.dialogue.gathering import refs_of
from pipelines.messages import Language, say
from pipelines.messages.labels import entity_label
from tool_registry.vocabulary.lexicon import Lexicon
from tool_registry.vocabulary.numerals import number_of, numeral_pattern, words_pattern

_COUNTING = re.compile(f"{numeral_pattern()}|{words_pattern()}", re.IGNORECASE)


def restated(first: IntentResult, last: IntentResult, lexicon: Lexicon) -> Iterator[str]:
    """Sentences that may say at once what `last` is a reading of; `first`: its first message's.

    What a sentence says indeed is for a reader to tell: see `same_meaning`."""
    edits = dict(_edits(first, last, lexicon))
    counts = list(_counts(first, last))
    for way in zip(*counts, strict=False) if counts else ((),):
        yield _placed(_with(first.text, {**edits, **dict(way)}), first, last)
    yield last.meant


def is_borrowed(read: IntentResult) -> bool:
    """True where its words only point at what the conversation, or a page, calls by name."""
    refs = (ref for goal in read.goals for ref in refs_of(goal))
    return not all(_is_said(one) for ref in refs for one in ref.identifiers)


def counts_said(read: IntentResult) -> tuple[Span, ...]:
    """Where its words say how many of something."""
    return tuple(filter(None, dict.fromkeys(_counted_at(goal, read) for goal in read.goals)))


def same_meaning(one: IntentResult, other: IntentResult) -> bool:
    """True where both say to do the same things, with the same values, in the same place; by
    which tools is not looked at."""
    return _meaning(one) == _meaning(other)


# ---- what differs --------------------------------------------------------------------------


def _with(text: str, edits: Mapping[Span, str]) -> str:
    for span, now in sorted(edits.items(), key=lambda one: one[0].start, reverse=True):
        text = f"{text[: span.start]}{now}{text[span.end :]}"
    return text


def _placed(text: str, first: IntentResult, last: IntentResult) -> str:
    """With the environment, where only a later message has named it."""
    named = last.spans.get("environment")
    if first.environment_words is not None or named is None:
        return text
    return say(first.language, "conversation.behind", text=text, said=named.text)


def _edits(first: IntentResult, last: IntentResult, lexicon: Lexicon) -> Iterator[tuple[Span, str]]:
    """Places in the first message → what stands there now."""
    place, named = first.spans.get("environment"), last.spans.get("environment")
    if place is not None and named is not None and first.environment != last.environment:
        yield place, named.text
    for before, now in zip(first.goals, last.goals, strict=False):
        state, reached = before.target_state, now.target_state
        for old, new in zip(refs_of(before), refs_of(now), strict=False):
            for was, one in zip(old.identifiers, new.identifiers, strict=False):
                if was.value != one.value or not _is_said(one):
                    words = one.span.text if _is_said(one) else one.value
                    if not _is_said(was):
                        words = _named(new, one.value, first.language, lexicon)
                    yield was.span, words
            yield from _values(zip(old.constraints, new.constraints, strict=False))
        if state is not None and reached is not None:
            yield from _values([(state, reached)])


def _named(ref: EntityRef, name: str, language: Language, lexicon: Lexicon) -> str:
    if ref.type is None:
        return name
    noun = entity_label(lexicon, ref.type, language)
    return say(language, "choices.somebody", noun=noun, value=name)


def _is_said(one: Identifier) -> bool:
    return one.value.casefold() in one.span.text.casefold()


def _values(pairs: Iterable[tuple[Constraint, Constraint]]) -> Iterator[tuple[Span, str]]:
    for was, one in pairs:
        if was.value != one.value:
            yield was.span, one.span.text or str(one.value)


def _counts(
    first: IntentResult, last: IntentResult
) -> Iterator[tuple[tuple[Span, str], tuple[Span, str]]]:
    """For each goal with another count, two ways to say it: in place of the number that said it or
    else of the first word (`a card`), and before all words."""
    for before, now in zip(first.goals, last.goals, strict=False):
        words = before.object.span
        if before.quantity == now.quantity or words is None:
            continue
        count = str(now.quantity)
        begin = Span(start=words.start, end=words.start, text="")
        head = words.text.split(" ", 1)[0]
        article = Span(start=words.start, end=words.start + len(head), text=head)
        yield (_counted_at(before, first) or article, count), (begin, f"{count} ")


def _counted_at(goal: Goal, first: IntentResult) -> Span | None:
    """Where the sentence says how many: a number of that size that stands for nothing else."""
    thing = goal.object.span or Span(start=0, end=0, text="")
    taken = [one.span for ref in refs_of(goal) for one in (*ref.identifiers, *ref.constraints)]
    for number in _COUNTING.finditer(first.text, thing.start, thing.end):
        place = Span(start=number.start(), end=number.end(), text=number.group())
        free = not any(place.meets(one) for one in taken)
        if free and number_of(place.text.casefold()) == goal.quantity:
            return place
    return None


# ---- what it comes to ----------------------------------------------------------------------


def _meaning(read: IntentResult) -> tuple[object, ...]:
    ruled = tuple((one.kind, one.action, one.object) for one in read.negative)
    more = tuple((one.kind, one.action, one.object) for one in read.supplements)
    gaps = frozenset(one.name for one in read.missing if one.blocking)
    goals = tuple(map(_deed, read.goals))
    return read.environment, read.production, read.stress, goals, ruled, more, gaps


def _deed(goal: Goal) -> tuple[object, ...]:
    state = _value(goal.target_state) if goal.target_state is not None else None
    whom = tuple(sorted(map(repr, map(_thing, goal.related))))
    flags = goal.quantity, goal.per_each, goal.if_none, goal.asked
    return goal.action, goal.function, _thing(goal.object), whom, state, flags


def _thing(ref: EntityRef) -> tuple[object, ...]:
    names = tuple(sorted(map(repr, map(_name, ref.identifiers))))
    values = tuple(sorted(map(repr, map(_value, ref.constraints))))
    pointed = ref.reference, ref.made_by, ref.which
    return ref.type, ref.role, names, values, ref.quantity or 1, pointed


def _name(one: Identifier) -> tuple[object, ...]:
    return one.attribute, one.value, one.argument


def _value(one: Constraint) -> tuple[object, ...]:
    return one.attribute, one.operator, one.value, one.unit, one.argument
