"""`/api/handovers`: conversations that a person takes over from the program."""

from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from services.errors import Conflict, NotFound
from services.handover.packet import Packet, packet_of, projects_of
from services.handover.queue import Handover
from services.http.identity import Asking, Running, own_run
from services.http.live import Live, LiveRuns
from services.requests import check_unicode
from tool_registry.base.caller import Caller

router = APIRouter(tags=["handovers"])
_LONGEST = 4_000


def _is_text(text: str) -> str:
    check_unicode(text)
    return text.strip()


Words = Annotated[str, AfterValidator(_is_text)]


class HandOver(BaseModel):
    """What a person is told beside the conversation."""

    model_config = ConfigDict(extra="forbid")

    note: Words = Field("", max_length=_LONGEST)


class Answering(BaseModel):
    """A person's answer."""

    model_config = ConfigDict(extra="forbid")

    text: Words = Field(min_length=1, max_length=_LONGEST)


class HandoverView(BaseModel):
    """One conversation that was handed over."""

    id: str
    run_id: str
    session_id: str
    user: str
    mine: bool
    may_answer: bool
    state: Literal["open", "answered", "withdrawn"]
    note: str
    packet: Packet
    created_at: float
    answer: str | None
    answered_by: str | None
    answered_at: float | None


@router.post("/api/runs/{run_id}/handover")
async def hand_over(run_id: str, body: HandOver, live: Live, caller: Running) -> HandoverView:
    """Hands the run's conversation over, as it stands: once, however often it is sent."""
    run = own_run(live, caller, run_id)
    system, session = live.system, run.request.session_id
    catalogue = (await system.road(caller)).catalogue
    packet = packet_of(system.store, catalogue, caller, session)
    projects = projects_of(packet, catalogue, caller)
    made = system.handovers.hand_over(caller, (run_id, session), projects, body.note, packet)
    return _view(live, caller, made)


@router.get("/api/conversations/{session_id}/handovers")
async def of_conversation(session_id: str, live: Live, caller: Asking) -> list[HandoverView]:
    """What the caller handed over of a conversation, and what was answered."""
    found = live.system.handovers.of_session(caller, session_id)
    return [_view(live, caller, one) for one in found]


@router.get("/api/handovers")
async def queue(live: Live, caller: Asking) -> list[HandoverView]:
    """What the caller may answer, what is open first."""
    return [_view(live, caller, one) for one in live.system.handovers.queue(caller)]


@router.post("/api/handovers/{handover_id}/answer")
async def answer(handover_id: str, body: Answering, live: Live, caller: Running) -> HandoverView:
    """Answers; 409 where somebody did, or it was withdrawn."""
    handovers = live.system.handovers
    found = _found(live, handover_id)
    if not handovers.may_answer(caller, found):
        raise NotFound("handover.none", detail=handover_id)
    if not handovers.answer(caller, handover_id, body.text):
        raise Conflict("handover.closed", detail=handover_id)
    return _view(live, caller, _found(live, handover_id))


@router.delete("/api/handovers/{handover_id}")
async def withdraw(handover_id: str, live: Live, caller: Running) -> HandoverView:
    """Its person needs no answer any more; 409 where there is one."""
    found = _found(live, handover_id)
    if (found.tenant, found.user) != (caller.tenant, caller.user):
        raise NotFound("handover.none", detail=handover_id)
    if not live.system.handovers.withdraw(handover_id):
        raise Conflict("handover.closed", detail=handover_id)
    return _view(live, caller, _found(live, handover_id))


def _found(live: LiveRuns, handover_id: str) -> Handover:
    try:
        return live.system.handovers.get(handover_id)
    except KeyError as error:
        raise NotFound("handover.none", detail=handover_id) from error


def _view(live: LiveRuns, caller: Caller, one: Handover) -> HandoverView:
    state = "open" if one.is_open else "answered" if one.answered_at else "withdrawn"
    return HandoverView(
        id=one.id,
        run_id=one.run_id,
        session_id=one.session_id,
        user=one.user,
        mine=(one.tenant, one.user) == (caller.tenant, caller.user),
        may_answer=live.system.handovers.may_answer(caller, one),
        state=state,
        note=one.note,
        packet=one.packet,
        created_at=one.created_at,
        answer=one.answer,
        answered_by=one.answered_by,
        answered_at=one.answered_at,
    )
