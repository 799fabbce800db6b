"""What was there ahead of a run's first call, kept for a process that takes the run over."""

from pipelines.planner.probe import Reader
from pipelines.runs.store import RunStore
from pipelines.summary import Baseline, baseline
from pipelines.trip import Trip
from tool_registry.catalogue import Catalogue


async def noted_before(trip: Trip, store: RunStore, catalogue: Catalogue, read: Reader) -> Baseline:
    """What is there now; of a run taken over, what was noted then."""
    if trip.run.chain is not None:
        return Baseline.restored(store.baseline(trip.run.id))
    before = await baseline(trip.planned, catalogue, read)
    store.keep_baseline(trip.lease, before.as_json())
    return before
