"""What a scorer says, and what it is given to judge."""

from dataclasses import dataclass, field
from typing import Any

from evals.case import Expected
from evals.draw import Variables, fill
from pipelines.contracts.answer import Answer
from tool_registry.base.types import JsonValue


@dataclass(frozen=True, slots=True)
class Score:
    """One scorer's verdict on one turn; `reasons` is empty where it passed."""

    scorer: str
    passed: bool
    reasons: tuple[str, ...] = ()


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


def score(scorer: str, reasons: list[str]) -> Score:
    """Passed without reasons, failed with them."""
    return Score(scorer, not reasons, tuple(reasons))


def short_name(tool: str) -> str:
    """`source/name` → `name`."""
    return tool.rpartition("/")[2]


def found_in(text: str, alternatives: str) -> bool:
    """True when the text holds one of `a|b|c`, whatever the letters' case."""
    folded = text.casefold()
    return any(word.casefold() in folded for word in alternatives.split("|"))
