"""Nouns that a reader took for a known kind of things, though no name of that kind stands in them.

A reader always names a kind: a made-up one would be served by the tools of its nearest neighbour.
With the noun as what tells apart one of the kind, a tool has to honour it, or nothing runs."""

import re

from pipelines.contracts.intent import Constraint, EntityRef, Goal, IntentResult, Span
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Kind, Lexicon, Match

_FEWEST = 2
_MANY = 3
"""Of a kind with so many names the vocabulary is taken to know how it is called."""
_RUN = re.compile(r"[\u4e00-\u9fff]+$")


def with_unknown_nouns(intent: IntentResult, lexicon: Lexicon) -> IntentResult:
    """The reading in which each unknown noun of what is to be made has to be honoured."""
    goals = tuple(_told(goal, intent.text, lexicon) for goal in intent.goals)
    return intent if goals == intent.goals else intent.model_copy(update={"goals": goals})


def _told(goal: Goal, text: str, lexicon: Lexicon) -> Goal:
    made = goal.function is FunctionType.CREATE and goal.object.type is not None
    noun = unknown_noun(goal.object, lexicon) if made else ""
    at = text.find(noun) if noun else -1
    if at < 0:
        return goal
    span = Span(start=at, end=at + len(noun), text=noun)
    kind = Constraint(attribute="type", value=noun, span=span)
    constraints = (*goal.object.constraints, kind)
    return goal.model_copy(
        update={"object": goal.object.model_copy(update={"constraints": constraints})}
    )


def unknown_noun(ref: EntityRef, lexicon: Lexicon) -> str:
    """The noun at the end of a Chinese phrase where nothing of the phrase is a name of its kind;
    else empty. Values that tell what it is like bear the kind out, whatever it is called."""
    words = ref.words
    found = lexicon.scan(words)
    if (
        ref.identifiers
        or ref.constraints
        or any(one.of(Kind.ENTITY) and _is_of(one, ref) for one in found)
    ):
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
