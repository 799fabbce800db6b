"""Chain scorer: status, intent, candidates and the calls that were planned."""

from collections.abc import Iterator
from typing import cast

from evals.case import ExpectedChain
from evals.score import Outcome, Score, score, short_name
from pipelines.contracts.answer import Answer
from tool_registry.base.types import JsonValue

_RAN = {"done", "sent", "failed", "unknown", "verified"}


def score_chain(outcome: Outcome) -> Score:
    """Judges what the road decided, whatever came of it."""
    expected, answer = outcome.expected, outcome.answer
    reasons: list[str] = []
    if answer.status not in expected.status:
        wanted = " or ".join(expected.status)
        reasons.append(f"status {answer.status}, expected {wanted}")
    reasons += _intent(outcome)
    kept = {short_name(one.tool) for one in answer.candidates if one.role != "dropped"}
    reasons += [
        f"{tool} is not among the candidates" for tool in expected.candidates if tool not in kept
    ]
    if expected.chain is not None:
        reasons += _calls(expected.chain, answer)
        reasons += _arguments(expected.chain, outcome)
    reasons += _hidden(answer)
    return score("chain", reasons)


def _intent(outcome: Outcome) -> list[str]:
    expected, intent = outcome.expected, outcome.answer.intent
    if not expected.intent and expected.environment is None:
        return []
    if intent is None:
        return ["no intent"]
    reasons: list[str] = []
    if expected.intent and intent.intent_type not in expected.intent:
        reasons.append(f"intent {intent.intent_type}, expected {' or '.join(expected.intent)}")
    if expected.environment is not None and intent.environment != expected.environment:
        reasons.append(f"environment {intent.environment}, expected {expected.environment}")
    return reasons


def _calls(expected: ExpectedChain, answer: Answer) -> list[str]:
    tools = [short_name(step.tool) for step in answer.chain]
    shown = " → ".join(tools) or "empty"
    reasons: list[str] = []
    if expected.goal and not set(expected.goal) & set(tools):
        reasons.append(f"no {' or '.join(expected.goal)} in the chain: {shown}")
    if not _in_order(expected.steps, tools):
        reasons.append(f"not {' → '.join(expected.steps)} in this order: {shown}")
    reasons += [
        f"{tool} must not be in the chain: {shown}" for tool in expected.never if tool in tools
    ]
    if expected.length is not None and len(tools) != expected.length:
        reasons.append(f"{len(tools)} steps, expected {expected.length}: {shown}")
    ran = [step for step in answer.chain if step.status in _RAN]
    if expected.executed is False and ran:
        reasons.append(f"ran {short_name(ran[0].tool)}, nothing was to run")
    return reasons


def _arguments(expected: ExpectedChain, outcome: Outcome) -> list[str]:
    given = {
        text for step in outcome.answer.chain for text in _texts(list(step.arguments.values()))
    }
    reasons: list[str] = []
    for alternatives in expected.arguments:
        wanted = {outcome.value(one) for one in alternatives.split("|")}
        if not wanted & given:
            reasons.append(f"no call is given {alternatives}")
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


def _in_order(wanted: tuple[str, ...], tools: list[str]) -> bool:
    rest = iter(tools)
    return all(any(tool in one.split("|") for tool in rest) for one in wanted)


def _hidden(answer: Answer) -> list[str]:
    """Hidden parameters are never shown, whatever the case is about."""
    names = [name for step in answer.chain for name in step.arguments]
    if any(name.startswith("_mcp_") for name in names) or "_mcp_" in answer.summary.text:
        return ["a hidden parameter is shown"]
    return []
