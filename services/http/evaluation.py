"""`/api/evaluation`: runs of suites that were made, and one that goes on, for owners of the
deployment; and a case of a run, for owners of anything."""

import asyncio
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request
from starlette.responses import Response

from evals.case_files import as_yaml
from evals.comparing import Comparison
from evals.from_run import case_of as case_of_run
from evals.store.store import EvalStore
from services.errors import NotFound
from services.evaluation.going import EvaluationRuns, Going, Wanted
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
from services.evaluation.offered import Offer, offered
from services.evaluation.running import open_eval_store
from services.http.failing import spoken
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


def _evaluation_runs(request: Request) -> EvaluationRuns:
    found: EvaluationRuns = request.app.state.evaluations
    return found


Evaluations = Annotated[EvaluationRuns, Depends(_evaluation_runs)]


@router.get("/suites")
async def suites(live: Live, caller: OwningAll) -> list[Offer]:
    """What can be run here: the shipped suites, and files of which a run was kept."""
    return await _of_store(live, offered)


@router.post("/runs", status_code=202)
async def start(
    wanted: Wanted, request: Request, live: Live, evaluations: Evaluations, caller: OwningAll
) -> Going:
    """Starts a run of a suite, in a process of its own; one goes on at a time."""
    known = await _of_store(live, offered)
    if wanted.suite not in {one.suite for one in known}:
        raise NotFound("services.no_suite", suite=wanted.suite)
    return await evaluations.start(wanted, caller, spoken(request))


@router.post("/runs/{run_id}/resume", status_code=202)
async def resume(
    run_id: str, request: Request, live: Live, evaluations: Evaluations, caller: OwningAll
) -> Going:
    """Goes on with a run that was stopped, as it was begun; 409 for one that is finished, and where
    one goes on."""
    kept = await _of_store(live, lambda store: store.run(run_id))
    return await evaluations.resume(kept, caller, spoken(request))


@router.get("/going")
async def going(evaluations: Evaluations, caller: OwningAll) -> Going | None:
    """How far the run is that was started here, or how the last one ended; null: there was none
    since the service was started."""
    return evaluations.now


@router.post("/going/stop")
async def stop(evaluations: Evaluations, caller: OwningAll) -> Going:
    """Ends the run that goes on. What it has said is kept, and can be gone on with."""
    return await evaluations.stop()


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
