"""Whether effects can be taken back now: each has a call that does it, or a reason why it stays."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pipelines.execution.undo.effects import Effect
from pipelines.execution.undo.inverse import Blocked, Inverse, Place, inverse_of
from pipelines.execution.undo.standing import Standing
from pipelines.messages import Language, listed, say
from pipelines.messages.labels import entity_label, tool_title, value_label
from pipelines.summary.facts import Subject
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Lexicon

SEVERAL = 3
"""So many of several things are named by their ids."""


@dataclass(frozen=True, slots=True)
class Way:
    """A call that takes back what was done to one thing."""

    effect: Effect
    subject: Subject
    inverse: Inverse


@dataclass(frozen=True, slots=True)
class Stays:
    """An effect that nothing takes back now."""

    effect: Effect
    subject: Subject | None = None
    """The thing for which there is no way; None where nobody knows of any."""
    blocked: Blocked | None = None
    """The tool that would, were the thing in another state."""
    holder: Effect | None = None
    """What was done with the thing afterwards, and stays."""


def ways_of(
    effects: Sequence[Effect], catalogue: Catalogue, seed: str, since: Sequence[Effect] = ()
) -> Iterator[Way | Stays]:
    """How these effects, the latest first, are taken back one after the other.

    `since`: what was done after all of them, the latest first; it tells how things stand now. From
    `seed` idempotency keys are drawn.
    """
    standing = Standing(catalogue.lexicon)
    for effect in (*since, *effects):
        standing.meet(effect)
    stay = list(since)
    for effect in effects:
        found = _of_effect(effect, catalogue, seed, standing)
        if not isinstance(found, Stays):
            found = _held(effect, stay, catalogue) or found
        if isinstance(found, Stays):
            stay.append(effect)
        else:
            for way in found:
                standing.take_back(way.effect, way.subject, way.inverse.tool)
        yield from [found] if isinstance(found, Stays) else found


def _of_effect(
    effect: Effect, catalogue: Catalogue, seed: str, standing: Standing
) -> list[Way] | Stays:
    if not effect.is_known or not effect.subjects:
        return Stays(effect)
    ways: list[Way] = []
    for number, subject in enumerate(effect.subjects):
        place = Place(catalogue, effect.environment, f"{seed}/{effect.key}/{number}")
        found = inverse_of(subject, place, standing.of(effect, subject))
        if not isinstance(found, Inverse):
            return Stays(effect, subject, found)
        ways.append(Way(effect, subject, found))
    return ways


def _held(effect: Effect, stay: Sequence[Effect], catalogue: Catalogue) -> Stays | None:
    """What was made stays where something else was made with it, or done to it, that stays."""
    if effect.step.function is not FunctionType.CREATE:
        return None
    for subject in effect.subjects:
        holder = next((one for one in stay if _uses(one, effect, subject, catalogue)), None)
        if holder is not None:
            return Stays(effect, subject, holder=holder)
    return None


def _uses(later: Effect, effect: Effect, subject: Subject, catalogue: Catalogue) -> bool:
    """True where the call was given the thing."""
    tool = catalogue.tools.get(later.record.tool)
    if tool is None or subject.id is None or later.environment != effect.environment:
        return False
    given = later.record.arguments
    takes = (slot.key for slot in tool.needs if slot.entity == subject.entity)
    return any(str(given.get(key)) == subject.id for key in takes)


def thing_told(subject: Subject, lexicon: Lexicon, language: Language) -> str:
    """The thing by its kind and id."""
    label = entity_label(lexicon, subject.entity, language)
    return f"{label} {subject.id}" if subject.id else label


def things_told(subjects: Sequence[Subject], lexicon: Lexicon, language: Language) -> str:
    """Things of one kind: how many, and the ids of the first; one alone by its kind and id."""
    each = {thing_told(one, lexicon, language): one for one in subjects}
    first = next(iter(each.values()))
    if len(each) == 1:
        return thing_told(first, lexicon, language)
    ids = [one.id for one in each.values() if one.id is not None]
    kind, more = entity_label(lexicon, first.entity, language), len(each) - SEVERAL
    told = {"thing": kind, "count": len(each), "ids": listed(language, ids[:SEVERAL])}
    if more > 0:
        return say(language, "undo.several_more", more=more, **told)
    return say(language, "undo.several", **told)


def each_told(subjects: Iterable[Subject], lexicon: Lexicon, language: Language) -> Iterator[str]:
    """Things by kind and id; those of a kind that has many, together."""
    kinds: dict[str, dict[str, Subject]] = {}
    for one in subjects:
        kinds.setdefault(one.entity, {})[thing_told(one, lexicon, language)] = one
    for alike in kinds.values():
        if len(alike) > SEVERAL:
            yield things_told(list(alike.values()), lexicon, language)
        else:
            yield from alike


def why_they_stay(
    found: Iterable[Way | Stays], catalogue: Catalogue, language: Language
) -> list[str]:
    """A sentence for each reason why effects stay; what stays for the same one is told together."""
    reasons: dict[tuple[str, ...], list[Stays]] = {}
    for one in found:
        if isinstance(one, Stays):
            reasons.setdefault(_reason(one), []).append(one)
    return [_told(alike, catalogue, language) for alike in reasons.values()]


def _reason(stays: Stays) -> tuple[str, ...]:
    """What those have in common that one sentence can tell."""
    effect, blocked, holder = stays.effect, stays.blocked, stays.holder
    of = (effect.record.tool, effect.environment, effect.step.title)
    if not effect.is_known:
        return (*of, "unknown", effect.run_id)
    kind = stays.subject.entity if stays.subject is not None else ""
    way = (blocked.tool.id, *blocked.wanted) if blocked is not None else ()
    held = (holder.record.tool, holder.step.title) if holder is not None else ()
    return (*of, kind, "way", *way, "held", *held)


def _told(alike: Sequence[Stays], catalogue: Catalogue, language: Language) -> str:
    first, lexicon = alike[0], catalogue.lexicon
    effect, holder = first.effect, first.holder
    acting = catalogue.tools.get(effect.record.tool)
    title = tool_title(acting, language) if acting is not None else effect.step.title
    if not effect.is_known:
        return say(language, "undo.unknown", tool=title, run=effect.run_id)
    subjects = [one.subject for one in alike if one.subject is not None]
    if not subjects:
        return say(language, "undo.tool_gone", tool=title)
    things = things_told(subjects, lexicon, language)
    if holder is not None:
        using = [one.holder.subjects[0] for one in alike if one.holder and one.holder.subjects]
        by = things_told(using, lexicon, language) if using else holder.step.title
        return say(language, "undo.held", tool=title, thing=things, by=by)
    if first.blocked is None:
        return say(language, "undo.no_way", tool=title, thing=things)
    states = (value_label(lexicon, one, language) for one in first.blocked.wanted)
    return say(
        language,
        "undo.wrong_state",
        tool=title,
        thing=things,
        way=tool_title(first.blocked.tool, language),
        wanted=" / ".join(states),
    )
