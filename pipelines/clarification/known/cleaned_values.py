"""Values without what only holds a sentence together: a lone grammar word is none (`somebody who
has a card` is of no level `has`), a hyphen joins a number to its unit (`a 1-star`), and Chinese
signs between an id and the verb are of the verb, as is a noun ahead of the id none of it."""

import re
from collections.abc import Iterator

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, IntentResult, Span
from tool_registry.vocabulary.language import grammar_words
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_JOINED = re.compile(r"\d+(?:\.\d+)?-")
_NUMBERED = re.compile(r"[ #]+(\d\S*)")
_ID = re.compile(r"([A-Za-z_-]*\d[A-Za-z0-9_-]{2,})[\u4e00-\u9fff]+", re.ASCII)


def with_cleaned_values(intent: IntentResult, lexicon: Lexicon) -> IntentResult:
    """The reading with such values cleaned or left out, and with such units read."""

    def told(goal: Goal) -> Goal:
        thing = _named(_cleaned(goal.object, lexicon), goal, intent.text, lexicon)
        related = tuple(_cleaned(ref, lexicon) for ref in goal.related)
        return goal.model_copy(update={"object": thing, "related": related})

    goals = tuple(map(told, intent.goals))
    if goals == intent.goals:
        return intent
    joined = {one.span.end for goal in intent.goals for one in _values(goal) if _is_joined(one)}
    unread = tuple(one for one in intent.unread if one.start not in joined)
    return intent.model_copy(update={"goals": goals, "unread": unread})


def _values(goal: Goal) -> Iterator[Constraint]:
    for ref in (goal.object, *goal.related):
        yield from ref.constraints


def _cleaned(ref: EntityRef, lexicon: Lexicon) -> EntityRef:
    kept = tuple(map(_number, (one for one in ref.constraints if not _is_grammar(one, lexicon))))
    return ref if kept == ref.constraints else ref.model_copy(update={"constraints": kept})


def _named(ref: EntityRef, goal: Goal, text: str, lexicon: Lexicon) -> EntityRef:
    """With ids that begin behind the thing's own noun and end where the words of the verb begin."""

    def told(one: Identifier) -> Identifier:
        one = _without_noun(one, ref, lexicon)
        plain = _ID.fullmatch(one.value)
        verb = goal.action_words
        if plain is None or not verb or not text.startswith(verb, one.span.end):
            return one
        end = one.span.start + len(plain[1])
        span = Span(start=one.span.start, end=end, text=text[one.span.start : end])
        return one.model_copy(update={"value": plain[1], "span": span})

    return ref.model_copy(update={"identifiers": tuple(map(told, ref.identifiers))})


def _without_noun(one: Identifier, ref: EntityRef, lexicon: Lexicon) -> Identifier:
    """`7` of `boat 7`: the noun is what it is, and no part of its id."""
    first = next(iter(lexicon.scan(one.value)), None)
    kind = first.of(Kind.ENTITY) if first is not None and first.start == 0 else None
    rest = _NUMBERED.fullmatch(one.value[first.end :]) if first is not None else None
    if kind is None or kind.name != ref.type or rest is None or one.value != one.span.text:
        return one
    span = Span(start=one.span.end - len(rest[1]), end=one.span.end, text=rest[1])
    return one.model_copy(update={"value": rest[1], "span": span})


def _is_grammar(one: Constraint, lexicon: Lexicon) -> bool:
    words = one.value if isinstance(one.value, str) else ""
    typed = words == one.span.text and words.casefold() in grammar_words("zh") | grammar_words("en")
    return typed and not lexicon.lookup(words, Kind.VALUE)


def _number(one: Constraint) -> Constraint:
    if not _is_joined(one):
        return one
    number = float(str(one.value)[:-1])
    return one.model_copy(update={"value": int(number) if number.is_integer() else number})


def _is_joined(one: Constraint) -> bool:
    return isinstance(one.value, str) and _JOINED.fullmatch(one.value) is not None
