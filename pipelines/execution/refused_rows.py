"""Goals that are served alike, as the rows of a list are: what is refused of one stops no other."""

from collections.abc import Iterable

from pipelines.contracts.chain import Step, ToolChain
from pipelines.contracts.execution import StepRecord

_REFUSALS = ("business", "validation")


def is_another_row(step: Step, failed: Iterable[StepRecord], chain: ToolChain) -> bool:
    """True where a tool refused each of what failed, for a goal that is served by the same tools as
    the step's own is; copies of one thing have one goal, and fail for one reason."""
    goals = {one.id: one.goal for one in chain.steps}
    tools: dict[str, list[str]] = {}
    for one in chain.steps:
        tools.setdefault(one.goal, []).append(one.tool)
    return all(
        _is_refused(record)
        and goals[record.step] != step.goal
        and tools[goals[record.step]] == tools[step.goal]
        for record in failed
    )


def _is_refused(record: StepRecord) -> bool:
    failure = record.failure
    refused = failure is not None and failure.kind in _REFUSALS
    return refused and record.status == "failed" and not record.missing
