"""Replies to a run that asked: consent, with changes to its plan, a refusal, or words."""

from pydantic import BaseModel, ConfigDict

from pipelines.contracts.answer import Status
from pipelines.contracts.request import Later, PlanChange
from pipelines.messages import say
from pipelines.runs.errors import RunNotFound
from pipelines.runs.store import Run, RunStore
from services.due_times import later_of
from services.errors import InvalidRequest
from tool_registry.base.caller import Caller
from tool_registry.base.types import JsonValue
from tool_registry.vocabulary.language import language_of

NOW = "now"
_TRIES = 50
"""So often a shown plan can be changed in vain before it has to be asked for again."""


class Reply(BaseModel):
    """What somebody says to a question: consent with changes to the plan, or words."""

    model_config = ConfigDict(extra="forbid")

    approved: bool | None = None
    text: str | None = None
    drop: tuple[str, ...] = ()
    """Ids of the plan's steps that are left out."""
    arguments: dict[str, dict[str, JsonValue]] = {}
    """Step → path of the argument → value, in the tool's unit."""
    values: dict[str, dict[str, JsonValue]] = {}
    """The same in the unit of its field, as people say it."""
    at: str | None = None
    """When the plan is to be carried out, as `2026-11-30T09:00`, or `now`; null: when its sentence
    says, else now."""
    zone: str | None = None
    """The time zone of `at`, as `Asia/Shanghai`; null: the service's."""


def message_of(run: Run, reply: Reply) -> tuple[str, PlanChange | None]:
    """The reply as the conversation's next message, and the plan that it agrees to."""
    language = language_of(run.request.text)
    if reply.approved is False:
        return say(language, "agui.no"), None
    if reply.text is not None:
        return reply.text, None
    if run.chain is None:
        return say(language, "agui.yes"), None
    change = PlanChange(
        run_id=run.id, drop=reply.drop, arguments=reply.arguments, values=reply.values
    )
    return run.request.text, change


def typed_of(run: Run, reply: Reply) -> PlanChange | None:
    """The changes to a plan that is made anew once it is agreed to, as one that takes back is."""
    change = PlanChange(
        run_id=run.id, drop=reply.drop, arguments=reply.arguments, values=reply.values
    )
    anew = run.chain is None and reply.approved is not False and reply.text is None
    return change if anew and change != PlanChange(run_id=run.id) else None


def later_of_reply(run: Run, reply: Reply, now: float, zone: str) -> Later | None:
    """The time that the reply gives for the run's plan; InvalidRequest where it cannot be.
    `zone`: what counts where the reply names none."""
    if reply.at is None:
        return None
    if run.chain is None or reply.approved is not True or reply.text is not None:
        raise InvalidRequest("schedule.no_plan")
    if reply.at == NOW:
        return Later(at=now, zone=reply.zone or zone)
    return later_of(reply.at, reply.zone or zone, now)


def waiting(store: RunStore, run_id: str, caller: Caller) -> Run:
    """The caller's run whose question is open; InvalidRequest where it is not."""
    run = _asking(store, run_id, caller)
    if not _is_open(run, store, caller):
        raise InvalidRequest("agui.stale")
    return run


def replied_to(
    store: RunStore, run_id: str, caller: Caller, request_id: str | None
) -> tuple[Run, float]:
    """The caller's run that the reply of this request id is to, and when the reply came first.

    A reply that is delivered again is to the question that it has closed itself: as the same
    request it gets its stored answer. Raises InvalidRequest where the question is closed to it."""
    run = _asking(store, run_id, caller)
    if _is_open(run, store, caller):
        return run, store.clock.now()
    made = made_by_reply(store, run, caller, request_id)
    if made is None:
        raise InvalidRequest("agui.stale")
    return run, made.created_at


def made_by_reply(store: RunStore, run: Run, caller: Caller, request_id: str | None) -> Run | None:
    """The run that the reply of this request id has made; None where it comes first."""
    later = store.of_session(caller, run.request.session_id)
    return next((one for one in later if one.request.request_id == request_id), None)


def _asking(store: RunStore, run_id: str, caller: Caller) -> Run:
    try:
        run = store.get(run_id)
    except RunNotFound as error:
        raise InvalidRequest("agui.stale") from error
    if not caller.is_same_as(run.request.caller) or run.status != Status.NEEDS_INPUT:
        raise InvalidRequest("agui.stale")
    return run


def _is_open(run: Run, store: RunStore, caller: Caller) -> bool:
    """True for the latest run of its conversation; changes of its plan that were refused, and so
    left it as it was, do not count."""
    for later in store.of_session(caller, run.request.session_id, limit=_TRIES):
        if later.id == run.id:
            return True
        plan = later.request.plan or later.request.typed
        if plan is None or plan.run_id != run.id or later.status != Status.REFUSED:
            return False
    return False
