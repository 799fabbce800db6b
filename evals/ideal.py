"""An agent that never errs: it makes the calls of a chain that is known to be right, one a turn.

No real agent needs fewer questions than one a call and one to end, so what it spends is the least
that an agent of its kind spends. Its calls go the same way as any other's.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pipelines.answer import Answer, ChainStep, Status
from tool_registry.base.types import JsonValue
from tool_registry.sources.paths import nested, read

_PROGRAMS = ("environment", "generated", "default")
"""Sources of arguments that an agent leaves out."""


@dataclass(frozen=True, slots=True)
class Move:
    """A call by the tool's own name."""

    tool: str
    arguments: dict[str, JsonValue] = field(default_factory=dict[str, JsonValue])


def moves_of(answer: Answer) -> list[Move]:
    """What an agent has to do for the same answer, the end included."""
    if answer.status is Status.NEEDS_INPUT and not answer.chain:
        return [Move("ask_user", {"question": answer.question or ""})]
    outcome = "done" if answer.chain else "impossible"
    end = Move("terminate", {"outcome": outcome, "text": ""})
    return [*(Move(_name(step), _given(step)) for step in answer.chain), end]


def next_move(moves: Sequence[Move], made: int) -> Move:
    """The move after so many; the last one again where more is asked for."""
    return moves[min(made, len(moves) - 1)]


def _name(step: ChainStep) -> str:
    return step.tool.rpartition("/")[2]


def _given(step: ChainStep) -> dict[str, JsonValue]:
    by_path: dict[str, JsonValue] = {}
    for path, binding in step.bindings.items():
        values = read(step.arguments, path)
        if binding.source not in _PROGRAMS and values:
            by_path[path] = values if path.endswith("[]") else values[0]
    return nested(by_path)
