"""What the evaluation is given: a road to ask, and the sandbox's own view of what happened."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import TypeAlias

from evals.variation import Variation
from pipelines.contracts.answer import Answer
from pipelines.contracts.request import Request
from tool_registry.base.types import JsonValue

Ask: TypeAlias = Callable[[Request], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Bench:
    """All callables; each raises BenchError where it cannot do its work."""

    road: Callable[[Variation], AbstractAsyncContextManager[Ask]]
    """The query road over the catalogue with something altered."""
    effects: Callable[[int], Sequence[JsonValue]]
    """Effects with a greater `seq`, oldest first, as the sandbox logged them."""
    fixtures: Callable[[], JsonValue]
    """The seeded things by environment and name."""
    reset: Callable[[int], None]
    """Seeds the sandbox anew."""
    command: Callable[[Sequence[str]], None]
    """Any other command of the sandbox, such as `corrupt-next`."""
