"""A time that the sentence says and no tool takes: when its plan is to run, or what to ask of it.

It is decided by the plan: without the time all of the sentence is read and can be done, with it
something is left over."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Literal
from zoneinfo import ZoneInfo

from pipelines.clarification.building import with_tools
from pipelines.clarification.moments_said import Said, is_of_noun, joined, moments_in
from pipelines.clarification.speaking_times import spoken
from pipelines.contracts.chain import Binding, NoPlan, ToolChain
from pipelines.contracts.intent import IntentResult, Missing, Span
from pipelines.contracts.limits import DAYS_AHEAD
from pipelines.contracts.readings import Timed, Understood
from pipelines.contracts.reply_names import LATER
from pipelines.contracts.request import Later
from pipelines.flow.time_places import Place, place_of
from pipelines.messages import Language, listed, say
from pipelines.reasoning.arguments.moments import DAY, is_moment
from pipelines.reasoning.step_told import steps_told
from pipelines.runs.context import RunContext
from tool_registry.base.beside_loop import beside_loop
from tool_registry.catalogue import Catalogue

_ENDS = " \t\n,，、。.;；:：!！"
_ASKED = {"day": "no_clock", "repeated": "repeated", "range": "stretch"}
"""Kind of a time that nothing can run at → the question."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A sentence with times, and what it is without them."""

    intent: IntentResult
    said: Sequence[Said]
    places: Sequence[Place]
    meant: IntentResult
    plan: ToolChain
    instead: ToolChain | None
    """The plan with the time, where it leaves that out or only tells by it what is shown."""

    @property
    def is_remarked(self) -> bool:
        """A time is told by the way."""
        return any(one.in_remark for one in self.places)

    @property
    def is_sure(self) -> bool:
        """It is said when to run: by the place of the time, by words for running beside it, or by a
        reply to the question for it."""
        if len(self.said) != 1:
            return False
        replied = len(self.places) > len(self.said)
        runs = any(one.runs for one in self.places)
        said = runs or is_adverbial(self.intent, self.said[0])
        return replied or (said and not self.is_remarked)

    @property
    def words(self) -> str:
        """The times, each with what is left out together with it."""
        alone = len(self.said) == len(self.places)
        spans = [one.span for one in (self.places if alone else self.said)]
        return listed(self.intent.language, [span.text for span in spans])


@dataclass(frozen=True, slots=True)
class LaterStage:
    """What the sentence is without its time, read and planned by these."""

    read: Callable[[RunContext, str], IntentResult | None]
    lacks: Callable[[RunContext, IntentResult], Missing | None]
    plan: Callable[[RunContext, IntentResult], Awaitable[ToolChain | NoPlan]]
    catalogue: Catalogue
    zone: str

    async def understood(
        self, context: RunContext, intent: IntentResult, made: ToolChain | NoPlan | None = None
    ) -> Understood | None:
        """The reading without the time, with its plan or a question; leaves in the context when it
        is to run. None where no time is meant so. `made`: what the whole sentence comes to."""
        instead = made if isinstance(made, ToolChain) else None
        if context.message.reading is not None or not intent.goals:
            return None
        said, places = await beside_loop(partial(self._said, context, intent))
        remarks = [one.span for one in places if one.in_remark]
        if instead is not None:
            said = [o for o in said if not _is_taken(o, instead, self.catalogue, remarks)]
        if not said or (instead is not None and not _may_be_of_all(intent, said, remarks)):
            return None
        meant = self.read(context, without(intent.text, [one.span for one in places]))
        if meant is None or meant.unread or not _is_the_same(intent, meant, places):
            return None
        if self.lacks(context, meant) is not None:
            return self._lacking(context, intent, meant, said)
        plan = await self._planned(context, meant)
        if plan is None:
            return None
        return self._decided(context, _Found(intent, said, places, meant, plan, instead))

    def _said(self, context: RunContext, intent: IntentResult) -> tuple[list[Said], list[Place]]:
        """The times that may be meant, and where they stand."""
        here = self._here(context)
        found = [
            one
            for one in moments_in(intent.text, _open_words(intent), here)
            if one.kind != "length" and not is_of_noun(intent.text, one.span)
        ]
        places = [place_of(intent, one, self.catalogue) for one in found]
        told_apart = any(one.in_remark for one in places) and not context.message.added
        return (found if told_apart else _one_of_two(found, here)), places

    def _here(self, context: RunContext) -> datetime:
        now = context.store.clock.now()
        return datetime.fromtimestamp(now, ZoneInfo(self.zone)).replace(tzinfo=None)

    async def _planned(self, context: RunContext, meant: IntentResult) -> ToolChain | None:
        found, context.found = context.found, ()
        made = await self.plan(context, meant)
        if isinstance(made, ToolChain):
            return made
        context.found = found
        return None

    def _lacking(
        self,
        context: RunContext,
        intent: IntentResult,
        meant: IntentResult,
        said: Sequence[Said],
    ) -> Understood | None:
        """The reading that lacks something beside its time, which is kept."""
        now = context.store.clock.now()
        one, later = said[0], self._later(said[0])
        sure = len(said) == 1 and is_adverbial(intent, one)
        if not sure or later is None or problem_of(one, later, now, intent.language):
            return None
        self._keep(context, meant, later)
        # Whoever says all of it again, as the question shows it, says the time again.
        missing = (
            item.model_copy(update={"question": item.question.replace(meant.text, intent.text)})
            for item in meant.missing
        )
        return Understood(meant.model_copy(update={"missing": tuple(missing)}))

    def _later(self, said: Said) -> Later | None:
        return later_at(said.at, self.zone) if said.at is not None else None

    def _keep(self, context: RunContext, meant: IntentResult, later: Later) -> None:
        context.text = meant.text
        context.given = {**context.given, LATER: later.note}

    def _decided(self, context: RunContext, found: _Found) -> Understood | None:
        said, meant, language = found.said, found.meant, found.intent.language
        now = context.store.clock.now()
        sure = found.is_sure
        times = [self._later(one) for one in said]
        told = (problem_of(one, at, now, language) for one, at in zip(said, times, strict=True))
        question = next((one for one in told if one is not None), None)
        reads = found.instead is not None and not _writes(found.instead)
        asked = sure or (len(said) == 1 and found.is_remarked)
        if question is not None and (reads or not asked or self._takes_day(meant)):
            return None
        if question is not None:
            if said[0].kind != "day":
                context.text = meant.text
            else:  # it may as well be said by the way: `we test this afternoon`
                context.times = (Timed(_with_tools(meant, found.plan), found.words, None),)
            return Understood(meant, _asked("missing", question))
        sure = sure and not (found.instead is not None and _is_partly_taken(said[0], found.instead))
        if sure and times[0] is not None and (said[0].is_relative or not reads):
            self._keep(context, meant, times[0])
            return Understood(meant, found.plan)
        return self._between(context, found, times)

    def _takes_day(self, meant: IntentResult) -> bool:
        """True where a tool of such a verb cannot do without a day: then that is what was said."""
        actions = {goal.action for goal in meant.goals}
        tools = (one for one in self.catalogue.tools.values() if actions & set(one.actions))
        slots = (slot for tool in tools for slot in tool.needs if slot.required)
        return any(is_moment(slot) or slot.attribute == DAY for slot in slots)

    def _between(
        self, context: RunContext, found: _Found, times: Sequence[Later | None]
    ) -> Understood:
        """The question which of the times is when to run, or none."""
        language = found.intent.language
        words = found.words
        key = "schedule.meant" if len(found.said) == 1 else "schedule.which_time"
        chosen = _with_tools(found.meant, found.plan)
        now = Timed(chosen, words, None)
        if found.instead is not None and not found.is_remarked:
            key, now = (
                "schedule.when_or_which",
                Timed(_with_tools(found.intent, found.instead), "", None),
            )
        else:
            context.text = found.meant.text
        context.times = (*(Timed(chosen, words, one) for one in times), now)
        return Understood(found.meant, _asked("ambiguous", say(language, key, words=words)))


def later_at(at: datetime, zone: str) -> Later:
    """A time on the clock of that zone."""
    return Later(at=at.replace(tzinfo=ZoneInfo(zone)).timestamp(), zone=zone)


def problem_of(said: Said, later: Later | None, now: float, language: Language) -> str | None:
    """Why nothing can run at that time, as a question for another one; None where it can."""
    words = said.span.text
    if later is None or said.kind in _ASKED:
        return say(language, f"schedule.{_ASKED.get(said.kind, 'stretch')}", words=words)
    when = spoken(later, language, now)
    if later.at <= now:
        return say(language, "schedule.said_past", words=words, when=when)
    if later.at > now + DAYS_AHEAD * 86_400:
        return say(language, "schedule.said_too_far", words=words, when=when, days=DAYS_AHEAD)
    return None


def question_of(
    chain: ToolChain, later: Later, now: float, intent: IntentResult, known: Catalogue
) -> str:
    """What has to be agreed to before the plan waits for its time."""
    language = intent.language
    steps = [one for one in chain.steps if one.function.writes] or chain.steps
    return say(
        language,
        "schedule.will_run",
        when=spoken(later, language, now),
        environment=known.environments.label(chain.environment, language),
        steps=listed(language, steps_told(steps, known, language)),
    )


def without(text: str, spans: Iterable[Span]) -> str:
    """The text without these stretches, and without the signs that are left between nothing."""
    for one in sorted(spans, key=lambda span: -span.start):
        before, after = text[: one.start].rstrip(), text[one.end :].lstrip()
        if not before or before[-1] in _ENDS:
            after = after.lstrip(_ENDS)
        between = " " if before[-1:].isascii() and after[:1].isalnum() and before else ""
        text = f"{before}{between}{after}" if after else before.rstrip(_ENDS)
    return text


def is_adverbial(intent: IntentResult, said: Said) -> bool:
    """True where the time says of the whole sentence when: ahead of all that is done, or in a place
    of its own behind it. False where it may be a part of what is spoken of."""
    before = intent.text[: said.span.start].rstrip()
    verbs = [goal.action_words for goal in intent.goals if goal.action_words]
    if verbs and not any(verb in before for verb in verbs):
        return True
    if len(verbs) != 1:
        return False
    place = (intent.environment_words or "").casefold()
    apart = not before or before[-1] in _ENDS
    return apart or said.is_relative or bool(place and before.casefold().endswith(place))


def _may_be_of_all(intent: IntentResult, said: Sequence[Said], remarks: Sequence[Span]) -> bool:
    """True where each time may say when all of it is to run: by its place, or in a remark."""
    return all(is_adverbial(intent, o) or any(map(o.span.meets, remarks)) for o in said)


def _one_of_two(said: list[Said], now: datetime) -> list[Said]:
    """A day, and the time of it that a reply has told, as one."""
    if len(said) != 2 or said[0].kind != "day" or said[1].kind != "moment":
        return said
    one = joined(said[0], said[1], now)
    return said if one is None else [one]


def _open_words(intent: IntentResult) -> list[Span]:
    """All but the names of things, of the place and of what is done."""
    refs = [ref for goal in intent.goals for ref in (goal.object, *goal.related)]
    named = [(one.span.start, one.span.end) for ref in refs for one in ref.identifiers]
    for words in (intent.environment_words, *(goal.action_words for goal in intent.goals)):
        at = intent.text.find(words) if words else -1
        named += [(at, at + len(words or ""))] if at >= 0 else []
    return [
        Span(start=at, end=at + 1, text=sign)
        for at, sign in enumerate(intent.text)
        if not any(start <= at < end for start, end in named)
    ]


def _is_the_same(intent: IntentResult, meant: IntentResult, places: Sequence[Place]) -> bool:
    """It is still the same that is done, to the same things."""
    runs = {one.runs for one in places}
    same = _done(intent, runs) == _done(meant, frozenset())
    return same and intent.environment == meant.environment


def _done(
    intent: IntentResult, but: Collection[str | None]
) -> list[tuple[str, str | None, frozenset[str]]]:
    return [
        (
            goal.action,
            goal.object.type,
            frozenset(one.value for ref in (goal.object, *goal.related) for one in ref.identifiers),
        )
        for goal in intent.goals
        if goal.id not in but
    ]


def _asked(reason: Literal["missing", "ambiguous"], question: str) -> NoPlan:
    return NoPlan(reason=reason, text=question, question=question)


def _writes(chain: ToolChain) -> bool:
    return any(step.function.writes for step in chain.steps)


def _is_partly_taken(said: Said, chain: ToolChain) -> bool:
    """True where some call has taken a part of the time that stands behind what is done."""
    bound = [one.span for step in chain.steps for one in step.arguments.values()]
    return any(span is not None and span.meets(said.span) for span in bound)


def _is_told(bound: Binding | None) -> bool:
    return bound is not None and bound.source in ("words", "derived")


def _with_tools(intent: IntentResult, chain: ToolChain) -> IntentResult:
    return with_tools(intent, {step.goal: step.tool for step in chain.steps if step.main})


def _is_taken(said: Said, chain: ToolChain, known: Catalogue, remarks: Sequence[Span]) -> bool:
    """True where the time is a value of some call, or a part of one. A call that has taken no more
    than a part of a time from now (its number) has not taken that time, nor has one that has taken
    the remark in which it stands."""
    for step in chain.steps:
        slots = known.tools[step.tool].needs if step.tool in known.tools else ()
        if any(is_moment(slot) and _is_told(step.arguments.get(slot.path)) for slot in slots):
            return True
    bound = [one for step in chain.steps for one in step.arguments.values()]
    if any(map(said.span.meets, remarks)):
        return False
    if any(said.span.text in one.detail for one in bound):
        return True
    spans = [span for one in bound for span in (one.span, *(w.span for w in one.where))]
    met = [span for span in spans if span is not None and span.meets(said.span)]
    return any(not (said.is_relative and _is_part(span, said.span)) for span in met)


def _is_part(span: Span, of: Span) -> bool:
    return of.start <= span.start and span.end <= of.end and len(span.text) < len(of.text)
