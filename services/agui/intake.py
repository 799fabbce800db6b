"""What an AG-UI client sends, as a message for the road."""

import json
from dataclasses import replace
from typing import Any

from ag_ui.core import RunAgentInput
from pydantic import BaseModel, ConfigDict, ValidationError

from pipelines.contracts.request import Attachment, Chosen, InView, Review
from pipelines.runs.preferences import preferences_of
from pipelines.runs.store import RunStore
from services.errors import InvalidRequest
from services.replies import Reply, later_of_reply, message_of, waiting
from services.requests import Incoming
from tool_registry.base.caller import Caller

IN_VIEW = "zhizao:in_view"
"""The `description` of the entry of `context` whose `value` is an `InView` as JSON."""


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


def incoming_of(body: RunAgentInput, store: RunStore, caller: Caller, zone: str) -> Incoming:
    """The message. `threadId` is the conversation, `runId` the request's id. `zone`: of times that
    name none.

    Raises InvalidRequest where there is nothing to answer, or a reply is to a question that is no
    longer open.
    """
    props = _read(Props, body.forwarded_props or {})
    if props.review is None:
        preferred = preferences_of(store, caller).approval
        props = props.model_copy(update={"review": preferred})
    if body.resume:
        return _resumed(body, store, caller, props, zone)
    text = next((_text(one) for one in reversed(body.messages) if one.role == "user"), None)
    if text is None:
        raise InvalidRequest("agui.no_message")
    return _incoming(body, text, props)


def _resumed(
    body: RunAgentInput, store: RunStore, caller: Caller, props: Props, zone: str
) -> Incoming:
    entries = body.resume or []
    if len(entries) != 1:
        raise InvalidRequest("agui.one_reply")
    [entry] = entries
    run = waiting(store, entry.interrupt_id, caller)
    if run.request.session_id != body.thread_id:
        raise InvalidRequest("agui.stale")
    reply = _read(Reply, entry.payload or {})
    if entry.status == "cancelled":
        reply = Reply(approved=False)
    text, plan = message_of(run, reply)
    later = later_of_reply(run, reply, store.clock.now(), zone)
    told = _incoming(body, text, props)
    in_view = None if plan else told.in_view
    return replace(told, plan=plan, later=later, in_view=in_view)


def _incoming(body: RunAgentInput, text: str, props: Props) -> Incoming:
    return Incoming(
        text=text,
        session_id=body.thread_id,
        request_id=body.run_id,
        environment=props.environment,
        plan_only=props.plan_only,
        review=props.review or "always",
        attachments=props.attachments,
        choice=props.choice,
        in_view=_in_view(body),
    )


def _in_view(body: RunAgentInput) -> InView | None:
    """What the page around the chat shows, of the protocol's `context`; the rest of that is for
    models, and no part of a request."""
    told = [one.value for one in body.context or () if one.description == IN_VIEW]
    if not told:
        return None
    try:
        return _read(InView, json.loads(told[-1]))
    except (ValueError, RecursionError) as error:
        raise InvalidRequest("agui.bad_field", place=IN_VIEW, reason="no JSON") from error


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
