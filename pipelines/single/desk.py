"""What the road lends the single agent for one request."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from pipelines.answer import Answer
from pipelines.executor.setting import Setting
from pipelines.filter import Finder
from pipelines.planner.frame import Problem
from pipelines.runs.memory import Memory
from pipelines.summary import Read
from pipelines.trip import Trip


@dataclass(frozen=True, slots=True)
class Desk:
    """One request, and all that serving it takes but a model."""

    trip: Trip
    problem: Problem
    setting: Setting
    read: Read
    memory: Memory
    bulk_limit: int
    finder: Finder | None = None


SingleAgent: TypeAlias = Callable[[Desk], Awaitable[Answer]]
"""Serves one request."""
