"""Depots, their couriers and their lockers."""

from typing import Annotated

from fastapi import APIRouter, Depends

import filters as f
import schemas as s
from core import Call, CallDep, Envelope, Page, conflict, errs, page
from store import Row

depots = APIRouter(prefix="/api/v1/depots", tags=["Depots"])
couriers = APIRouter(prefix="/api/v1/couriers", tags=["Couriers"])
lockers = APIRouter(prefix="/api/v1/lockers", tags=["Lockers"])


@depots.get(
    "",
    operation_id="list_depots",
    summary="List depots",
    response_model=Page[s.Depot],
    responses=errs(),
)
async def list_depots(c: CallDep, q: Annotated[f.DepotQuery, Depends()]) -> Row:
    """Narrowed by equality on any field, in order of id."""
    return page(c.find("depot"), q)


@depots.get(
    "/{depot_id}",
    operation_id="get_depot",
    summary="Get a depot by id",
    response_model=Envelope[s.Depot],
    responses=errs("No such depot"),
)
async def get_depot(c: CallDep, depot_id: str) -> Row:
    """One depot with all its fields."""
    return {"data": c.get("depot", depot_id)}


@depots.post(
    "",
    operation_id="create_depot",
    summary="Create a depot",
    status_code=201,
    response_model=Envelope[s.Depot],
    responses=errs(),
)
async def create_depot(c: CallDep, b: s.DepotCreate) -> Row:
    """The new depot stands `open` (营业)."""
    c.took(b)
    return {"data": c.add("depot", **b.model_dump(mode="json"), status="open")}


@depots.patch(
    "/{depot_id}",
    operation_id="update_depot",
    summary="Change a depot or its status",
    response_model=Envelope[s.Depot],
    responses=errs(
        "No such depot", "Shut, change of status not allowed, or couriers still belong to it"
    ),
)
async def update_depot(c: CallDep, depot_id: str, b: s.DepotPatch) -> Row:
    """Edits name, address and manager, or changes the status; not both in one call.

    open <-> paused; paused -> shut (关闭, final) once every courier left or is dismissed."""
    row, to, values = c.patch("depot", depot_id, b)
    if to == "shut":
        left = [k["id"] for k in c.find("courier", depot_id=depot_id) if k["status"] != "dismissed"]
        if left:
            raise conflict("depot_has_couriers", f"Still at {depot_id}: {', '.join(left)}.")
    return {"data": c.set("depot", row, **({"status": to} if to else values))}


def _nothing_out(c: Call, courier_id: str) -> None:
    out = c.find("parcel", courier_id=courier_id, status="out_for_delivery")
    if out:
        held = ", ".join(row["id"] for row in out)
        raise conflict("courier_has_parcels", f"{courier_id} is out with {held}.")


@couriers.get(
    "",
    operation_id="list_couriers",
    summary="List couriers",
    response_model=Page[s.Courier],
    responses=errs(),
)
async def list_couriers(c: CallDep, q: Annotated[f.CourierQuery, Depends()]) -> Row:
    """Narrowed by equality on any field or by the depot's city, in order of id."""
    rows = c.find("courier")
    if q.city is not None:
        here = {row["id"] for row in c.find("depot", city=q.city)}
        rows = [row for row in rows if row["depot_id"] in here]
    return page(rows, q, skip=("city",))


@couriers.get(
    "/{courier_id}",
    operation_id="get_courier",
    summary="Get a courier by id",
    response_model=Envelope[s.Courier],
    responses=errs("No such courier"),
)
async def get_courier(c: CallDep, courier_id: str) -> Row:
    """One courier with all its fields."""
    return {"data": c.get("courier", courier_id)}


@couriers.post(
    "",
    operation_id="create_courier",
    summary="Create a courier",
    status_code=201,
    response_model=Envelope[s.Courier],
    responses=errs("No such depot", "The depot is not open"),
)
async def create_courier(c: CallDep, b: s.CourierCreate) -> Row:
    """The new courier starts `off_duty` (休息)."""
    c.took(b)
    c.get_in("depot", b.depot_id, "open")
    return {"data": c.add("courier", **b.model_dump(mode="json"), status="off_duty")}


@couriers.patch(
    "/{courier_id}",
    operation_id="update_courier",
    summary="Change a courier or its status",
    response_model=Envelope[s.Courier],
    responses=errs(
        "No such courier or depot",
        "Dismissed, change of status not allowed, depot not open, or parcels are out",
    ),
)
async def update_courier(c: CallDep, courier_id: str, b: s.CourierPatch) -> Row:
    """Edits the fields, or changes the status; not both in one call.

    off_duty <-> on_duty (上班); off_duty -> dismissed (离职, final). Going on duty needs an open
    depot; going off duty or to another depot needs no parcel out for delivery."""
    row, to, values = c.patch("courier", courier_id, b)
    if to == "on_duty":
        c.get_in("depot", row["depot_id"], "open")
    if to == "off_duty" or "depot_id" in values:
        _nothing_out(c, courier_id)
    if "depot_id" in values:
        c.get_in("depot", values["depot_id"], "open")
    return {"data": c.set("courier", row, **({"status": to} if to else values))}


def _label_free(c: Call, depot_id: str, label: str, own: str = "") -> None:
    if any(row["id"] != own for row in c.find("locker", depot_id=depot_id, label=label)):
        raise conflict("label_taken", f"{depot_id} already has a locker labelled {label}.")


@lockers.get(
    "",
    operation_id="list_lockers",
    summary="List lockers",
    response_model=Page[s.Locker],
    responses=errs(),
)
async def list_lockers(c: CallDep, q: Annotated[f.LockerQuery, Depends()]) -> Row:
    """Narrowed by equality on any field, in order of id."""
    return page(c.find("locker"), q)


@lockers.get(
    "/{locker_id}",
    operation_id="get_locker",
    summary="Get a locker by id",
    response_model=Envelope[s.Locker],
    responses=errs("No such locker"),
)
async def get_locker(c: CallDep, locker_id: str) -> Row:
    """One locker with all its fields."""
    return {"data": c.get("locker", locker_id)}


@lockers.post(
    "",
    operation_id="create_locker",
    summary="Create a locker",
    status_code=201,
    response_model=Envelope[s.Locker],
    responses=errs("No such depot", "The depot is shut, or the label is taken there"),
)
async def create_locker(c: CallDep, b: s.LockerCreate) -> Row:
    """The new locker (格口) is `free`."""
    c.took(b)
    c.get_in("depot", b.depot_id, "open", "paused")
    _label_free(c, b.depot_id, b.label)
    return {"data": c.add("locker", **b.model_dump(mode="json"), status="free")}


@lockers.patch(
    "/{locker_id}",
    operation_id="update_locker",
    summary="Change a locker or its status",
    response_model=Envelope[s.Locker],
    responses=errs("No such locker", "Label taken, or change of status not allowed"),
)
async def update_locker(c: CallDep, locker_id: str, b: s.LockerPatch) -> Row:
    """Edits label and size, or changes the status; not both in one call.

    free <-> broken (故障). Only parcels make a locker occupied or empty it again."""
    row, to, values = c.patch("locker", locker_id, b)
    if "label" in values:
        _label_free(c, row["depot_id"], values["label"], locker_id)
    return {"data": c.set("locker", row, **({"status": to} if to else values))}
