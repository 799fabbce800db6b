"""From marks to the IntentResult: goals, where, what must not be done, what is missing."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from pipelines.contracts.intent import Goal, Instruction, IntentResult, Span
from pipelines.intent.contradictions import enforceable
from pipelines.intent.facts import Facts, Identifiers, nothing
from pipelines.intent.lexical.leftover import strangers
from pipelines.intent.lexical.setting import Setting
from pipelines.intent.overview import told
from pipelines.intent.reader.goals import Steps
from pipelines.intent.reader.makers import Makers
from pipelines.intent.reader.marks import Mark, Marks, Stretch
from pipelines.intent.reader.reporting import report
from pipelines.intent.reader.tool_actions import ToolActions
from pipelines.intent.reader.unassigned import unassigned, unused
from pipelines.intent.reader.values import Closed
from tool_registry.base.environment import Environments
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.catalogue import Wanted
from tool_registry.vocabulary.language import Language
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.patterns import find

_REMARKS = ("reason", "pasted")
_TOGETHER = "together"
_EITHER = "or"
_NARROWING = "other"
_CHANGES = (IntentType.CREATE_DATA, IntentType.OPERATE_DATA)
_BETWEEN = " ,;:\uff0c\uff1b\uff1a\u3001"
"""Signs between two stretches that speak of the same."""


@dataclass(frozen=True, slots=True)
class Place:
    """What is known beside the marks."""

    lexicon: Lexicon
    environments: Environments
    setting: Setting
    """What the exact words of the sentence say of where: configured names, production."""
    chosen: str | None
    language: Language
    closed: Closed = field(default_factory=dict[str, frozenset[str]])
    amounts: Mapping[str, str] = field(default_factory=dict[str, str])
    makers: Makers = field(default_factory=Makers)
    tool_actions: ToolActions = field(default_factory=ToolActions)
    identifiers: Identifiers = nothing
    places: Callable[[Iterable[Wanted]], Sequence[str]] = nothing


def result_of(read: Marks, place: Place, *, partial: bool = False) -> IntentResult:
    """What the message says; `partial`: slots of what was said before."""
    steps = Steps(
        read,
        place.lexicon,
        place.closed,
        place.makers,
        partial,
        place.amounts,
        place.tool_actions,
        place.setting.stress,
    )
    read, kind = steps.read, read.type
    made = steps.goals() if kind.is_data or partial else ()
    setting = _setting(read, place)
    if kind is IntentType.OPERATE_PROJECT:
        filed = report(read.text, place.lexicon, place.tool_actions)
        made = (filed,) if filed is not None else ()
        setting = replace(setting, named=(), spans=(), unknown=None)
    environment = _environment(setting, place)
    flat = frozenset((one.start, one.end) for one in read.asides if _is_flat(one, read, place))
    facts = Facts(
        text=read.text,
        language=place.language,
        kind=_type_of(kind, made),
        environment=environment,
        chosen=place.chosen,
        setting=setting,
        environments=place.environments,
        goals=made,
        supplements=tuple(_supplements(read)),
        lexicon=place.lexicon,
        negative=tuple(enforceable(one, made, flat) for one in _negatives(read, steps)),
        flat=flat,
        together=any(one.is_marker(_TOGETHER) for one in place.lexicon.scan(read.text)),
        programs=tuple(_programs(read.text)),
        identifiers=place.identifiers,
        places=place.places((one.object.type, one.function) for one in made),
        unaccounted=_open(read, setting, steps, made, partial=partial)
        if kind.is_data or partial
        else (),
    )
    return told(facts).model_copy(
        update={
            "corrected": _corrected(read),
            "unread": _left(read, facts) if made else tuple(facts.unaccounted),
            "unassigned": tuple(unassigned(read, steps.text, made)),
            "confidence": _confidence(read, made, place.lexicon),
        }
    )


def _type_of(kind: IntentType, goals: Sequence[Goal]) -> IntentType:
    """What the sentence wants as a whole; no change where all that it says is a look."""
    if not goals or kind not in _CHANGES or any(goal.function.writes for goal in goals):
        return kind
    return IntentType(f"{goals[0].function.value}_data")


# ---- where ---------------------------------------------------------------------------------


def _setting(read: Marks, place: Place) -> Setting:
    """What the exact words say, and what the reader takes for a name of an environment: one that
    is not configured is asked about, never guessed."""
    exact = _standing(read, place)
    marks = [mark for mark in read.marks if mark.role == "ENV"]
    if exact.named or exact.production or not marks:
        return exact
    named: dict[str, Span] = {}
    unknown: Span | None = None
    for mark in marks:
        span = Span(start=mark.start, end=mark.end, text=mark.text)
        name = place.environments.by_word(mark.text)
        if name is not None:
            named.setdefault(name, span)
        else:
            unknown = unknown or span
    found = tuple(named.values())
    return Setting(tuple(named), found, found, None, None if named else unknown, exact.stress)


def _standing(read: Marks, place: Place) -> Setting:
    """What the exact words say, without the names that the sentence takes back itself."""
    exact = place.setting
    gone = [one for one in read.asides if one.kind == "retract"]
    stands = [span for span in exact.mentions if not any(_holds(one, span) for one in gone)]
    named: dict[str, Span] = {}
    for span in stands:
        name = dict(zip((one.start for one in exact.spans), exact.named, strict=True))
        known = name.get(span.start) or place.environments.by_word(span.text)
        if known is not None:
            named.setdefault(known, span)
    if not named or len(stands) == len(exact.mentions):
        return exact
    return replace(exact, named=tuple(named), spans=tuple(named.values()))


def _holds(one: Stretch, span: Span) -> bool:
    return one.start <= span.start and span.end <= one.end


def _environment(setting: Setting, place: Place) -> str | None:
    if setting.production is not None:
        return None
    chosen = place.environments.by_word(place.chosen) if place.chosen else None
    named = {*setting.named, *([chosen] if chosen else [])}
    if len(named) == 1:
        return named.pop()
    return (
        place.environments.stress if not named and setting.stress and not setting.unknown else None
    )


# ---- asides --------------------------------------------------------------------------------


def _span(read: Marks, one: Stretch) -> Span:
    return Span(start=one.start, end=one.end, text=read.text[one.start : one.end])


def _supplements(read: Marks) -> Iterable[Instruction]:
    for one in read.asides:
        span = _span(read, one)
        if one.kind == "supply":
            yield Instruction(kind="create_missing", text=span.text, span=span)
        elif one.kind in _REMARKS:
            yield Instruction(kind="remark", text=span.text, span=span)


def _negatives(read: Marks, steps: Steps) -> Iterable[Instruction]:
    """What must not be done or touched; `nothing else` forbids what nobody asked for."""
    for one in read.asides:
        if one.kind not in ("forbid", "keep", "exact"):
            continue
        span = _span(read, one)
        inside = [m for m in read.marks if one.start <= m.start and m.end <= one.end]
        act = next((m for m in inside if m.role == "ACT"), None)
        thing = next((m for m in inside if m.role == "OBJ"), None)
        kind = "keep" if one.kind == "keep" else "forbid"
        action = _action(act, steps) if act is not None else None
        if one.kind == "exact":
            action, thing = "create", None
        yield Instruction(
            kind=kind,
            text=span.text,
            action=action,
            object=thing.link("entity") if thing is not None else None,
            span=span,
        )


def _is_flat(one: Stretch, read: Marks, place: Place) -> bool:
    """A prohibition of all such tool_actions: `send none at all`, and not `send no other one`."""
    inside = [m for m in read.marks if one.start <= m.start and m.end <= one.end]
    detailed = any(m.role not in ("ACT", "OBJ") for m in inside)
    said = read.text[one.start : one.end]
    words = place.lexicon.scan(said)
    narrow = any(word.is_marker(_NARROWING) for word in words)
    places = [(m.start - one.start, m.end - one.start) for m in inside]
    bare = not any(m.role == "OBJ" for m in inside)
    detailed = detailed or any(sign.isdigit() for sign in said)
    detailed = detailed or (bare and bool(strangers(said, places)))
    goes_on = any(
        other.kind in ("keep", "forbid") and not read.text[other.end : one.start].strip(_BETWEEN)
        for other in read.asides
        if other.end <= one.start
    )
    return one.kind == "forbid" and bool(inside) and not (detailed or narrow or goes_on)


def _programs(text: str) -> Iterable[Span]:
    """Code and commands, which are no words of a request."""
    for one in find(text, first=True):
        if one.kind == "program":
            yield Span(start=one.start, end=one.end, text=text[one.start : one.end])


def _action(mark: Mark, steps: Steps) -> str | None:
    """What is forbidden; none where the verb's name makes things and the verb here does not."""
    concept, _ = steps.action(mark)
    made = concept is not None and concept.function is FunctionType.CREATE
    if concept is None or (made and mark.function is not FunctionType.CREATE):
        return None
    return concept.name


def _corrected(read: Marks) -> str:
    """The text without what it takes back itself."""
    gone = [one for one in read.asides if one.kind in ("retract", *_REMARKS)]
    if not gone:
        return ""
    text = list(read.text)
    for one in gone:
        text[one.start : one.end] = " " * (one.end - one.start)
    return " ".join("".join(text).split())


# ---- what nothing accounts for -------------------------------------------------------------


def _open(
    read: Marks, setting: Setting, steps: Steps, goals: Sequence[Goal], *, partial: bool
) -> tuple[Span, ...]:
    """What was said and counts for nothing in the goals. A follow-up is too short to paste text,
    and `only for 5` names somebody."""
    said = ("pasted", "exact") if partial else ()
    hidden = [one for one in read.asides if one.kind not in said]
    return (
        *_unaccounted(read, hidden, setting),
        *_unmet(read, steps),
        *unused(read, hidden, steps.text, goals),
    )


def _unaccounted(read: Marks, hidden: Sequence[Stretch], setting: Setting) -> Iterable[Span]:
    """Numbers, identifiers and quoted words in no mark and in no aside: what is said so exactly is
    meant to count."""
    taken = [*((m.start, m.end) for m in read.marks), *((a.start, a.end) for a in hidden)]
    taken += [(s.start, s.end) for s in setting.mentions]
    for first in (True, False):
        for one in find(read.text, first=first):
            values = [v for v in one.values if v.value is not None]
            if one.kind == "program" or any(
                one.start < end and start < one.end for start, end in taken
            ):
                continue
            if values and any(sign.isdigit() for sign in read.text[one.start : one.end]):
                yield Span(start=one.start, end=one.end, text=read.text[one.start : one.end])


def _unmet(read: Marks, steps: Steps) -> Iterable[Span]:
    """Conditions that no goal has, and identifiers of which only one is meant."""
    for mark in read.marks:
        if mark.role == "IF" and mark.tie != "if_none" and steps.aside(mark) is None:
            yield Span(start=mark.start, end=mark.end, text=mark.text)
    named = [mark for mark in read.marks if mark.role == "ID"]
    for one, other in pairwise(named):
        between = read.text[one.end : other.start].strip()
        if any(c.name == _EITHER for c in steps.lexicon.lookup(between, Kind.MARKER)):
            text = read.text[one.start : other.end]
            yield Span(start=one.start, end=other.end, text=text)


def _left(read: Marks, facts: Facts) -> tuple[Span, ...]:
    verbs = ((read.text.find(goal.action_words), goal.action_words) for goal in facts.goals)
    taken = (*((s.start, s.end) for s in facts.setting.mentions), *_taken(read))
    taken += tuple((start, start + len(words)) for start, words in verbs)
    strange = strangers(read.text, taken)
    if not facts.kind.is_data:
        return (*facts.programs, *facts.unaccounted)
    every = (*_unread(read, facts), *facts.programs, *facts.unaccounted, *strange)
    held = {(one.start, -one.end): one for one in every}
    first = [held[place] for place in sorted(held)]
    return tuple(one for at, one in enumerate(first) if all(one.end > o.end for o in first[:at]))


def _taken(read: Marks) -> tuple[tuple[int, int], ...]:
    return tuple((one.start, one.end) for one in (*read.marks, *read.asides))


def _unread(read: Marks, facts: Facts) -> Iterable[Span]:
    """Words of the catalogue in no mark and in no aside."""
    taken = (*_taken(read), *((s.start, s.end) for s in facts.setting.mentions))
    for match in facts.lexicon.scan(read.text):
        content = match.of(Kind.ENTITY) or match.of(Kind.VALUE)
        markers = any(concept.kind is Kind.MARKER for concept in match.concepts)
        free = all(match.end <= start or end <= match.start for start, end in taken)
        if content is not None and not markers and free:
            yield Span(start=match.start, end=match.end, text=match.text)


def _confidence(read: Marks, goals: Iterable[Goal], lexicon: Lexicon) -> float:
    """Less where no goal says, in words of the catalogue, what it is about."""
    nouns = (m for one in goals if one.object.type for m in lexicon.overlapping(one.object.words))
    known = any(noun.of(Kind.ENTITY) for noun in nouns) or read.type is IntentType.OTHER
    return round(max(0.01, read.sure * (1.0 if known else 0.5)), 3)
