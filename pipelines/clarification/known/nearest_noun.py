"""An id right behind a noun names one of that kind, also where a reader took it for another thing's
(`the visits patient 7 had`), or for something of it that no tool knows (`patient 7`)."""

import re

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, IntentResult, Span
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon, Match

_PERSON = "person"
_ID = "id"
_LEAST = 3
"""Digits of a number that is a name, at least."""


def with_nearest_nouns(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading in which such an id is of the kind beside it: the owner of what was named first,
    where that kind is people, else what it belongs to."""
    intent = _named_behind(_named_ahead(intent, catalogue.lexicon))
    goals = tuple(_of_goal(goal, intent.text, catalogue) for goal in intent.goals)
    return intent if goals == intent.goals else intent.model_copy(update={"goals": goals})


def _named_ahead(intent: IntentResult, lexicon: Lexicon) -> IntentResult:
    """With a number right ahead of a bare noun as the name of that: `2001` ahead of a noun, which
    was taken for how many or how much, or one with a word for id behind it, taken for a day."""
    for goal in intent.goals:
        for ref in (goal.object, *goal.related):
            part = None if _says(ref) else _ahead(ref, intent, lexicon)
            if part is None or (ref is goal.object and part.span.text.isdecimal()):
                continue
            value = _digits(part, lexicon)
            name = Identifier(attribute=None, value=value, span=part.span)
            kept = tuple(one for one in ref.constraints if one is not part)
            told = ref.model_copy(update={"identifiers": (name,), "constraints": kept})
            goals = (_renamed(one, ref, told, part) for one in intent.goals)
            return intent.model_copy(update={"goals": tuple(o for o in goals if o is not None)})
    return intent


def _named_behind(intent: IntentResult) -> IntentResult:
    """With an id right behind a bare noun as the name of that, where it was taken for one more of
    what was named ahead of it (`patient 7 room 12`): there is no such other one."""
    refs = [ref for goal in intent.goals for ref in goal.related]
    for bare in (one for one in refs if one.type is not None and not _says(one)):
        for ref in refs:
            name = next(
                (o for o in ref.identifiers if _is_right_behind(o.span, bare, intent)), None
            )
            if name is None or ref.type == bare.type or ref.span is None:
                continue
            own = bare.model_copy(update={"identifiers": (name,)})
            kept = [goal for goal in intent.goals if ref not in goal.related]
            if any(goal.object == one.object for one in kept for goal in intent.goals):
                goals = tuple(_with(goal, bare, own) for goal in kept)
                return intent.model_copy(update={"goals": goals})
    return intent


def _is_right_behind(name: Span, bare: EntityRef, intent: IntentResult) -> bool:
    end = bare.span.end if bare.span is not None else name.end
    return end <= name.start and not intent.text[end : name.start].strip()


def _with(goal: Goal, bare: EntityRef, own: EntityRef) -> Goal:
    related = tuple(own if one == bare else one for one in goal.related)
    return goal.model_copy(update={"related": related})


def _digits(part: Constraint, lexicon: Lexicon) -> str:
    """The number that the words are, without a word for id behind it; empty where they are more."""
    text = part.span.text
    counter = _counter(text, lexicon)
    bare = text.removesuffix(counter)
    return bare if bare.isdecimal() and (counter or len(bare) >= _LEAST) else ""


def _says(ref: EntityRef) -> bool:
    return bool(ref.identifiers or ref.made_by or ref.reference)


def _ahead(ref: EntityRef, intent: IntentResult, lexicon: Lexicon) -> Constraint | None:
    """The number that ends where the noun begins."""
    if ref.span is None or ref.type is None:
        return None
    every = [
        one for goal in intent.goals for o in (goal.object, *goal.related) for one in o.constraints
    ]
    nouns = [one.start for one in lexicon.scan(ref.words) if ref.type in _kinds(one)]
    starts = {ref.span.start, *(ref.span.start + at for at in nouns)}
    found = (one for one in every if one.span.end in starts and _digits(one, lexicon))
    return next(found, None)


def _renamed(goal: Goal, old: EntityRef, new: EntityRef, part: Constraint) -> Goal | None:
    """With the name in its place; None for a goal that only the number has made."""

    def without(ref: EntityRef) -> EntityRef:
        if ref is old:
            return new
        kept = tuple(one for one in ref.constraints if one is not part)
        return ref.model_copy(update={"constraints": kept})

    thing = without(goal.object)
    if goal.object is not old and goal.object.span == part.span and not thing.constraints:
        return None
    related = tuple(map(without, goal.related))
    return goal.model_copy(update={"object": thing, "related": related})


def _of_goal(goal: Goal, text: str, catalogue: Catalogue) -> Goal:
    goal = goal.model_copy(update={"object": _bare(goal.object, catalogue.lexicon)})
    own = _numbered(goal.object, text, catalogue)
    if own is not None:
        return goal.model_copy(update={"object": own})
    parted = _parted(goal.object, text, catalogue.lexicon)
    if parted is None:
        return goal
    thing, beside = parted
    return goal.model_copy(update={"object": thing, "related": (beside, *goal.related)})


def _bare(ref: EntityRef, lexicon: Lexicon) -> EntityRef:
    """The thing with its ids without a word for id behind them: `101` of `101` and its counter."""
    if not any(_counter(one.value, lexicon) for one in ref.identifiers):
        return ref
    names = tuple(
        one.model_copy(update={"value": one.value.removesuffix(_counter(one.value, lexicon))})
        for one in ref.identifiers
    )
    return ref.model_copy(update={"identifiers": names})


def _counter(value: str, lexicon: Lexicon) -> str:
    """The word for id behind the plain signs of an id; empty without one."""
    plain = re.match(r"[A-Za-z0-9_-]*", value)
    rest = value[plain.end() :] if plain is not None and plain[0] else ""
    told = (one.name for one in lexicon.lookup(rest, Kind.ATTRIBUTE)) if rest else ()
    return rest if _ID in told else ""


def _numbered(ref: EntityRef, text: str, catalogue: Catalogue) -> EntityRef | None:
    """The thing with the bare number behind its noun as its id; None where it has one, or where the
    number is something that tools know of such things."""
    if ref.type is None or ref.span is None or ref.identifiers:
        return None
    words = text[ref.span.start :]
    own = [one for one in catalogue.lexicon.scan(words) if ref.type in _kinds(one)]
    for part in ref.constraints:
        behind = any(_is_before(one, ref.span.start, part.span, text) for one in own)
        bare = behind and part.unit is None and part.span.text.isdecimal()
        if bare and not _is_known(ref.type, part, catalogue):
            name = Identifier(attribute=None, value=part.span.text, span=part.span)
            left = tuple(one for one in ref.constraints if one is not part)
            return ref.model_copy(update={"identifiers": (name,), "constraints": left})
    return None


def _is_known(kind: str, part: Constraint, catalogue: Catalogue) -> bool:
    told = (one for tool in catalogue.tools.values() for one in (*tool.needs, *tool.yields))
    return any((one.entity, one.attribute) == (kind, part.attribute) for one in told)


def _parted(ref: EntityRef, text: str, lexicon: Lexicon) -> tuple[EntityRef, EntityRef] | None:
    """(the thing without the id, what the id names); None where the id is the thing's own."""
    if ref.type is None or ref.span is None or len(ref.identifiers) != 1:
        return None
    name = ref.identifiers[0].span
    nouns = [one for one in lexicon.scan(ref.words) if one.of(Kind.ENTITY) is not None]
    own = [one for one in nouns if ref.type in _kinds(one)]
    last = next((one for one in nouns if _is_before(one, ref.span.start, name, text)), None)
    kind = last.of(Kind.ENTITY) if last is not None else None
    if last is None or kind is None or ref.type in _kinds(last):
        return None
    if not own or own[0].end > last.start:
        return None
    start = ref.span.start + last.start
    head = Span(start=ref.span.start, end=start, text=text[ref.span.start : start])
    words = text[start : name.end]
    beside = EntityRef(
        type=kind.name,
        role="owner" if _PERSON in kind.flags else "parent",
        identifiers=ref.identifiers,
        words=words,
        span=Span(start=start, end=name.end, text=words),
    )
    left = {"identifiers": (), "words": head.text.strip(), "span": _trimmed(head)}
    return ref.model_copy(update=left), beside


def _is_before(noun: Match, offset: int, name: Span, text: str) -> bool:
    end = offset + noun.end
    return end <= name.start and not text[end : name.start].strip()


def _kinds(match: Match) -> set[str]:
    found: list[Concept] = [one for one in match.concepts if one.kind is Kind.ENTITY]
    return {one.name for one in found}


def _trimmed(span: Span) -> Span:
    text = span.text.rstrip()
    return Span(start=span.start, end=span.start + len(text), text=text)
