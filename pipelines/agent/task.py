"""What the road lends the single agent for one request."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from pipelines.contracts.answer import Answer
from pipelines.execution.run_setup import RunSetup
from pipelines.filter import Finder
from pipelines.reasoning.planner.problem import Problem
from pipelines.runs.context import RunContext
from pipelines.runs.memory import Memory
from pipelines.summary import Read


@dataclass(frozen=True, slots=True)
class AgentTask:
    """One request, and all that serving it takes but a model."""

    context: RunContext
    problem: Problem
    setting: RunSetup
    read: Read
    memory: Memory
    bulk_limit: int
    finder: Finder | None = None


SingleAgent: TypeAlias = Callable[[AgentTask], Awaitable[Answer]]
"""Serves one request."""
