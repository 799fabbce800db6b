"""What is said of a plan that has a time: another one, while it waits for consent or for that time,
or that it is not wanted any more."""

from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from pipelines.clarification.moments_said import Said, moments_in, on_day, whole
from pipelines.clarification.speaking_times import spoken
from pipelines.contracts.answer import Status
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.message import Reply, ResolvedMessage
from pipelines.contracts.reader import IntentReader
from pipelines.contracts.reply_names import APPROVAL, LATER
from pipelines.contracts.request import Later, Request
from pipelines.flow.later_stage import later_at, problem_of, without
from pipelines.messages import Language, listed, say
from pipelines.runs.errors import NotWaiting
from pipelines.runs.memory import OpenQuestion
from pipelines.runs.schedule import drop, language_asked_in, move
from pipelines.runs.store import Run, RunStore
from tool_registry.vocabulary.language import language_of
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_CANCEL = "cancel"
_MOST = 50
"""So many runs of a conversation are looked back at."""


@dataclass(frozen=True, slots=True)
class TimedPlans:
    """Hears times that stand alone in a message, and words that call off what is scheduled."""

    store: RunStore
    reader: IntentReader
    lexicon: Lexicon
    zone: str
    """Of times that name none."""

    def message(
        self, request: Request, pending: OpenQuestion | None, language: Language
    ) -> ResolvedMessage | None:
        """The plan with its new time, or why that cannot be; None for any other message."""
        if request.plan is not None:
            return None
        there = replace(self, zone=request.zone or self.zone)
        if pending is None:
            return there._of_scheduled(request, language)
        return there._of_waiting(request, pending, language)

    def _of_waiting(
        self, request: Request, pending: OpenQuestion, language: Language
    ) -> ResolvedMessage | None:
        """The plan that waits for consent, where that is for another time."""
        if APPROVAL not in pending.missing or LATER not in pending.given:
            return None
        said = self._alone(request.text)
        if said is None:
            return None
        before = Later.of_note(pending.given[LATER])
        later = self._possible(self._on_its_day(said, before), language)
        if isinstance(later, Reply):
            return ResolvedMessage(pending.text, dict(pending.given), reply=later)
        return ResolvedMessage(pending.text, {**pending.given, LATER: later.note})

    def drops(self, request: Request) -> ResolvedMessage | None:
        """The reply to a no behind a plan that was scheduled: it is called off; where more was
        said since, it is told that it stays. None where none waits."""
        run = self._scheduled(request)
        if run is None or request.plan_only:
            return self._still(request)
        text = say(language_asked_in(run), "schedule.cancelled")
        try:
            drop(self.store, run.id, text)
        except NotWaiting:
            return None
        return ResolvedMessage(request.text, reply=Reply(text, Status.CANCELLED))

    def _of_scheduled(self, request: Request, language: Language) -> ResolvedMessage | None:
        """The reply where a plan that was agreed to gets another time, or is called off."""
        run = self._scheduled(request)
        if run is None or run.later is None or request.plan_only:
            return None
        if self._calls_off(request.text):
            return self.drops(request)
        said = self._alone(request.text)
        if said is None:
            return None
        later = self._possible(self._on_its_day(said, run.later), language)
        if isinstance(later, Reply):
            return ResolvedMessage(request.text, reply=later)
        try:
            move(self.store, run.id, later)
        except NotWaiting:
            return None
        when = spoken(later, language, self.store.clock.now())
        moved = say(language, "schedule.moved", when=when)
        return ResolvedMessage(request.text, reply=Reply(moved))

    def _on_its_day(self, said: Said, before: Later) -> Said:
        """A clock alone is of the day on which the plan was to run."""
        day = datetime.fromtimestamp(before.at, ZoneInfo(self.zone)).date()
        return on_day(said, day, self._here)

    @property
    def _here(self) -> datetime:
        now = datetime.fromtimestamp(self.store.clock.now(), ZoneInfo(self.zone))
        return now.replace(tzinfo=None)

    def _possible(self, said: Said, language: Language) -> Later | Reply:
        """The time, or why nothing can run then."""
        later = later_at(said.at, self.zone) if said.at is not None else None
        problem = problem_of(said, later, self.store.clock.now(), language)
        if problem is None and later is not None:
            return later
        return Reply(problem or "", Status.NEEDS_INPUT)

    def _calls_off(self, text: str) -> bool:
        """It says to cancel, and names no thing for that."""
        found = self.lexicon.scan(text)
        cancels = (one.of(Kind.ACTION) for one in found)
        if not any(one is not None and one.name == _CANCEL for one in cancels):
            return False
        read = self.reader.read(text)
        goals = read.goals if read is not None else ()
        names = any(one.of(Kind.ENTITY) for one in found)
        return not goals or not (names or any(goal.object.identifiers for goal in goals))

    def _scheduled(self, request: Request) -> Run | None:
        """The conversation's last run ahead of this message that is to do something, where that
        waits for its time."""
        last = next((run for run in self._before(request) if run.chain is not None), None)
        return last if last is not None and last.status == Status.SCHEDULED else None

    def _before(self, request: Request) -> list[Run]:
        runs = self.store.of_session(request.caller, request.session_id, _MOST)
        return [one for one in runs if one.request.request_id != request.request_id]

    def _still(self, request: Request) -> ResolvedMessage | None:
        """The reply that names what stays scheduled; None where nothing of the conversation is."""
        waits = [run for run in self._before(request) if run.status == Status.SCHEDULED]
        if not waits:
            return None
        language, now = language_of(request.text), self.store.clock.now()
        when = listed(language, [spoken(run.later, language, now) for run in waits if run.later])
        text = say(language, "schedule.still", when=when)
        return ResolvedMessage(request.text, reply=Reply(text))

    def _alone(self, text: str) -> Said | None:
        """The one time of a message that speaks of nothing else."""
        found = self._times(text)
        if len(found) != 1:
            return None
        said, rest = found[0], without(text, [found[0].span])
        if said.kind == "range":
            # What ends at a time may be a move to it.
            inner = self._times(text[said.span.start + 1 :])
            said = inner[0] if len(inner) == 1 else said
        if rest and said.kind not in ("moment", "length"):
            return None
        read = self.reader.read(rest) if rest else None
        return None if read is not None and _speaks_of(read) else said

    def _times(self, text: str) -> list[Said]:
        return moments_in(text, [whole(text)], self._here)


def _speaks_of(read: IntentResult) -> bool:
    """True where the words are about some thing or place."""
    refs = [ref for goal in read.goals for ref in (goal.object, *goal.related)]
    things = any(ref.type or ref.identifiers or ref.constraints for ref in refs)
    return things or read.environment is not None or read.production
