"""What a scorer says, and what it is given to judge."""

from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias, get_args

from evals.draw import Variables, fill
from evals.expected import Expected
from pipelines.contracts.answer import Answer
from tool_registry.base.types import JsonValue

Stage: TypeAlias = Literal["reading", "filter", "plan", "execution", "summary"]
STAGES: tuple[Stage, ...] = get_args(Stage)
"""The road as the evaluation counts its losses, in order."""


@dataclass(frozen=True, slots=True)
class Score:
    """One scorer's verdict on one turn; `reasons` is empty where it passed."""

    scorer: str
    passed: bool
    reasons: tuple[str, ...] = ()
    value: float | None = None
    """A measure: a share from 0 to 1, or a number of its own unit."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one turn. `effects` in the sandbox's form, those of this turn alone."""

    expected: Expected
    answer: Answer
    effects: tuple[JsonValue, ...] = ()
    text: str = ""
    """What was said, from the first turn on."""
    variables: Variables = field(default_factory=dict[str, str])
    named: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    """Effects of this conversation that a case gave a name to; the effects scorer adds to it."""
    rows: tuple[JsonValue, ...] = ()
    """What the business holds of each row of `expected.state`; None: nothing."""
    milliseconds: float = 0.0
    cost: float = 0.0
    """Of the tokens, by the price that was given."""
    mocked: bool = False
    """True: no tool was called, so `effects` are the calls that would have changed something."""

    def value(self, text: str) -> str | None:
        """The text with variables; `$name.field` is that of a named effect, None where absent."""
        filled = fill(text, self.variables)
        if not filled.startswith("$"):
            return filled
        name, _, key = filled[1:].partition(".")
        effect = self.named.get(name)
        if effect is None:
            return None
        after: dict[str, Any] = effect["change"]["after"] or {}
        found = effect["id"] if key == "id" else after.get(key)
        return None if found is None else str(found)


class Scorer(Protocol):
    """Judges one side of a turn; pure. Others' are found by the entry point `zhizao.scorers`."""

    @property
    def name(self) -> str:
        """Unique; what reports call it."""
        ...

    @property
    def stage(self) -> Stage:
        """The stage that is to blame where it fails."""
        ...

    def score(self, outcome: Outcome) -> Score | None:
        """The verdict; None where the case expects nothing of this side."""
        ...


def score(scorer: str, reasons: list[str], value: float | None = None) -> Score:
    """Passed without reasons, failed with them."""
    return Score(scorer, not reasons, tuple(reasons), value)


def measured(scorer: str, value: float) -> Score:
    """A figure that no verdict hangs on."""
    return Score(scorer, True, (), round(value, 4))


def short_name(tool: str) -> str:
    """`source/name` → `name`."""
    return tool.rpartition("/")[2]


def matches(wanted: str, tool: str) -> bool:
    """True where a tool's name is one of `a|b`."""
    return short_name(tool) in wanted.split("|")


def found_in(text: str, alternatives: str) -> bool:
    """True when the text holds one of `a|b|c`, whatever the letters' case."""
    folded = text.casefold()
    return any(word.casefold() in folded for word in alternatives.split("|"))
