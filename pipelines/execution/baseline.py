"""What was there ahead of a run's first call, kept for a process that takes the run over."""

from pipelines.reasoning.planner.lookups import ReadTool
from pipelines.runs.context import RunContext
from pipelines.runs.store import RunStore
from pipelines.summary import Baseline, baseline
from tool_registry.catalogue import Catalogue


async def noted_before(
    context: RunContext, store: RunStore, catalogue: Catalogue, read: ReadTool
) -> Baseline:
    """What is there now; of a run taken over, what was noted then."""
    if context.run.chain is not None:
        return Baseline.restored(store.baseline(context.run.id))
    before = await baseline(context.planned, catalogue, read)
    store.keep_baseline(context.lease, before.as_json())
    return before
