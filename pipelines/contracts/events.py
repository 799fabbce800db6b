"""Typed events of a run: chat page, terminal, trace and evaluation all consume these."""

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from tool_registry.base.types import JsonValue

EventType: TypeAlias = Literal[
    "run_started",
    "intent",
    "candidates",
    "read",
    "plan",
    "context",
    "question",
    "refused",
    "step_started",
    "step_corrected",
    "step_finished",
    "summary",
    "answer",
    "run_finished",
]


class Event(BaseModel):
    """One thing that happened. `data` is JSON; its shape depends on `type` (see road.py)."""

    model_config = ConfigDict(frozen=True)

    type: EventType
    run_id: str
    seq: int = 0
    """1, 2, … within the run; set when the event is stored."""
    at: float = 0.0
    """When it was stored; seconds since 1970."""
    data: dict[str, JsonValue] = Field(default_factory=dict)
