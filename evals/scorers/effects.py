"""What really changed, by the sandbox's own log and by the rows that it holds."""

from dataclasses import dataclass, field
from typing import Any, cast

from evals.draw import fill, fill_all
from evals.expected import ExpectedEffect, ExpectedRow
from evals.score import Outcome, Score, Stage, score
from evals.scorers.values import at, equal
from tool_registry.base.types import JsonValue

Row = dict[str, Any]


class Effects:
    """Every expected effect, in order, and no other. Of mocked tools only whether any call would
    have changed something where nothing may: what it would have changed nobody knows."""

    name = "effects"
    stage: Stage = "execution"

    def score(self, outcome: Outcome) -> Score | None:
        """None where the case expects nothing of them."""
        wanted = outcome.expected.effects
        if wanted is None or (outcome.mocked and wanted):
            return None
        log = [cast("Row", one) for one in outcome.effects]
        return score(self.name, _Matching(outcome, wanted).judge(log))


class EndState:
    """Rows as the business holds them when the turn is over."""

    name = "end state"
    stage: Stage = "execution"

    def score(self, outcome: Outcome) -> Score | None:
        """None where the case names no row, or no business is there."""
        wanted = outcome.expected.state
        if not wanted or outcome.mocked:
            return None
        reasons = [
            reason
            for one, row in zip(wanted, outcome.rows, strict=True)
            for reason in _row_reasons(one, cast("Row | None", row), outcome)
        ]
        return score(self.name, reasons)


def _row_reasons(wanted: ExpectedRow, row: Row | None, outcome: Outcome) -> list[str]:
    what = f"{wanted.entity} {outcome.value(wanted.id)}"
    if row is None or wanted.absent:
        wrong = (row is None) != wanted.absent
        return [f"{what} {'is not there' if row is None else 'is still there'}"] if wrong else []
    return [
        f"{what}: {name} is {at(row, name)}, expected {value}"
        for name, value in wanted.values.items()
        if not equal(outcome, value, at(row, name))
    ]


@dataclass
class _Matching:
    """Walks the log once and gives each effect to the first expectation that still wants it."""

    outcome: Outcome
    expected: tuple[ExpectedEffect, ...]
    wanted: list[int] = field(init=False)
    """How many effects each expectation still wants."""

    def __post_init__(self) -> None:
        self.wanted = [int(fill(str(one.count), self.outcome.variables)) for one in self.expected]

    def judge(self, log: list[Row]) -> list[str]:
        """Why the log is not what was expected; empty where it is."""
        reasons: list[str] = []
        upstream = list(self.outcome.expected.upstream)
        made: set[tuple[str, str]] = set()
        for effect in log:
            which = self._first_match(effect)
            if which is not None:
                reasons += self._take(which, effect)
            elif effect["change"]["op"] == "create" and effect["entity"] in upstream:
                upstream.remove(effect["entity"])
                made.add((effect["entity"], str(effect["id"])))
            elif (effect["entity"], str(effect["id"])) not in made:
                reasons.append(f"unexpected: {describe(effect)}")
        return reasons + self._missing()

    def _first_match(self, effect: Row) -> int | None:
        for index, one in enumerate(self.expected):
            if self.wanted[index] and self._matches(one, effect):
                return index
        return None

    def _take(self, which: int, effect: Row) -> list[str]:
        self.wanted[which] -= 1
        one = self.expected[which]
        if one.name:
            self.outcome.named[one.name] = effect
        earlier = zip(self.expected[:which], self.wanted[:which], strict=True)
        late = any(left and not (before.anytime or before.optional) for before, left in earlier)
        free = one.anytime or effect.get("unordered")
        return [f"out of order: {describe(effect)}"] if late and not free else []

    def _missing(self) -> list[str]:
        return [
            f"{left} missing: {one.op} {one.entity} in {one.environment} {self._shown(one)}"
            for one, left in zip(self.expected, self.wanted, strict=True)
            if left and not one.optional
        ]

    def _shown(self, one: ExpectedEffect) -> JsonValue:
        values = {name: value for name, value in (("id", one.id), *one.after.items()) if value}
        return fill_all(values, self.outcome.variables)

    def _matches(self, one: ExpectedEffect, effect: Row) -> bool:
        change: Row = effect["change"]
        found = (change["op"], effect["entity"], effect["environment"])
        return (
            (one.op, one.entity, one.environment) == found
            and (one.id is None or equal(self.outcome, one.id, effect["id"]))
            and self._holds(one.before, change["before"])
            and self._holds(one.after, change["after"])
            and self._holds(one.arguments, effect["arguments"])
        )

    def _holds(self, wanted: dict[str, JsonValue], row: Row | None) -> bool:
        found = row or {}
        return all(equal(self.outcome, one, found.get(name)) for name, one in wanted.items())


def describe(effect: Row) -> str:
    """One effect in words, for reasons."""
    change: Row = effect["change"]
    after: Row = change["after"] or {}
    values = ", ".join(f"{name}={value}" for name, value in list(after.items())[:8])
    what = f"{change['op']} {effect['entity']} {effect['id']} in {effect['environment']}"
    return f"{what} by {effect['tool']} ({values})"
