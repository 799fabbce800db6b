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
async def stop(run_id: str, live: Live, caller: Running) -> Answer:
    """Ends a run now: what exists stays and is told, as is what nobody knows."""
    own_run(live, caller, run_id)
    return await live.stop(run_id)
