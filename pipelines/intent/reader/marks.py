"""Marks: stretches of a message with what they are, what they belong to and what they mean."""

from dataclasses import dataclass, field

from pipelines.contracts.intent import Span
from pipelines.contracts.reader import Turn
from pipelines.intent.reader.labels import AsideKind, Role, Tie
from tool_registry.base.types import FunctionType, IntentType


@dataclass(slots=True)
class Mark:
    """Characters [start, end) of the message. `head`: index of another mark, -1 for the root."""

    start: int
    end: int
    text: str
    role: Role
    head: int = -1
    tie: Tie = "root"
    function: FunctionType = FunctionType.QUERY
    operator: str = "eq"
    links: dict[str, tuple[tuple[str, float], ...]] = field(
        default_factory=dict[str, tuple[tuple[str, float], ...]]
    )
    """Kind of names → (name, how likely), "" for none of them, the likeliest first."""
    sure: float = 1.0
    """How likely head and tie are."""

    def link(self, kind: str) -> str | None:
        """The likeliest name of that kind, None where it is none of them."""
        return (self.links[kind][0][0] or None) if self.links.get(kind) else None


@dataclass(frozen=True, slots=True)
class Stretch:
    """An aside: characters [start, end) that are no step."""

    start: int
    end: int
    kind: AsideKind


@dataclass(frozen=True, slots=True)
class Marks:
    """All that was read off a message."""

    text: str
    type: IntentType
    type_sure: float
    turn: Turn
    marks: tuple[Mark, ...]
    asides: tuple[Stretch, ...]
    turn_sure: float = 1.0
    spans_sure: float = 1.0
    """How likely the marks' spans and roles are, all together."""
    asides_sure: float = 1.0
    sure: float = 1.0
    """How likely all that effects depend on is read rightly."""

    @property
    def retracted(self) -> tuple[Span, ...]:
        """Where the message takes something back itself."""
        return tuple(
            Span(start=one.start, end=one.end, text=self.text[one.start : one.end])
            for one in self.asides
            if one.kind == "retract"
        )
