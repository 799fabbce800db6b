"""Tasks as the store of runs has them: a run, and the runs that answered what it asked."""

from collections.abc import Sequence
from dataclasses import dataclass

from a2a.types import TaskState
from a2a.utils.errors import TaskNotFoundError

from pipelines.contracts.answer import Status
from pipelines.messages import Language, say
from pipelines.runs.errors import RunNotFound
from pipelines.runs.store import Run, RunStore
from services.a2a.names import answered_task, is_of_a2a
from tool_registry.base.caller import Caller

_LOOKED_AT = 1000
"""So many of a caller's latest runs are looked at when tasks are listed."""
STATES: dict[str, TaskState] = {
    Status.SUCCEEDED: TaskState.TASK_STATE_COMPLETED,
    Status.PLANNED: TaskState.TASK_STATE_COMPLETED,
    Status.NEEDS_INPUT: TaskState.TASK_STATE_INPUT_REQUIRED,
    Status.REFUSED: TaskState.TASK_STATE_REJECTED,
    Status.CANCELLED: TaskState.TASK_STATE_CANCELED,
    Status.FAILED: TaskState.TASK_STATE_FAILED,
    Status.PARTIAL: TaskState.TASK_STATE_FAILED,
    Status.UNKNOWN: TaskState.TASK_STATE_FAILED,
}
"""A part of what was wanted is not what was wanted, and what nobody knows is no success: both are
failures here, and their messages say what there is. The status itself stands in the metadata."""


@dataclass(frozen=True, slots=True)
class Held:
    """One task."""

    runs: tuple[Run, ...]
    """The first began it, each other one answers the question of the one before."""

    @property
    def id(self) -> str:
        """That of the run that began it."""
        return self.runs[0].id

    @property
    def context(self) -> str:
        """The conversation."""
        return self.runs[0].request.session_id

    @property
    def latest(self) -> Run:
        """The run that counts."""
        return self.runs[-1]

    @property
    def state(self) -> TaskState:
        """How it stands with the task."""
        return state_of(self.latest)

    @property
    def changed_at(self) -> float:
        """When it came to stand so; seconds since 1970."""
        return self.latest.finished_at or self.latest.created_at


def state_of(run: Run) -> TaskState:
    """What a run's status is here."""
    if run.status == Status.UNKNOWN and run.answer is not None and run.answer.intent is None:
        # Only who stops a run ends it without telling what was understood: a call was on its way.
        return TaskState.TASK_STATE_CANCELED
    return STATES.get(run.status, TaskState.TASK_STATE_WORKING)


class Tasks:
    """Tasks of the store, each its owner's alone."""

    def __init__(self, store: RunStore) -> None:
        self.store = store

    def find(self, caller: Caller, task_id: str, language: Language = "en") -> Held:
        """The caller's task; TaskNotFoundError for one of somebody else as for none."""
        try:
            run = self.store.get(task_id)
        except RunNotFound:
            run = None
        if run is None or not caller.is_same_as(run.request.caller) or answered_task(run):
            raise TaskNotFoundError(say(language, "a2a.no_task"))
        return self.held(run)

    def held(self, run: Run) -> Held:
        """The task that the run began."""
        if run.status != Status.NEEDS_INPUT or not is_of_a2a(run):
            return Held((run,))
        session = self.store.of_session(run.request.caller, run.request.session_id)
        return Held((run, *_answers(session, run.id)))

    def listed(self, caller: Caller) -> list[Held]:
        """The caller's latest tasks, the one that changed last first."""
        runs = [
            run
            for run in self.store.recent(caller, _LOOKED_AT)
            if caller.is_same_as(run.request.caller)
        ]
        answers: dict[str, list[Run]] = {}
        for run in runs:
            if (task := answered_task(run)) is not None:
                answers.setdefault(task, []).insert(0, run)
        found = [Held((one, *answers.get(one.id, ()))) for one in runs if not answered_task(one)]
        return sorted(found, key=lambda one: (one.changed_at, one.id), reverse=True)

    def delivered(self, caller: Caller, session_id: str, request_id: str) -> Run | None:
        """The run of a request that has come before."""
        runs = self.store.of_session(caller, session_id)
        return next((run for run in runs if run.request.request_id == request_id), None)


def _answers(session: Sequence[Run], task_id: str) -> list[Run]:
    """Runs that answered the task's questions, oldest first, of a session newest first."""
    return [run for run in reversed(session) if answered_task(run) == task_id]
