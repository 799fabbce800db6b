"""Segments: the typed pieces that a conversation with a model consists of."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from pipelines.models.model import Message, ToolCall

Kind: TypeAlias = Literal[
    "user", "context", "thought", "plan", "call", "observation", "evaluation", "next_goal"
]
"""`user`: what the user says; it begins a round. `context`: what the program knows beforehand.
`thought`, `plan`, `call`: the model's own. `observation`: what a call came to. `evaluation`,
`next_goal`: the program's judgement of what was done, and what is to be done next."""
KINDS: tuple[Kind, ...] = get_args(Kind)
_OWN = ("thought", "plan", "call")
_TAG = re.compile(rf"<(?=/?(?:{'|'.join(KINDS)})>)")


@dataclass(frozen=True, slots=True)
class Segment:
    """One piece of a conversation."""

    kind: Kind
    text: str = ""
    call: ToolCall | None = None
    """Of `call`, and of the `observation` that answers it."""
    result: str | None = None
    """Of `observation`: the id under which the whole result is kept outside."""


def rounds(segments: Iterable[Segment]) -> list[list[Segment]]:
    """The segments by round; what comes ahead of the first user's words is a round of its own."""
    found: list[list[Segment]] = []
    for segment in segments:
        if segment.kind == "user" or not found:
            found.append([])
        found[-1].append(segment)
    return found


def as_messages(segments: Sequence[Segment]) -> tuple[Message, ...]:
    """The conversation as chat messages.

    The user's and the program's segments are the user's turns, each but the user's own words in a
    section of its kind; calls are native tool calls, in one turn with the thought ahead of them;
    an observation is the tool's turn. No text can open or close a section.
    """
    found: list[Message] = []
    for segment in segments:
        last = found[-1] if found else None
        if segment.kind == "call" and segment.call is not None:
            if last is None or last.role != "assistant":
                found.append(Message("assistant", calls=(segment.call,)))
            else:
                found[-1] = replace(last, calls=(*last.calls, segment.call))
        elif segment.kind == "observation" and segment.call is not None:
            found.append(Message("tool", defused(segment.text), call_id=segment.call.id))
        else:
            found.append(_said(segment))
    return tuple(found)


def defused(text: str) -> str:
    """The text with the marks of our own sections written out."""
    return _TAG.sub("&lt;", text)


def _said(segment: Segment) -> Message:
    role = "assistant" if segment.kind in _OWN else "user"
    text = defused(segment.text)
    if segment.kind in ("user", "thought"):
        return Message(role, text)
    return Message(role, f"<{segment.kind}>\n{text}\n</{segment.kind}>")
