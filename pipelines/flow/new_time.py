"""Another time, said while a plan waits for consent: the same plan is shown with it."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from pipelines.clarification.moments_said import Said, moments_in, whole
from pipelines.clarification.speaking_times import spoken
from pipelines.contracts.answer import Status
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.message import Reply, ResolvedMessage
from pipelines.contracts.reader import IntentReader
from pipelines.contracts.reply_names import APPROVAL, LATER
from pipelines.contracts.request import Request
from pipelines.flow.later_stage import later_at, problem_of, without
from pipelines.messages import Language, say
from pipelines.runs.memory import OpenQuestion
from pipelines.runs.store import Run, RunStore


@dataclass(frozen=True, slots=True)
class NewTimes:
    """Hears times that stand alone in a message."""

    store: RunStore
    reader: IntentReader
    zone: str

    def message(
        self, request: Request, pending: OpenQuestion | None, language: Language
    ) -> ResolvedMessage | None:
        """The plan with its new time, or why that cannot be; None for any other message."""
        if request.plan is not None:
            return None
        if pending is None:
            return self._of_scheduled(request, language)
        if APPROVAL not in pending.missing or LATER not in pending.given:
            return None
        said = self._alone(request.text)
        if said is None:
            return None
        later = later_at(said.at, self.zone) if said.at is not None else None
        problem = problem_of(said, later, self.store.clock.now(), language)
        if problem is not None or later is None:
            reply = Reply(problem or "", Status.NEEDS_INPUT)
            return ResolvedMessage(pending.text, dict(pending.given), reply=reply)
        return ResolvedMessage(pending.text, {**pending.given, LATER: later.note})

    def _of_scheduled(self, request: Request, language: Language) -> ResolvedMessage | None:
        """How to move a plan that was agreed to and waits; words alone do not."""
        run = self._scheduled(request)
        if run is None or run.later is None or self._alone(request.text) is None:
            return None
        when = spoken(run.later, language, self.store.clock.now())
        text = say(language, "schedule.move_how", when=when, run=run.id)
        return ResolvedMessage(request.text, reply=Reply(text))

    def _scheduled(self, request: Request) -> Run | None:
        """The conversation's last run ahead of this message, where that waits for its time."""
        runs = self.store.of_session(request.caller, request.session_id, 2)
        before = [one for one in runs if one.request.request_id != request.request_id]
        return before[0] if before and before[0].status == Status.SCHEDULED else None

    def _alone(self, text: str) -> Said | None:
        """The one time of a message that speaks of nothing else."""
        here = datetime.fromtimestamp(self.store.clock.now(), ZoneInfo(self.zone))
        found = moments_in(text, [whole(text)], here.replace(tzinfo=None))
        if len(found) != 1:
            return None
        rest = without(text, [found[0].span])
        if rest and found[0].kind not in ("moment", "length"):
            return None
        read = self.reader.read(rest) if rest else None
        return None if read is not None and _speaks_of(read) else found[0]


def _speaks_of(read: IntentResult) -> bool:
    """True where the words are about some thing or place."""
    refs = [ref for goal in read.goals for ref in (goal.object, *goal.related)]
    things = any(ref.type or ref.identifiers or ref.constraints for ref in refs)
    return things or read.environment is not None or read.production
