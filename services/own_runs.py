"""Runs by their id, for whoever asked for them alone."""

from pipelines.runs.store import Run, RunStore
from services.errors import NotFound
from tool_registry.base.caller import Caller


def run_of_caller(store: RunStore, caller: Caller, run_id: str) -> Run:
    """The caller's run of that id; NotFound for one of somebody else as for one that is not."""
    run = store.get(run_id)
    if not caller.is_same_as(run.request.caller):
        raise NotFound("services.no_run", detail=run_id)
    return run
