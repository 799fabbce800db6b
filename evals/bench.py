"""What the evaluation is given: a road to ask, and the sandbox's own view of what happened."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import TypeAlias

from evals.errors import BenchError
from evals.variation import Variation
from pipelines.contracts.answer import Answer
from pipelines.contracts.request import Request
from tool_registry.base.types import JsonValue

Ask: TypeAlias = Callable[[Request], Awaitable[Answer]]


def _no_row(entity: str, id: str, environment: str | None) -> JsonValue:
    raise BenchError(f"this bench holds no rows, so {entity} {id} cannot be looked at")


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
    row: Callable[[str, str, str | None], JsonValue] = _no_row
    """A row by entity, id and environment as the business holds it; None where there is none."""
    mocked: bool = False
    """True: no tool is called; `effects` are the calls that would have changed something."""
