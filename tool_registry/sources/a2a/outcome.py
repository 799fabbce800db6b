"""What an agent's answer, its silence or its error means for the call."""

from collections.abc import Sequence
from typing import Any

import httpx
from a2a.client.errors import A2AClientError, A2AClientTimeoutError
from a2a.types import Message, Part, Task, TaskState
from a2a.utils.errors import (
    A2AError,
    ContentTypeNotSupportedError,
    InvalidParamsError,
    InvalidRequestError,
    MethodNotFoundError,
    PushNotificationNotSupportedError,
    TaskNotFoundError,
    UnsupportedOperationError,
    VersionNotSupportedError,
)
from google.protobuf import json_format

from tool_registry.base.redaction import mask_text
from tool_registry.base.types import JsonValue, Object, whole_numbers
from tool_registry.sources.a2a.transport import NEVER_LEFT
from tool_registry.sources.result import CallResult, FailureKind

OVER = {
    TaskState.TASK_STATE_COMPLETED: "completed",
    TaskState.TASK_STATE_FAILED: "failed",
    TaskState.TASK_STATE_CANCELED: "canceled",
    TaskState.TASK_STATE_REJECTED: "rejected",
}
ASKS = {
    TaskState.TASK_STATE_INPUT_REQUIRED: "INPUT_REQUIRED",
    TaskState.TASK_STATE_AUTH_REQUIRED: "AUTH_REQUIRED",
}
_REFUSED = (
    ContentTypeNotSupportedError,
    InvalidParamsError,
    InvalidRequestError,
    MethodNotFoundError,
    PushNotificationNotSupportedError,
    TaskNotFoundError,
    UnsupportedOperationError,
    VersionNotSupportedError,
)
"""The agent did not take the message, so nothing was done."""
_REQUEST_TIMEOUT = 408


def of_message(message: Message) -> CallResult:
    """An answer without a task."""
    return CallResult.success(_body("completed", message.parts))


def of_task(task: Task) -> CallResult:
    """A task that is over, or that asks.

    A task that failed, was canceled or asks back may have done a part of its work: what came of
    it, nobody knows. One that was rejected has done nothing."""
    state = task.status.state
    parts = [part for artifact in task.artifacts for part in artifact.parts]
    told = list(task.status.message.parts)
    if state == TaskState.TASK_STATE_COMPLETED:
        return CallResult.success(_body("completed", parts or told))
    text = mask_text(_text([*told, *parts]))
    if state == TaskState.TASK_STATE_REJECTED:
        return CallResult.failed("business", text or "rejected", code="REJECTED")
    if state in ASKS:
        reason = f"the agent asks back, which is not supported in a call: {text}"
        return CallResult.failed("unknown", reason, code=ASKS[state])
    name = OVER.get(state, "unknown")
    return CallResult.failed("unknown", text or name, code=name.upper())


def of_error(error: A2AError | httpx.HTTPError) -> CallResult:
    """An error in place of an answer to the message."""
    text = mask_text(str(error))[:500]
    if isinstance(error, _REFUSED) and not isinstance(error, A2AClientError):
        return CallResult.failed("validation", text, code=type(error).__name__)
    kind, code = _of_cause(error)
    return CallResult.failed(kind, code if code and code.startswith("HTTP") else text, code=code)


def _of_cause(error: BaseException | None) -> tuple[FailureKind, str | None]:
    """Whether the message can have reached the agent, by what lies under the error."""
    while error is not None:
        if isinstance(error, NEVER_LEFT):
            return "refused_connection", "NOT_SENT"
        if isinstance(error, httpx.HTTPStatusError):
            status = error.response.status_code
            refused = 300 <= status < 500 and status != _REQUEST_TIMEOUT
            return ("refused_connection" if refused else "unknown"), f"HTTP {status}"
        if isinstance(error, A2AClientTimeoutError):
            return "unknown", "TIMEOUT"
        error = error.__cause__
    return "unknown", "MALFORMED"


def _body(state: str, parts: Sequence[Part]) -> Object:
    """What the agent made, as a tool's result: `text`, `data` (of several parts, a list)."""
    data = [_json(part.data) for part in parts if part.HasField("data")]
    files: list[JsonValue] = [
        {"name": part.filename, "mediaType": part.media_type, "url": part.url}
        for part in parts
        if part.HasField("url") or part.HasField("raw")
    ]
    told: Object = {"state": state, "text": _text(parts)}
    told |= {"data": data[0] if len(data) == 1 else data} if data else {}
    return told | ({"files": files} if files else {})


def _text(parts: Sequence[Part]) -> str:
    return "\n".join(part.text for part in parts if part.HasField("text"))


def _json(value: Any) -> JsonValue:
    return whole_numbers(json_format.MessageToDict(value))
