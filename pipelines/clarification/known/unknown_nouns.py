"""Nouns that a reader took for a known kind of things, though no name of that kind stands in them.

A reader always names a kind: a made-up one would be served by the tools of its nearest neighbour.
With the noun as what tells apart one of the kind, a tool has to honour it, or nothing runs."""

import re
from collections.abc import Sequence

from rapidfuzz import fuzz

from pipelines.contracts.intent import Constraint, EntityRef, Goal, IntentResult, Span
from pipelines.contracts.limits import Limits
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.language import grammar_words
from tool_registry.vocabulary.lexicon import Kind, Lexicon, Match
from tool_registry.vocabulary.text import is_ideograph

_FEWEST = 2
_MANY = 3
"""Of a kind with so many names the vocabulary is taken to know how it is called."""
_ALIKE = 80
"""Two words are one, or forms of one, from so much on, of 100."""
_WORD = re.compile(r"[^\W\d_]+")
_RUN = re.compile(r"[\u4e00-\u9fff]+$")


def with_unknown_nouns(intent: IntentResult, lexicon: Lexicon) -> IntentResult:
    """The reading in which each unknown noun of what is to be made has to be honoured. One in
    letters is of no kind where the reader is not sure: a language has many more words for a kind
    than a catalogue knows."""
    unsure = intent.confidence < Limits().beside
    goals = tuple(_told(goal, intent.text, lexicon, unsure=unsure) for goal in intent.goals)
    if goals == intent.goals:
        return intent
    kinds = [a.object.type for a, b in zip(intent.goals, goals, strict=True) if a != b]
    gaps = tuple(f"{kind}." for kind in kinds)
    missing = tuple(one for one in intent.missing if not one.name.startswith(gaps))
    return intent.model_copy(update={"goals": goals, "missing": missing})


def _told(goal: Goal, text: str, lexicon: Lexicon, *, unsure: bool) -> Goal:
    thing = goal.object
    if goal.function is not FunctionType.CREATE or thing.type is None or goal.tool:
        return goal
    if unsure and _noun_in_letters(thing, lexicon):
        return goal.model_copy(update={"object": thing.model_copy(update={"type": None})})
    noun = _noun_in_signs(thing, lexicon)
    at = text.find(noun) if noun else -1
    if at < 0:
        return goal
    span = Span(start=at, end=at + len(noun), text=noun)
    kind = Constraint(attribute="type", value=noun, span=span)
    told = thing.model_copy(update={"constraints": (*thing.constraints, kind)})
    return goal.model_copy(update={"object": told})


def _is_told(ref: EntityRef, found: Sequence[Match]) -> bool:
    """A name of its kind, or values that tell what it is like, bear the kind out."""
    named = any(one.of(Kind.ENTITY) and _is_of(one, ref) for one in found)
    return bool(ref.identifiers or ref.constraints) or named


def _noun_in_letters(ref: EntityRef, lexicon: Lexicon) -> str:
    """All words of a phrase behind the last one that only holds it together, where nobody knows the
    last of them; else empty."""
    found = lexicon.scan(ref.words)
    if _is_told(ref, found) or any(map(is_ideograph, ref.words)):
        return ""
    words = list(_WORD.finditer(ref.words))
    idle = [n for n, one in enumerate(words) if one[0].casefold() in grammar_words("en")]
    noun = words[idle[-1] + 1 if idle else 0 :]
    known = noun and any(one.start <= noun[-1].start() < one.end for one in found)
    if not noun or known or _is_spelled_alike(noun[-1][0], ref, lexicon):
        return ""
    return ref.words[noun[0].start() : noun[-1].end()]


def _is_spelled_alike(noun: str, ref: EntityRef, lexicon: Lexicon) -> bool:
    """It may be one more name: a slip, another form or a piece of one of the kind's names."""
    kind = lexicon.concept(Kind.ENTITY, ref.type or "")
    names = [one.casefold() for one in (kind.name, *kind.surfaces) if one.isascii()] if kind else []
    said = noun.casefold()
    parts = {part for name in names for part in (name, *name.split())}
    return any(fuzz.ratio(said, part) >= _ALIKE or said in part or part in said for part in parts)


def _noun_in_signs(ref: EntityRef, lexicon: Lexicon) -> str:
    """The noun at the end of a Chinese phrase where nothing of the phrase is a name of its kind;
    else empty."""
    words = ref.words
    found = lexicon.scan(words)
    if _is_told(ref, found):
        return ""
    last = next((one for one in found if one.end == len(words)), None)
    if last is not None and not _is_another(last, ref):
        return ""
    head, tail = (words, "") if last is None else (words[: last.start], last.text)
    before = max((one.end for one in found if one.end <= len(head)), default=0)
    run = _RUN.search(head[before:])
    noun = run[0] + tail if run else ""
    return noun if len(noun) >= _FEWEST and not _is_alike(noun, ref, lexicon) else ""


def _is_alike(noun: str, ref: EntityRef, lexicon: Lexicon) -> bool:
    """It may be one more name: its head is one of the kind's names in short, or hardly any name of
    the kind is known in that script."""
    kind = lexicon.concept(Kind.ENTITY, ref.type or "")
    names = [one for one in (kind.name, *kind.surfaces) if _RUN.search(one)] if kind else []
    heads = (one.startswith(noun[-1]) or one.endswith(noun[-_FEWEST:]) for one in names)
    return len(names) < _MANY or any(heads)


def _is_of(match: Match, ref: EntityRef) -> bool:
    return any(one.kind is Kind.ENTITY and one.name == ref.type for one in match.concepts)


def _is_another(match: Match, ref: EntityRef) -> bool:
    """It names another kind of things, and nothing that this kind has."""
    kinds = (Kind.ENTITY, Kind.MARKER)
    return not _is_of(match, ref) and all(one.kind in kinds for one in match.concepts)
