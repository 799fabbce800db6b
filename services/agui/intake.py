"""What an AG-UI client sends, as a message for the road."""

from typing import Any

from ag_ui.core import ResumeEntry, RunAgentInput
from pydantic import BaseModel, ConfigDict, ValidationError

from pipelines.contracts.answer import Status
from pipelines.contracts.request import Attachment, Chosen, PlanChange, Review
from pipelines.messages import say
from pipelines.runs.errors import RunNotFound
from pipelines.runs.preferences import preferences_of
from pipelines.runs.store import Run, RunStore
from services.errors import InvalidRequest
from services.requests import Incoming
from tool_registry.base.caller import Caller
from tool_registry.base.types import JsonValue
from tool_registry.vocabulary.language import language_of


class Props(BaseModel):
    """`forwardedProps`: what a client may choose beside the sentence."""

    model_config = ConfigDict(extra="ignore")

    environment: str | None = None
    review: Review | None = None
    """None: as the user prefers, else all that changes something."""
    plan_only: bool = False
    attachments: tuple[Attachment, ...] = ()
    choice: Chosen | None = None
    """What the user has picked of the last answer's choices."""


class Payload(BaseModel):
    """A reply to an interrupt: consent with changes to the plan, or words."""

    model_config = ConfigDict(extra="forbid")

    approved: bool | None = None
    text: str | None = None
    drop: tuple[str, ...] = ()
    arguments: dict[str, dict[str, JsonValue]] = {}


def incoming_of(body: RunAgentInput, store: RunStore, caller: Caller) -> Incoming:
    """The message. `threadId` is the conversation, `runId` the request's id.

    Raises InvalidRequest where there is nothing to answer, or a reply is to a question that is no
    longer open.
    """
    props = _read(Props, body.forwarded_props or {})
    if props.review is None:
        preferred = preferences_of(store, caller).approval
        props = props.model_copy(update={"review": preferred})
    if body.resume:
        return _resumed(body, body.resume, store, caller, props)
    text = next((_text(one) for one in reversed(body.messages) if one.role == "user"), None)
    if text is None:
        raise InvalidRequest("agui.no_message")
    return _incoming(body, text, props)


def _resumed(
    body: RunAgentInput, entries: list[ResumeEntry], store: RunStore, caller: Caller, props: Props
) -> Incoming:
    if len(entries) != 1:
        raise InvalidRequest("agui.one_reply")
    [entry] = entries
    run = _waiting(store, entry.interrupt_id, body.thread_id, caller)
    language = language_of(run.request.text)
    payload = _read(Payload, entry.payload or {})
    if entry.status == "cancelled" or payload.approved is False:
        return _incoming(body, say(language, "agui.no"), props)
    if payload.text is not None:
        return _incoming(body, payload.text, props)
    if run.chain is None:
        return _incoming(body, say(language, "agui.yes"), props)
    change = PlanChange(run_id=run.id, drop=payload.drop, arguments=payload.arguments)
    return _incoming(body, run.request.text, props, change)


def _waiting(store: RunStore, run_id: str, thread_id: str, caller: Caller) -> Run:
    """The run whose question is open."""
    try:
        run = store.get(run_id)
    except RunNotFound as error:
        raise InvalidRequest("agui.stale") from error
    mine = caller.is_same_as(run.request.caller) and run.request.session_id == thread_id
    if not mine or run.status != Status.NEEDS_INPUT or not _is_open(run, store, caller):
        raise InvalidRequest("agui.stale")
    return run


def _is_open(run: Run, store: RunStore, caller: Caller) -> bool:
    """True for the latest run of its conversation; changes of its plan that were refused, and so
    left it as it was, do not count."""
    for later in store.of_session(caller, run.request.session_id, limit=_TRIES):
        if later.id == run.id:
            return True
        plan = later.request.plan
        if plan is None or plan.run_id != run.id or later.status != Status.REFUSED:
            return False
    return False


_TRIES = 50
"""So often a shown plan can be changed in vain before it has to be asked for again."""


def _incoming(
    body: RunAgentInput, text: str, props: Props, plan: PlanChange | None = None
) -> Incoming:
    return Incoming(
        text=text,
        session_id=body.thread_id,
        request_id=body.run_id,
        environment=props.environment,
        plan_only=props.plan_only,
        review=props.review or "always",
        attachments=props.attachments,
        plan=plan,
        choice=props.choice,
    )


def _text(message: Any) -> str:
    """A user message's text; of several parts, the texts, a line each."""
    content: Any = message.content
    if isinstance(content, str):
        return content
    return "\n".join(part.text for part in content or () if part.type == "text")


def _read(form: type[Any], told: Any) -> Any:
    try:
        return form.model_validate(told)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or form.__name__
        raise InvalidRequest("agui.bad_field", place=place, reason=first["msg"]) from error
