"""Figures the office often asks for."""

from typing import Annotated, get_args

from fastapi import APIRouter, Query

import schemas as s
from core import CallDep, Envelope, errs
from store import Row

reports = APIRouter(prefix="/api/v1/reports", tags=["Reports"])
Key = Annotated[str | None, Query()]


@reports.get(
    "/parcel-counts",
    operation_id="count_parcels",
    summary="Parcels by status",
    response_model=Envelope[s.ParcelCount],
    responses=errs("No such depot or courier"),
)
async def count_parcels(c: CallDep, depot_id: Key = None, courier_id: Key = None) -> Row:
    """Counts the parcels of a depot (网点), of a courier, or of all."""
    equal: dict[str, str] = {}
    if depot_id is not None:
        equal["depot_id"] = c.get("depot", depot_id)["id"]
    if courier_id is not None:
        equal["courier_id"] = c.get("courier", courier_id)["id"]
    rows = c.find("parcel", **equal)
    counts = {st: sum(r["status"] == st for r in rows) for st in get_args(s.ParcelStatus)}
    return {"data": {"total": len(rows), "by_status": counts}}


@reports.get(
    "/free-lockers",
    operation_id="count_free_lockers",
    summary="Free lockers of a depot by size",
    response_model=Envelope[s.FreeLockers],
    responses=errs("No such depot"),
)
async def count_free_lockers(c: CallDep, depot_id: Annotated[str, Query()]) -> Row:
    """Counts lockers in status `free` (空闲)."""
    rows = c.find("locker", depot_id=c.get("depot", depot_id)["id"], status="free")
    sizes = {size: sum(r["size"] == size for r in rows) for size in get_args(s.Size)}
    return {"data": {"total": len(rows), "by_size": sizes}}


@reports.get(
    "/payable-claims",
    operation_id="sum_payable_claims",
    summary="Claims approved but not yet paid",
    response_model=Envelope[s.Payable],
    responses=errs(),
)
async def sum_payable_claims(c: CallDep) -> Row:
    """Sum of `approved_amount` over claims in status `approved`."""
    rows = c.find("claim", status="approved")
    total = sum(row["approved_amount"] for row in rows)
    ids = [row["id"] for row in rows]
    return {"data": {"count": len(rows), "approved_amount_sum": total, "claim_ids": ids}}
