"""Who asks over HTTP: every route that shows or changes something is given its caller by this."""

from typing import Annotated

from fastapi import Depends

from pipelines.runs.store import Run
from services.callers import local_caller
from services.errors import NotFound
from services.http.live import Live, LiveRuns
from tool_registry.base.caller import Caller


async def caller_of(live: Live) -> Caller:
    """The one user of this machine."""
    return local_caller(live.system.settings)


Asking = Annotated[Caller, Depends(caller_of)]


def own_run(live: LiveRuns, caller: Caller, run_id: str) -> Run:
    """The caller's run of that id; NotFound for one of somebody else as for one that is not."""
    run = live.system.store.get(run_id)
    if not caller.is_same_as(run.request.caller):
        raise NotFound("services.no_run", detail=run_id)
    return run
