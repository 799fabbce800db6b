"""The account of a run from its ledger alone: for runs that were cut off, and to show old ones."""

from collections.abc import Sequence

from pipelines.contracts.chain import ToolChain
from pipelines.contracts.execution import Execution, StepRecord
from pipelines.runs.ledger import Entry

_STATUS = {"verified": "done"}


def account(chain: ToolChain, entries: Sequence[Entry]) -> Execution:
    """One record a step; steps without a row were never sent (`planned`)."""
    last = {entry.step: entry for entry in entries}
    records = [
        _record(step.tool, last[step.id])
        if step.id in last
        else StepRecord(step=step.id, tool=step.tool)
        for step in chain.steps
    ]
    return Execution(tuple(records))


def _record(planned_tool: str, entry: Entry) -> StepRecord:
    return StepRecord.model_validate(
        {
            "step": entry.step,
            "tool": entry.tool,
            "arguments": entry.arguments,
            "status": _STATUS.get(entry.state, entry.state),
            "body": entry.body,
            "failure": entry.failure,
            "verified": entry.state == "verified",
            "replaces": None if entry.tool == planned_tool else planned_tool,
        }
    )
