"""JSON to and from the protocol's messages, which are protobuf's and have no types of their own."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from a2a.types import Message, Part, Role, TaskState, TaskStatus
from google.protobuf import json_format, struct_pb2, timestamp_pb2

from tool_registry.base.types import JsonValue, whole_numbers

MARKDOWN = "text/markdown"
JSON = "application/json"


def as_json(message: Any) -> Any:
    """A message, or a value inside of one, as JSON."""
    return whole_numbers(json_format.MessageToDict(message))


def text_part(text: str) -> Part:
    """Words for people."""
    return Part(text=text, media_type=MARKDOWN)


def data_part(value: JsonValue) -> Part:
    """What programs read."""
    data = json_format.ParseDict(value, struct_pb2.Value())
    return Part(data=data, media_type=JSON)


def moment(at: float) -> Any:
    """Seconds since 1970 as a timestamp, in milliseconds as the protocol has them."""
    stamp = timestamp_pb2.Timestamp()
    stamp.FromDatetime(datetime.fromtimestamp(round(at, 3), UTC))
    return stamp


def seconds_of(stamp: Any) -> float:
    """The timestamp as seconds since 1970."""
    return float(stamp.seconds) + stamp.nanos / 1e9


def said(parts: Sequence[Part], id: str, task: str, context: str, role: Role) -> Message:
    """A message that belongs to a task."""
    return Message(message_id=id, task_id=task, context_id=context, role=role, parts=list(parts))


def status_of(state: TaskState, at: float, message: Message | None = None) -> TaskStatus:
    """How it stands with a task since then."""
    return TaskStatus(state=state, timestamp=moment(at), message=message)
