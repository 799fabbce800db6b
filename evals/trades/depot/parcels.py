"""Parcels and their way to the receiver."""

from typing import Annotated

from fastapi import APIRouter, Depends

import filters as f
import schemas as s
from core import CallDep, Envelope, Page, conflict, errs, page
from store import Row

parcels = APIRouter(prefix="/api/v1/parcels", tags=["Parcels"])


@parcels.get(
    "",
    operation_id="list_parcels",
    summary="List parcels",
    response_model=Page[s.Parcel],
    responses=errs(),
)
async def list_parcels(c: CallDep, q: Annotated[f.ParcelQuery, Depends()]) -> Row:
    """Narrowed by equality on any field, in order of id."""
    return page(c.find("parcel"), q)


@parcels.get(
    "/{parcel_id}",
    operation_id="get_parcel",
    summary="Get a parcel by id",
    response_model=Envelope[s.Parcel],
    responses=errs("No such parcel"),
)
async def get_parcel(c: CallDep, parcel_id: str) -> Row:
    """One parcel with all its fields."""
    return {"data": c.get("parcel", parcel_id)}


@parcels.post(
    "",
    operation_id="create_parcel",
    summary="Create a parcel",
    status_code=201,
    response_model=Envelope[s.Parcel],
    responses=errs("No such sender or depot", "The sender is frozen, or the depot is not open"),
)
async def create_parcel(c: CallDep, b: s.ParcelCreate) -> Row:
    """Takes a parcel in; it stands `received` (已收件)."""
    c.took(b)
    c.get_in("sender", b.sender_id, "active")
    c.get_in("depot", b.depot_id, "open")
    values = b.model_dump(mode="json")
    return {"data": c.add("parcel", **values, courier_id="", locker_id="", status="received")}


@parcels.patch(
    "/{parcel_id}",
    operation_id="update_parcel",
    summary="Change a parcel or its status",
    response_model=Envelope[s.Parcel],
    responses=errs(
        "No such parcel or depot",
        "In an end state, change of status not allowed, or no transfer possible",
    ),
)
async def update_parcel(c: CallDep, parcel_id: str, b: s.ParcelPatch) -> Row:
    """Edits the fields, or changes the status; not both in one call.

    received: after a failed try (派送失败), takes the courier off. delivered: from the courier or
    out of the locker, which is then free. returned: from received. lost: from received or
    out_for_delivery. To send it out or into a locker use the `courier` and `locker` paths."""
    row, to, values = c.patch("parcel", parcel_id, b)
    if "depot_id" in values:
        if row["status"] != "received":
            raise conflict("transfer_refused", "Only a received parcel changes its depot.")
        c.get_in("depot", values["depot_id"], "open")
    if not to:
        return {"data": c.set("parcel", row, **values)}
    from_locker = row["status"] == "in_locker"
    c.set("parcel", row, status=to, **({"courier_id": ""} if to == "received" else {}))
    if from_locker:
        c.set("locker", c.get("locker", row["locker_id"]), status="free")
    return {"data": row}


@parcels.put(
    "/{parcel_id}/courier",
    operation_id="dispatch_parcel",
    summary="Send a parcel out with a courier",
    response_model=Envelope[s.Parcel],
    responses=errs(
        "No such parcel or courier", "Parcel not received, courier not on duty or of another depot"
    ),
)
async def dispatch_parcel(c: CallDep, parcel_id: str, b: s.CourierRef) -> Row:
    """The received parcel goes `out_for_delivery` (派送中)."""
    c.took(b)
    row = c.get("parcel", parcel_id)
    c.movable("parcel", row, "out_for_delivery")
    courier = c.get_in("courier", b.courier_id, "on_duty")
    if courier["depot_id"] != row["depot_id"]:
        raise conflict("other_depot", f"{b.courier_id} does not work at {row['depot_id']}.")
    return {"data": c.set("parcel", row, courier_id=b.courier_id, status="out_for_delivery")}


@parcels.put(
    "/{parcel_id}/locker",
    operation_id="store_parcel_in_locker",
    summary="Put a parcel into a locker",
    response_model=Envelope[s.Parcel],
    responses=errs(
        "No such parcel or locker",
        "Parcel not out for delivery, locker not free or of another depot",
    ),
)
async def store_parcel_in_locker(c: CallDep, parcel_id: str, b: s.LockerRef) -> Row:
    """The parcel goes `in_locker` (已入柜) and the locker becomes occupied."""
    c.took(b)
    row = c.get("parcel", parcel_id)
    c.movable("parcel", row, "in_locker")
    locker = c.get_in("locker", b.locker_id, "free")
    if locker["depot_id"] != row["depot_id"]:
        raise conflict("other_depot", f"{b.locker_id} does not stand at {row['depot_id']}.")
    c.set("parcel", row, locker_id=b.locker_id, status="in_locker")
    c.set("locker", locker, status="occupied")
    return {"data": row}
