"""Senders and the pickup jobs done for them."""

from typing import Annotated

from fastapi import APIRouter, Depends

import filters as f
import schemas as s
from core import CallDep, Envelope, Page, conflict, errs, page
from store import Row

senders = APIRouter(prefix="/api/v1/senders", tags=["Senders"])
jobs = APIRouter(prefix="/api/v1/pickup-jobs", tags=["Pickup jobs"])


@senders.get(
    "",
    operation_id="list_senders",
    summary="List senders",
    response_model=Page[s.Sender],
    responses=errs(),
)
async def list_senders(c: CallDep, q: Annotated[f.SenderQuery, Depends()]) -> Row:
    """Narrowed by equality on any field, in order of id."""
    return page(c.find("sender"), q)


@senders.get(
    "/{sender_id}",
    operation_id="get_sender",
    summary="Get a sender by id",
    response_model=Envelope[s.Sender],
    responses=errs("No such sender"),
)
async def get_sender(c: CallDep, sender_id: str) -> Row:
    """One sender with all its fields."""
    return {"data": c.get("sender", sender_id)}


@senders.post(
    "",
    operation_id="create_sender",
    summary="Create a sender",
    status_code=201,
    response_model=Envelope[s.Sender],
    responses=errs(),
)
async def create_sender(c: CallDep, b: s.SenderCreate) -> Row:
    """The new sender is `active`."""
    c.took(b)
    return {"data": c.add("sender", **b.model_dump(mode="json"), status="active")}


@senders.patch(
    "/{sender_id}",
    operation_id="update_sender",
    summary="Change a sender or its status",
    response_model=Envelope[s.Sender],
    responses=errs("No such sender", "The sender already has this status"),
)
async def update_sender(c: CallDep, sender_id: str, b: s.SenderPatch) -> Row:
    """Edits the fields, or changes the status; not both in one call.

    active <-> frozen (冻结). A frozen sender can still be edited."""
    row, to, values = c.patch("sender", sender_id, b)
    return {"data": c.set("sender", row, **({"status": to} if to else values))}


@jobs.get(
    "",
    operation_id="list_pickup_jobs",
    summary="List pickup jobs",
    response_model=Page[s.PickupJob],
    responses=errs(),
)
async def list_pickup_jobs(c: CallDep, q: Annotated[f.PickupJobQuery, Depends()]) -> Row:
    """Narrowed by equality on any field, in order of id."""
    return page(c.find("pickup_job"), q)


@jobs.get(
    "/{pickup_job_id}",
    operation_id="get_pickup_job",
    summary="Get a pickup job by id",
    response_model=Envelope[s.PickupJob],
    responses=errs("No such pickup job"),
)
async def get_pickup_job(c: CallDep, pickup_job_id: str) -> Row:
    """One pickup job with all its fields."""
    return {"data": c.get("pickup_job", pickup_job_id)}


@jobs.post(
    "",
    operation_id="create_pickup_job",
    summary="Create a pickup job",
    status_code=201,
    response_model=Envelope[s.PickupJob],
    responses=errs("No such sender or depot", "The sender is frozen, or the depot is not open"),
)
async def create_pickup_job(c: CallDep, b: s.PickupJobCreate) -> Row:
    """The new job is `waiting` (待派)."""
    c.took(b)
    c.get_in("sender", b.sender_id, "active")
    c.get_in("depot", b.depot_id, "open")
    values = b.model_dump(mode="json")
    return {"data": c.add("pickup_job", **values, courier_id="", status="waiting")}


@jobs.patch(
    "/{pickup_job_id}",
    operation_id="update_pickup_job",
    summary="Change a pickup job or its status",
    response_model=Envelope[s.PickupJob],
    responses=errs("No such pickup job", "Done or cancelled, or change of status not allowed"),
)
async def update_pickup_job(c: CallDep, pickup_job_id: str, b: s.PickupJobPatch) -> Row:
    """Edits date, pieces and note, or changes the status; not both in one call.

    waiting: takes the courier off an assigned job. done (已取): from assigned. cancelled: from
    waiting or assigned. To assign a courier use the `courier` path."""
    row, to, values = c.patch("pickup_job", pickup_job_id, b)
    if to:
        values = {"status": to, **({"courier_id": ""} if to == "waiting" else {})}
    return {"data": c.set("pickup_job", row, **values)}


@jobs.put(
    "/{pickup_job_id}/courier",
    operation_id="assign_pickup_job",
    summary="Assign a courier to a pickup job",
    response_model=Envelope[s.PickupJob],
    responses=errs(
        "No such pickup job or courier", "Job not waiting, courier not on duty or of another depot"
    ),
)
async def assign_pickup_job(c: CallDep, pickup_job_id: str, b: s.CourierRef) -> Row:
    """The waiting job becomes `assigned` (已派)."""
    c.took(b)
    row = c.get("pickup_job", pickup_job_id)
    c.movable("pickup_job", row, "assigned")
    courier = c.get_in("courier", b.courier_id, "on_duty")
    if courier["depot_id"] != row["depot_id"]:
        raise conflict("other_depot", f"{b.courier_id} does not work at {row['depot_id']}.")
    return {"data": c.set("pickup_job", row, courier_id=b.courier_id, status="assigned")}
