"""Where a dialogue stands: the reading that counted last, and what is open of it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, TypeVar, cast

from pipelines.contracts.intent import Instruction, IntentResult, Missing, Part, Span
from pipelines.contracts.reader import FollowUp
from pipelines.intent import gates
from pipelines.intent.contradictions import contradictions
from pipelines.intent.dialogue.gathering import spread
from pipelines.intent.dialogue.slots import Draft, retold, things_in
from pipelines.intent.facts import Facts
from pipelines.intent.lexical.setting import Setting
from pipelines.intent.overview import conditions_of, related_of, summary_of
from pipelines.intent.spans import spans
from pipelines.intent.steps import execution_plan
from pipelines.messages import say
from tool_registry.base.environment import Environments
from tool_registry.vocabulary.lexicon import Kind, Lexicon

Phase: TypeAlias = Literal["asked", "waiting", "done", "undone"]
"""A question is open, a plan waits for consent, it was carried out, it came to nothing."""
_ENDINGS = " \uff0c,。.!\uff01?\uff1f;\uff1b"
_P = TypeVar("_P", bound=Part)


@dataclass(frozen=True, slots=True)
class DialogueState:
    """What a follow-up goes on from."""

    reading: IntentResult
    phase: Phase
    missing: tuple[str, ...] = ()
    """What only planning found missing, as `entity.attribute`."""
    given: Mapping[str, str] = field(default_factory=dict[str, str])
    """Replies to that so far."""
    made: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Entity → ids of what was made by it."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What readings are checked against."""

    lexicon: Lexicon
    environments: Environments


def behind(state: IntentResult, said: IntentResult) -> tuple[str, IntentResult]:
    """The words of both, one behind the other, and the later one with its places in them."""
    before = state.text.rstrip(_ENDINGS)
    text = say(state.language, "conversation.behind", text=before, said=said.text)
    return text, moved(said, len(text) - len(said.text))


def moved(part: _P, by: int) -> _P:
    """The part with all its words so many characters further on."""
    if isinstance(part, Span):
        return part.model_copy(update={"start": part.start + by, "end": part.end + by})
    told: dict[str, object] = {}
    for name in type(part).model_fields:
        value: object = getattr(part, name)
        if isinstance(value, Part):
            told[name] = moved(value, by)
        elif isinstance(value, tuple):
            items = cast("tuple[object, ...]", value)
            told[name] = tuple(moved(one, by) if isinstance(one, Part) else one for one in items)
    return part.model_copy(update=told)


def patched(
    state: DialogueState, read: FollowUp, said: IntentResult, text: str, way: Draft, ground: Ground
) -> IntentResult:
    """The state's reading with other goals; `said`: what the message says, at its place in `text`,
    which holds both."""
    before = state.reading
    goals = spread(way.goals)
    place = said.environment or before.environment
    words = said.environment_words or before.environment_words
    span = said.spans.get("environment") or before.spans.get("environment")
    named = (place,) if place is not None else ()
    setting = Setting(named, (span,) if span is not None else ())
    negative = (*before.negative, *_standing(said.negative))
    supplements = (*before.supplements, *said.supplements)
    first = next(iter(goals), None)
    whole = before.model_copy(
        update={
            "text": text,
            "corrected": _corrected(before, way, text),
            "environment": None if said.production else place,
            "environment_words": words,
            "production": said.production,
            "stress": before.stress or said.stress,
            "goals": goals,
            "action": first.action if first else None,
            "object": summary_of(first),
            "related": related_of(goals),
            "conditions": conditions_of(first, before.intent_type),
            "negative": negative,
            "supplements": supplements,
            "execution_plan": execution_plan(goals, before.language, ground.lexicon),
            "spans": spans(goals, setting),
            "unread": (*before.unread, *_left(said, way, text, ground.lexicon)),
            "confidence": round(min(read.sure, said.confidence), 3),
        }
    )
    return whole.model_copy(update={"missing": _missing(whole, before, setting, ground)})


def _left(said: IntentResult, way: Draft, text: str, lexicon: Lexicon) -> Iterator[Span]:
    """What nothing accounts for. Words that are replaced, what stands between them and what they
    are replaced by (`tea rather than coffee`), and the noun of who is renamed say that alone."""
    since = len(text) - len(said.text)
    swaps = [sorted((text.rfind(was), text.rfind(now))) for was, now in way.edits if was and now]
    replaced = {was.casefold() for was, now in way.edits if now}
    new = {now for _, now in way.edits}
    refs = [
        ref for _, ref in things_in(way.goals) if {one.span.text for one in ref.identifiers} & new
    ]
    kinds = {ref.type for ref in refs}
    for one in said.unread:
        between = any(since <= first < one.start < last for first, last in swaps)
        noun = lexicon.canonical(Kind.ENTITY, one.text)
        if not (between or one.text.casefold() in replaced or (noun and noun in kinds)):
            yield one


def _standing(told: Iterable[Instruction]) -> tuple[Instruction, ...]:
    """`the rest stays` names nothing that could be touched."""
    return tuple(one for one in told if one.kind != "keep" or one.object is not None)


def _corrected(before: IntentResult, way: Draft, text: str) -> str:
    meant = before.meant.rstrip(_ENDINGS)
    for was, now in way.edits:
        meant = retold(meant, was, now)
    return meant if meant != text else ""


def _missing(
    whole: IntentResult, before: IntentResult, setting: Setting, ground: Ground
) -> tuple[Missing, ...]:
    """What is still missing of what was missing before, and where the goals contradict themselves
    now: a patch opens no other question."""
    if whole.production:
        return ()
    facts = _facts(whole, setting, ground)
    if any(one.name == "unread" for one in before.missing):
        facts = replace(facts, unaccounted=before.unread)
    open_ = {one.name for one in before.missing} | {"quantity"}
    open_ |= {gap.name for gap in contradictions(facts)}
    return tuple(one for one in gates.missing(facts) if one.name in open_)


def _facts(whole: IntentResult, setting: Setting, ground: Ground) -> Facts:
    return Facts(
        text=whole.text,
        language=whole.language,
        kind=whole.intent_type,
        environment=whole.environment,
        chosen=None,
        setting=setting,
        environments=ground.environments,
        goals=whole.goals,
        supplements=whole.supplements,
        lexicon=ground.lexicon,
        negative=whole.negative,
    )
