"""`/api/scheduled`: the caller's runs that wait for their time."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field

from pipelines.contracts.answer import Answer
from pipelines.contracts.request import Later
from pipelines.messages import say
from pipelines.runs.schedule import asked_for, drop, language_asked_in, move, scheduled
from pipelines.runs.store import Run
from services.due_times import later_of
from services.http.identity import Asking, Running, own_run
from services.http.live import Live, LiveRuns
from services.said_time import SaidTime, said_time
from services.time_zones import zone_of

router = APIRouter(prefix="/api", tags=["scheduled"])


class Scheduled(BaseModel):
    """One run that waits."""

    run_id: str
    session_id: str
    text: str
    environment: str | None
    calls: int = Field(description="How many calls its plan has.")
    due_at: float = Field(description="When it is carried out; seconds since 1970.")
    zone: str = Field(description="The time zone in which that was said.")
    missed: bool = Field(
        description="No service was there in time: it stays until it gets another time."
    )


class When(BaseModel):
    """A time to come."""

    model_config = ConfigDict(extra="forbid")

    at: str = Field(description="As `2026-11-30T09:00`, on the clock of `zone`, or with an offset.")
    zone: str | None = Field(None, description="As `Asia/Shanghai`; null: the service's.")


@router.get("/scheduled")
async def list_scheduled(live: Live, caller: Asking) -> list[Scheduled]:
    """What waits, the next one first."""
    return [_view(live, run) for run in scheduled(live.system.store, caller)]


@router.put("/scheduled/{run_id}")
async def put_off(run_id: str, body: When, live: Live, caller: Running) -> Scheduled:
    """Gives a waiting run another time; 409 where it has begun or does not wait."""
    own_run(live, caller, run_id)
    system = live.system
    zone = body.zone or system.settings.time_zone
    move(system.store, run_id, later_of(body.at, zone, system.store.clock.now()))
    return _view(live, system.store.get(run_id))


@router.post("/scheduled/{run_id}/now")
async def begin_now(run_id: str, live: Live, caller: Running) -> Scheduled:
    """Has a waiting run carried out at once; 409 where it has begun or does not wait."""
    run = own_run(live, caller, run_id)
    store = live.system.store
    zone = run.later.zone if run.later else live.system.settings.time_zone
    move(store, run_id, Later(at=store.clock.now(), zone=zone))
    told = _view(live, store.get(run_id))
    await live.resume(run_id, caller)
    return told


@router.delete("/scheduled/{run_id}")
async def cancel(run_id: str, live: Live, caller: Running) -> Answer:
    """Cancels a waiting run: nothing of it was carried out; 409 where it has begun."""
    run = own_run(live, caller, run_id)
    text = say(language_asked_in(run), "schedule.cancelled")
    return drop(live.system.store, run_id, text)


@router.get("/runs/{run_id}/time")
async def time_said(
    run_id: str,
    live: Live,
    caller: Asking,
    zone: Annotated[str | None, Query(description="As `Asia/Shanghai`.")] = None,
) -> SaidTime | None:
    """When a plan may be meant to run, by its sentence; null where that names no time for it."""
    run, system = own_run(live, caller, run_id), live.system
    catalogue = (await system.road(caller)).catalogue
    place = zone_of(zone or system.settings.time_zone)
    return said_time(run, catalogue, place, system.store.clock.now())


def _view(live: LiveRuns, run: Run) -> Scheduled:
    assert run.later is not None, "it waits"
    now, grace = live.system.store.clock.now(), live.system.settings.schedule_grace
    return Scheduled(
        run_id=run.id,
        session_id=run.request.session_id,
        text=asked_for(run),
        environment=run.chain.environment if run.chain else None,
        calls=len(run.chain.steps) if run.chain else 0,
        due_at=run.later.at,
        zone=run.later.zone,
        missed=run.later.at < now - grace,
    )
