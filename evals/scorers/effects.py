"""Effects scorer: what really changed, by the sandbox's own log, and the data in the answer."""

import re
from dataclasses import dataclass, field
from typing import Any, cast

from evals.case import ExpectedEffect
from evals.draw import fill, fill_all
from evals.score import Outcome, Score, score
from pipelines.contracts.answer import Verdict
from tool_registry.base.types import JsonValue

Row = dict[str, Any]

_AMOUNT = re.compile(r"(-?\d+(?:\.\d+)?) (\w+) in (\w+)")
_FACTORS = {("yuan", "fen"): 100, ("dollar", "cent"): 100, ("percent", "ratio"): 0.01}


def score_effects(outcome: Outcome) -> Score:
    """Every expected effect in order and no other; the summary's verdict and data beside."""
    expected, answer = outcome.expected, outcome.answer
    reasons: list[str] = []
    if expected.effects is not None:
        log = [cast("Row", one) for one in outcome.effects]
        reasons += _Matching(outcome, expected.effects).judge(log)
    summary = answer.summary
    if expected.satisfied is not None and summary.satisfied != expected.satisfied:
        doubts = [one.text for one in summary.requirements if one.verdict is Verdict.CONTRADICTED]
        reasons.append(f"satisfied is {summary.satisfied}: {'; '.join(doubts) or summary.text}")
    verdicts = {one.verdict for one in summary.requirements}
    if expected.contradicted and Verdict.CONTRADICTED not in verdicts and not summary.missing:
        reasons.append("the summary names nothing that is wrong")
    ids = {item.id for item in summary.data}
    for wanted in expected.data:
        if (value := fill(wanted, outcome.variables)) not in ids:
            reasons.append(f"{value} is not among the answer's data")
    return score("effects", reasons)


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
        late = any(left and not before.anytime for before, left in earlier)
        free = one.anytime or effect.get("unordered")
        return [f"out of order: {describe(effect)}"] if late and not free else []

    def _missing(self) -> list[str]:
        return [
            f"{left} missing: {one.op} {one.entity} in {one.environment} {self._shown(one)}"
            for one, left in zip(self.expected, self.wanted, strict=True)
            if left
        ]

    def _shown(self, one: ExpectedEffect) -> JsonValue:
        values = {name: value for name, value in (("id", one.id), *one.after.items()) if value}
        return fill_all(values, self.outcome.variables)

    def _matches(self, one: ExpectedEffect, effect: Row) -> bool:
        change: Row = effect["change"]
        found = (change["op"], effect["entity"], effect["environment"])
        return (
            (one.op, one.entity, one.environment) == found
            and (one.id is None or self._equal(one.id, effect["id"]))
            and self._holds(one.before, change["before"])
            and self._holds(one.after, change["after"])
            and self._holds(one.arguments, effect["arguments"])
        )

    def _holds(self, wanted: dict[str, JsonValue], row: Row | None) -> bool:
        return all(self._equal(value, (row or {}).get(name)) for name, value in wanted.items())

    def _equal(self, wanted: JsonValue, actual: JsonValue) -> bool:
        if isinstance(wanted, list):
            if wanted == actual:
                return True
            return any(self._equal(one, actual) for one in cast("list[JsonValue]", wanted))
        if not isinstance(wanted, str):
            return wanted == actual
        value = self.outcome.value(wanted)
        return value is not None and _in_unit(value) == str(actual)


def _in_unit(text: str) -> str:
    """`50 yuan in fen` → `5000`; any other text as it is."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        return text
    return f"{float(match[1]) * _FACTORS[(match[2], match[3])]:g}"


def describe(effect: Row) -> str:
    """One effect in words, for reasons."""
    change: Row = effect["change"]
    after: Row = change["after"] or {}
    values = ", ".join(f"{name}={value}" for name, value in list(after.items())[:8])
    what = f"{change['op']} {effect['entity']} {effect['id']} in {effect['environment']}"
    return f"{what} by {effect['tool']} ({values})"
