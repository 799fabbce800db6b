"""How an answer may be worded by somebody else: what such a one is given, and may give back."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from pipelines.contracts.answer import DataItem, ModelUse, Requirement, Verdict
from pipelines.contracts.intent import IntentResult
from pipelines.summary.text import Lines
from tool_registry.base.types import FunctionType


@dataclass(frozen=True, slots=True)
class Account:
    """A judged run: the verdicts are the program's and stay so."""

    intent: IntentResult
    requirements: tuple[Requirement, ...]
    data: tuple[DataItem, ...]
    lines: Lines
    """The answer as the rules word it."""
    satisfied: bool
    functions: frozenset[FunctionType]
    """What the steps that came to their end have done."""
    made: tuple[str, ...] = ()
    """Ids of what was made or changed, as far as the rules tell of it."""
    environment: str = ""
    """What the user calls it."""
    outputs: tuple[str, ...] = ()
    """Results that the rules cannot read, as text: somebody else's words."""

    @property
    def unclear(self) -> bool:
        """True where the rules leave something open: a requirement that nobody verified, a result
        that they cannot read, or words of the sentence that they made nothing of."""
        open_ones = any(one.verdict is Verdict.UNVERIFIED for one in self.requirements)
        return open_ones or bool(self.outputs) or bool(self.intent.unread)

    @property
    def grounds(self) -> str:
        """Everything that an answer may speak of, but the user's own sentence."""
        told = (one.text for one in self.requirements)
        return "\n".join((self.lines.text, *told, *self.outputs))


@dataclass(frozen=True, slots=True)
class Worded:
    """What came of it. Nothing here makes a verdict better."""

    told: tuple[str, ...] | None = None
    """Instead of the rules' `made`; None: those stay."""
    doubts: tuple[int, ...] = ()
    """Places in `requirements` that are to be looked at once more."""
    uncovered: tuple[str, ...] = ()
    """Words of the sentence that no requirement covers."""
    use: ModelUse = field(default_factory=ModelUse)


Wording: TypeAlias = Callable[[Account], Awaitable[Worded]]
