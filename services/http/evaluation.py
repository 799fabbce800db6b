"""`/api/evaluation`: runs of suites that were made, for owners of the deployment; and a case of a
run, for owners of anything. Suites are run by `zhizao eval run`."""

import asyncio
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Annotated, TypeVar

from fastapi import APIRouter, Query
from starlette.responses import Response

from evals.case_files import as_yaml
from evals.comparing import Comparison
from evals.from_run import case_of as case_of_run
from evals.store.store import EvalStore
from services.evaluation.history import (
    CaseShown,
    Listed,
    Shown,
    case_of,
    compared,
    listed,
    opened,
    shown,
)
from services.evaluation.running import open_eval_store
from services.http.identity import Owning, OwningAll, own_run
from services.http.live import Live, LiveRuns

router = APIRouter(prefix="/api/evaluation", tags=["evaluation"])
Named = Annotated[str, Query(min_length=1, max_length=256)]
T = TypeVar("T")
_YAML = "application/yaml"


async def _of_store(live: LiveRuns, work: Callable[[EvalStore], T]) -> T:
    def done() -> T:
        store = open_eval_store(live.system.settings)
        with closing(store):
            return work(store)

    return await asyncio.to_thread(done)


@router.get("/runs")
async def runs(
    live: Live, caller: OwningAll, limit: Annotated[int, Query(ge=1, le=1000)] = 200
) -> list[Listed]:
    """The latest runs, the newest first."""
    return await _of_store(live, partial(listed, limit=limit))


@router.get("/runs/{run_id}")
async def run(run_id: str, live: Live, caller: OwningAll) -> Shown:
    """One run: its rates, where it was lost, and its failures."""
    return await _of_store(live, partial(shown, run_id=run_id))


@router.get("/runs/{run_id}/case")
async def case(run_id: str, case: Named, live: Live, caller: OwningAll) -> CaseShown:
    """How a case went, stage by stage; nothing of one whose failure nobody has opened."""
    return await _of_store(live, partial(case_of, run_id=run_id, case=case))


@router.post("/runs/{run_id}/open")
async def open_failure(run_id: str, case: Named, live: Live, caller: OwningAll) -> CaseShown:
    """Opens the failure of an unseen case. It counts as seen from then on, which is noted beside
    the suite, with who did it."""
    return await _of_store(live, partial(opened, run_id=run_id, case=case, who=caller.user))


@router.get("/compare")
async def compare(before: Named, after: Named, live: Live, caller: OwningAll) -> Comparison:
    """Two runs in pairs: gained, lost, and whether that is chance."""
    return await _of_store(live, partial(compared, before=before, after=after))


@router.get(
    "/from-run/{run_id}", response_class=Response, responses={200: {"content": {_YAML: {}}}}
)
async def from_run(run_id: str, live: Live, reach: Owning) -> Response:
    """A case made of an own run: what came of it is expected, for a person to mend. As YAML."""
    found = own_run(live, reach.caller, run_id)
    made = case_of_run(found.request, found.answer, reach.caller.user)
    name = f'attachment; filename="{made["id"]}.yaml"'
    headers = {"Content-Disposition": name, "X-Content-Type-Options": "nosniff"}
    return Response(as_yaml([made]), media_type=_YAML, headers=headers)
