"""What choices and forms are made with."""

from collections.abc import Callable
from dataclasses import dataclass

from pipelines.clarification.suggesting import Suggesting
from pipelines.contracts.intent import IntentResult
from pipelines.filter import Finder
from pipelines.reasoning.planner.lookups import ReadTool
from pipelines.reasoning.planner.problem import Problem
from pipelines.runs.memory import Memory
from tool_registry.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class ClarificationDependencies:
    """Of one run."""

    catalogue: Catalogue
    memory: Memory
    finder: Finder | None
    problem: Callable[[IntentResult], Problem]
    """The planning problem of a reading."""
    read: ReadTool
    """Calls effect-free tools."""
    suggesting: Suggesting
    """What the user's memory offers."""
