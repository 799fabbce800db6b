"""What an AG-UI client sends, as a message for the road."""

import json
from dataclasses import replace
from typing import Any

from ag_ui.core import RunAgentInput, Tool, ToolMessage
from pydantic import BaseModel, ConfigDict, ValidationError

from pipelines.contracts.page import MOST_TOOLS, HostPage, PageResult, PageTool
from pipelines.contracts.request import Attachment, Chosen, InView, PlanChange, Review
from pipelines.execution.undo import sentence_of
from pipelines.flow.page_stage import is_left_to_page
from pipelines.runs.preferences import preferences_of
from pipelines.runs.store import RunStore
from services.agui.wire import CALL
from services.errors import InvalidRequest
from services.own_runs import run_of_caller
from services.replies import Reply, later_of_reply, message_of, replied_to, typed_of
from services.requests import Incoming
from tool_registry.base.caller import Caller

IN_VIEW = "zhizao:in_view"
"""The `description` of the entry of `context` whose `value` is an `InView` as JSON."""
VIEW_DISMISSED = "zhizao:view_dismissed"
"""The same of what the page shows still, and the user has taken off."""
PAGE = "zhizao:page"
"""The same of title and origin of the page that offers the `tools`."""


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
    zone: str | None = None
    """The client's time zone, as `Asia/Shanghai`; None: the service's."""
    typed: PlanChange | None = None
    """What stands typed in the form of the plan that waits, while a message is sent."""
    alone: bool = False
    """The message is a whole request that was kept, or is said once more: what waits is left."""
    finish: str | None = None
    """Id of an ended run of the user: what it has left is done, and no message is read."""


class _Place(BaseModel):
    """A page, for those who read of it later."""

    model_config = ConfigDict(extra="forbid")

    title: str = ""
    origin: str = ""


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
    last = body.messages[-1] if body.messages else None
    if isinstance(last, ToolMessage):
        return _page_answered(body, last, store, caller)
    if body.resume:
        return _resumed(body, store, caller, props, zone)
    if props.finish is not None:
        return _finishing(body, props.finish, store, caller, props)
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
    run, now = replied_to(store, entry.interrupt_id, caller, body.run_id)
    if run.request.session_id != body.thread_id:
        raise InvalidRequest("agui.stale")
    reply = _read(Reply, entry.payload or {})
    if entry.status == "cancelled":
        reply = Reply(approved=False)
    text, plan = message_of(run, reply)
    later = later_of_reply(run, reply, now, zone)
    told = _incoming(body, text, props)
    in_view = None if plan else told.in_view
    typed = typed_of(run, reply) or told.typed
    return replace(told, plan=plan, typed=typed, later=later, in_view=in_view)


def _finishing(
    body: RunAgentInput, run_id: str, store: RunStore, caller: Caller, props: Props
) -> Incoming:
    """The rest of a run, by the sentence that this was asked for with."""
    text = sentence_of(run_of_caller(store, caller, run_id))
    return replace(_incoming(body, text, props), finish=run_id, in_view=None, page=None)


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
        typed=props.typed,
        alone=props.alone,
        zone=props.zone,
        in_view=_told(body, IN_VIEW, InView),
        view_dismissed=_told(body, VIEW_DISMISSED, InView),
        page=_page(body),
    )


def _page_answered(
    body: RunAgentInput, said: ToolMessage, store: RunStore, caller: Caller
) -> Incoming:
    """What the client has done of the call that the conversation's last run left to it: a message
    of its own, which says nothing new."""
    run, _ = replied_to(store, said.tool_call_id.removesuffix(CALL), caller, body.run_id)
    if run.request.session_id != body.thread_id or not is_left_to_page(run.chain):
        raise InvalidRequest("agui.stale")
    stated = (said.metadata or {}).get("outcome")
    outcome = "failed" if said.error is not None else stated or "done"
    text = said.error if said.error is not None else _text(said)
    result = {"run_id": run.id, "outcome": outcome, "text": text}
    return Incoming(
        text=run.request.text,
        session_id=body.thread_id,
        request_id=body.run_id,
        page_result=_read(PageResult, result),
    )


def _page(body: RunAgentInput) -> HostPage | None:
    """The client's own tools, which it calls itself, with the page that they belong to."""
    tools = body.tools or []
    if not tools:
        return None
    place = _told(body, PAGE, _Place) or _Place()
    told = [_read(PageTool, _as_told(one)) for one in tools[: MOST_TOOLS + 1]]
    return _read(HostPage, {"title": place.title, "origin": place.origin, "tools": told})


def _as_told(tool: Tool) -> dict[str, Any]:
    """Titles in both languages are the client's to tell; without them the name stands for both."""
    told = tool.metadata or {}
    return {
        "name": tool.name,
        "title": told.get("title") or {"zh": tool.name, "en": tool.name},
        "description": tool.description,
        "parameters": tool.parameters or {},
        "labels": told.get("labels") or {},
        "registration": told.get("registration") or "",
        "effect": told.get("effect") or "changes",
    }


def _told(body: RunAgentInput, what: str, form: type[Any]) -> Any:
    """What the page around the chat tells of itself, of the protocol's `context`; the rest of that
    is for models, and no part of a request."""
    told = [one.value for one in body.context or () if one.description == what]
    if not told:
        return None
    try:
        return _read(form, json.loads(told[-1]))
    except (ValueError, RecursionError) as error:
        raise InvalidRequest("agui.bad_field", place=what, reason="no JSON") from error


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
