"""The plan's arguments: their values, where each is from, and which call feeds which."""

from collections.abc import Iterator
from typing import cast

from evals.expected import ExpectedCall
from evals.score import Outcome, Score, Stage, matches, measured, score, short_name
from evals.scorers.chain import f1, paired
from evals.scorers.values import at, equal
from pipelines.contracts.answer import BindingView, ChainStep
from tool_registry.base.types import JsonValue

_FROM_CALLS = ("output", "selected")


class Arguments:
    """Values that must be among the arguments; calls with their arguments and sources.

    Its value is the share of what the case names that is right."""

    name = "arguments"
    stage: Stage = "plan"

    def score(self, outcome: Outcome) -> Score | None:
        """None where the case names none."""
        chain = outcome.expected.chain
        if chain is None or not (chain.arguments or chain.calls):
            return None
        reasons = _anywhere(chain.arguments, outcome)
        wanted = len(chain.arguments)
        for call in chain.calls:
            wanted += 1 + len(call.arguments) + len(call.sources)
            reasons += _wrong(call, outcome)
        share = max(0.0, 1 - len(reasons) / wanted)
        return score(self.name, list(dict.fromkeys(reasons)), share)


def _anywhere(wanted: tuple[str, ...], outcome: Outcome) -> list[str]:
    given = {
        text for step in outcome.answer.chain for text in _texts(list(step.arguments.values()))
    }
    reasons: list[str] = []
    for alternatives in wanted:
        values = {outcome.value(one) for one in alternatives.split("|")}
        unknown = outcome.mocked and values == {None}  # of an effect that nobody had
        if not unknown and not values & given:
            said = " or ".join(sorted(str(one) for one in values if one is not None))
            reasons.append(f"no call is given {said or alternatives} ({alternatives})")
    return reasons


def _texts(values: list[JsonValue]) -> Iterator[str]:
    """Every plain value at any depth, as text."""
    for value in values:
        if isinstance(value, dict):
            yield from _texts(list(cast("dict[str, JsonValue]", value).values()))
        elif isinstance(value, list):
            yield from _texts(cast("list[JsonValue]", value))
        else:
            yield str(value)


def _wrong(call: ExpectedCall, outcome: Outcome) -> list[str]:
    """What is wrong with the call that comes nearest."""
    steps = [step for step in outcome.answer.chain if matches(call.tool, step.tool)]
    if not steps:
        return [f"{call.tool} is not called"] * (1 + len(call.arguments) + len(call.sources))
    return min((_differences(call, step, outcome) for step in steps), key=len)


def _differences(call: ExpectedCall, step: ChainStep, outcome: Outcome) -> list[str]:
    name = short_name(step.tool)
    reasons: list[str] = []
    for path, value in call.arguments.items():
        found = at(cast("JsonValue", step.arguments), path)
        if not equal(outcome, value, found):
            reasons.append(f"{name}: {path} is {found}, expected {value}")
    by_step = {one.step: short_name(one.tool) for one in outcome.answer.chain}
    for path, wanted in call.sources.items():
        found = step.bindings.get(path)
        if not any(_is_from(one, found, by_step) for one in wanted.split("|")):
            told = "nowhere" if found is None else f"{found.source} ({found.detail})"
            reasons.append(f"{name}: {path} is from {told}, expected {wanted}")
    return reasons


def _is_from(wanted: str, found: BindingView | None, by_step: dict[str, str]) -> bool:
    if found is None:
        return False
    source, _, tool = wanted.partition(":")
    if source != found.source and not (source == "output" and found.source in _FROM_CALLS):
        return False
    return not tool or tool == _feeder(found, by_step)


def _feeder(found: BindingView, by_step: dict[str, str]) -> str | None:
    """The tool whose result the value is."""
    return by_step.get(found.step) if found.step and found.source in _FROM_CALLS else None


class EdgeF1:
    """F1 of the links between calls: which call's result feeds which call."""

    name = "edge F1"
    stage: Stage = "plan"

    def score(self, outcome: Outcome) -> Score | None:
        """None where the case names no argument that is an earlier call's result."""
        chain = outcome.expected.chain
        wanted = [
            f"{source.partition(':')[2]}>{tool}"
            for call in (chain.calls if chain else ())
            for source in dict.fromkeys(call.sources.values())
            if source.startswith("output:")
            for tool in (call.tool,)
        ]
        if not wanted:
            return None
        steps = outcome.answer.chain
        by_step = {one.step: short_name(one.tool) for one in steps}
        found = {
            f"{feeder}>{short_name(step.tool)}"
            for step in steps
            for binding in step.bindings.values()
            if (feeder := _feeder(binding, by_step)) is not None
        }
        return measured(self.name, f1(paired(wanted, sorted(found)), len(wanted), len(found)))
