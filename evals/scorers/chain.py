"""The plan: which tools are called, in which order, on what."""

from collections.abc import Sequence

from evals.expected import ExpectedChain
from evals.score import Outcome, Score, Stage, matches, measured, score, short_name
from pipelines.contracts.answer import Answer

RAN = {"done", "sent", "failed", "unknown", "verified"}
"""Statuses of a step that left."""


class Chain:
    """The tools that must be there, in their order; those that must not; how many; what ran."""

    name = "chain"
    stage: Stage = "plan"

    def score(self, outcome: Outcome) -> Score | None:
        """None where no chain is expected and no parameter shows that is none of the user's."""
        reasons: list[str] = []
        if outcome.expected.chain is not None:
            reasons += _calls(outcome.expected.chain, outcome.answer)
        hidden = _hidden(outcome.answer)
        if outcome.expected.chain is None and not hidden:
            return None
        return score(self.name, reasons + hidden)


def _calls(expected: ExpectedChain, answer: Answer) -> list[str]:
    tools = [short_name(step.tool) for step in answer.chain]
    shown = " → ".join(tools) or "empty"
    reasons: list[str] = []
    if expected.goal and not set(expected.goal) & set(tools):
        reasons.append(f"no {' or '.join(expected.goal)} in the chain: {shown}")
    wanted = (expected.steps, *expected.alternatives)
    if not any(_fits(expected, one, tools) for one in wanted):
        ways = " or ".join(" → ".join(one) for one in wanted)
        order = "in this order" if expected.ordered else "all"
        reasons.append(f"not {ways} {order}: {shown}")
    reasons += [
        f"{tool} must not be in the chain: {shown}" for tool in expected.never if tool in tools
    ]
    if expected.length is not None and len(tools) != expected.length:
        reasons.append(f"{len(tools)} steps, expected {expected.length}: {shown}")
    ran = [step for step in answer.chain if step.status in RAN]
    if expected.executed is False and ran:
        reasons.append(f"ran {short_name(ran[0].tool)}, nothing was to run")
    return reasons


def _fits(expected: ExpectedChain, wanted: Sequence[str], tools: Sequence[str]) -> bool:
    if expected.exact and len(wanted) != len(tools):
        return False
    if not expected.ordered:
        return paired(wanted, tools) == len(wanted)
    rest = iter(tools)
    return all(any(matches(one, tool) for tool in rest) for one in wanted)


def paired(wanted: Sequence[str], tools: Sequence[str]) -> int:
    """How many of the wanted tools are there, each tool counted once."""
    left = list(tools)
    count = 0
    for one in sorted(wanted, key=lambda name: name.count("|")):
        found = next((tool for tool in left if matches(one, tool)), None)
        if found is not None:
            left.remove(found)
            count += 1
    return count


def _hidden(answer: Answer) -> list[str]:
    """Hidden parameters are never shown, whatever the case is about."""
    names = [name for step in answer.chain for name in step.arguments]
    if any(name.startswith("_mcp_") for name in names) or "_mcp_" in answer.summary.text:
        return ["a hidden parameter is shown"]
    return []


class ChainExact:
    """1 where the chain is exactly one of the expected sequences, else 0."""

    name = "chain exact"
    stage: Stage = "plan"

    def score(self, outcome: Outcome) -> Score | None:
        """None where no sequence is expected."""
        sequences, tools = _sequences(outcome)
        return measured(self.name, min(_distances(sequences, tools)) == 0) if sequences else None


class ChainDistance:
    """Insertions, deletions and exchanges to the nearest expected sequence."""

    name = "chain distance"
    stage: Stage = "plan"

    def score(self, outcome: Outcome) -> Score | None:
        """None where no sequence is expected."""
        sequences, tools = _sequences(outcome)
        return measured(self.name, min(_distances(sequences, tools))) if sequences else None


def _sequences(outcome: Outcome) -> tuple[tuple[tuple[str, ...], ...], list[str]]:
    chain = outcome.expected.chain or ExpectedChain()
    return chain.sequences, [short_name(step.tool) for step in outcome.answer.chain]


def _distances(sequences: Sequence[Sequence[str]], tools: Sequence[str]) -> list[int]:
    return [edit_distance(one, tools) for one in sequences]


def edit_distance(wanted: Sequence[str], tools: Sequence[str]) -> int:
    """Levenshtein's, over tools; `a|b` is either."""
    row = list(range(len(tools) + 1))
    for i, one in enumerate(wanted, 1):
        above, row = row, [i]
        for j, tool in enumerate(tools, 1):
            exchanged = above[j - 1] + (not matches(one, tool))
            row.append(min(above[j] + 1, row[-1] + 1, exchanged))
    return row[-1]


class NodeF1:
    """F1 of the tools in the chain, each call counted."""

    name = "node F1"
    stage: Stage = "plan"

    def score(self, outcome: Outcome) -> Score | None:
        """None where no sequence is expected."""
        sequences, tools = _sequences(outcome)
        if not sequences:
            return None
        return measured(self.name, max(f1(paired(s, tools), len(s), len(tools)) for s in sequences))


def f1(right: int, wanted: int, found: int) -> float:
    """The harmonic mean of precision and recall; 1 where nothing was wanted and nothing found."""
    return 2 * right / (wanted + found) if wanted + found else 1.0
