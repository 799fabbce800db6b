"""Which run is which task: what stands in request ids says it, so that the store of runs is the
only place that knows of tasks."""

import re

from pipelines.runs.store import Run
from tool_registry.base.ids import digest

_PLAIN = re.compile(r"[A-Za-z0-9._-]{1,64}")
_REPLY = re.compile(r"a2a:(run-[0-9a-f]{16}):.+")
_FIRST = "a2a:"


def first_request(message_id: str) -> str:
    """Of the message that begins a task: the same message makes one run, however often it comes."""
    return _FIRST + _named(message_id)


def reply_request(task_id: str, message_id: str) -> str:
    """Of a message that answers a task's question."""
    return f"{_FIRST}{task_id}:{_named(message_id)}"


def cancel_request(task_id: str) -> str:
    """Of the refusal by which a task that waits is given up."""
    return f"{_FIRST}{task_id}:cancel:task"  # no message is named so: theirs hold no colon


def message_of(run: Run) -> str:
    """The message's id as the client gave it, where it can be told."""
    return run.request.request_id.rpartition(":")[2]


def answered_task(run: Run) -> str | None:
    """The task whose question the run answers; None for a run that is a task of its own."""
    found = _REPLY.fullmatch(run.request.request_id)
    return found[1] if found else None


def is_of_a2a(run: Run) -> bool:
    """True where the run came by this protocol."""
    return run.request.request_id.startswith(_FIRST)


def _named(message_id: str) -> str:
    """The id as it is where it is plain; else what stands for it."""
    return message_id if _PLAIN.fullmatch(message_id) else f"h_{digest(message_id)[:40]}"
