"""`GET /api/runs/…`: what became of a run."""

from fastapi import APIRouter
from pydantic import BaseModel

from pipelines.contracts.answer import Answer
from pipelines.contracts.events import Event
from services.http.identity import Asking, Running, own_run
from services.http.live import Live

router = APIRouter(tags=["runs"])


class RunView(BaseModel):
    """A run: its answer, None while it runs, and its events so far."""

    run_id: str
    answer: Answer | None
    events: list[Event]


@router.get("/api/runs/{run_id}")
async def run(run_id: str, live: Live, caller: Asking) -> RunView:
    """Answer and events of one run."""
    answer = own_run(live, caller, run_id).answer
    return RunView(run_id=run_id, answer=answer, events=live.system.store.events(run_id))


@router.post("/api/runs/{run_id}/stop")
async def stop(run_id: str, live: Live, caller: Running, at_once: bool = False) -> Answer:
    """Ends a run: no further call begins, and those under way come to their end unless `at_once`
    cuts them off. What exists stays and is told, as is what nobody knows."""
    own_run(live, caller, run_id)
    return await live.stop(run_id, at_once=at_once)


@router.post("/api/runs/{run_id}/find-out")
async def find_out(run_id: str, live: Live, caller: Running) -> Answer:
    """Looks what became of calls of which nobody knows that; no other call begins."""
    own_run(live, caller, run_id)
    return await live.find_out(run_id)
