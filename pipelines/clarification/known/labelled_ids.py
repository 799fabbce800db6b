"""An id right behind a noun names one of that kind (`item 7, address A7`): a reader may take
it for one more of what was named before, or for a text of the thing. Only what looks like an id is
moved so; the number of a goal's own thing is `nearest_noun`'s."""

import re
from collections.abc import Sequence

from pipelines.clarification.known.goal_ids import with_own_ids
from pipelines.clarification.known.taken_by import takes_id_of
from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, IntentResult, Span
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind

_SHAPE = re.compile(r"[A-Za-z]{1,6}[-_]?\d{3,}", re.ASCII)
"""Letters and digits that are no text of anything."""
_LABEL = re.compile(r"(?:\s*(?:id|no\.?|#))?[\s:\uff1a]*$", re.IGNORECASE)
"""What may stand between a noun and its id."""
_FAR = 24
"""So many signs before an id are looked at."""


def with_labelled_ids(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading in which such an id is of the kind before it, where tools take ids of that kind;
    what was to be done once more for it alone is done once."""
    goals: list[Goal] = []
    for goal in intent.goals:
        told = _labelled(goal, intent.text, catalogue)
        twin = _twin(told, goals) if told is not goal else None
        if twin is None:
            goals.append(told)
            continue
        kinds = {one.type for one in goals[twin].related}
        more = tuple(one for one in told.related if one.type not in kinds)
        both = (*goals[twin].related, *more)
        goals[twin] = goals[twin].model_copy(update={"related": both})
    if tuple(goals) == intent.goals:
        return intent
    return intent.model_copy(update={"goals": with_own_ids(goals, intent)})


def _labelled(goal: Goal, text: str, catalogue: Catalogue) -> Goal:
    found: dict[Span, EntityRef] = {}
    thing = _without(goal.object, text, catalogue, found)
    related = [_without(ref, text, catalogue, found) for ref in goal.related]
    if not found:
        return goal
    kept = [
        one for one, before in zip(related, goal.related, strict=True) if not _is_empty(one, before)
    ]
    return goal.model_copy(update={"object": thing, "related": (*kept, *found.values())})


def _without(
    ref: EntityRef, text: str, catalogue: Catalogue, found: dict[Span, EntityRef]
) -> EntityRef:
    """The thing without what names another one, which is left in `found`."""
    names: list[Identifier] = []
    for one in ref.identifiers:
        kind = _noun_before(one.span, text, catalogue) if _SHAPE.fullmatch(one.value) else None
        if kind is None or kind == ref.type:
            names.append(one)
        else:
            found[one.span] = _named(kind, one.span)
    parts: list[Constraint] = []
    for part in ref.constraints:
        bare = part.value == part.span.text and _SHAPE.fullmatch(part.span.text)
        kind = _noun_before(part.span, text, catalogue) if bare else None
        if kind is None:
            parts.append(part)
        else:
            found[part.span] = _named(kind, part.span)
    return ref.model_copy(update={"identifiers": tuple(names), "constraints": tuple(parts)})


def _is_empty(ref: EntityRef, before: EntityRef) -> bool:
    """Nothing but that id was said of it."""
    return ref != before and not (ref.identifiers or ref.constraints)


def _named(kind: str, span: Span) -> EntityRef:
    name = Identifier(attribute=None, value=span.text, span=span)
    return EntityRef(type=kind, role="parent", identifiers=(name,), words=span.text, span=span)


def _noun_before(span: Span, text: str, catalogue: Catalogue) -> str | None:
    """The kind whose noun ends where the id begins, where a tool takes ids of that kind."""
    label = _LABEL.search(text, 0, span.start)
    ahead = text[: label.start() if label is not None else span.start][-_FAR:]
    nouns = [one for one in catalogue.lexicon.scan(ahead) if one.end == len(ahead)]
    kinds = {kind.name for one in nouns if (kind := one.of(Kind.ENTITY)) is not None}
    taken = [one for one in kinds if any(takes_id_of(t, one) for t in catalogue.tools.values())]
    return taken[0] if len(taken) == 1 else None


def _twin(goal: Goal, before: Sequence[Goal]) -> int | None:
    """The place of an earlier goal of the same words."""
    said = (goal.action_words, goal.function, goal.object.type, goal.span, goal.object.span)
    for place, one in enumerate(before):
        if said == (one.action_words, one.function, one.object.type, one.span, one.object.span):
            return place
    return None
