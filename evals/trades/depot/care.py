"""Complaints about parcels and the claims that follow from them."""

from typing import Annotated

from fastapi import APIRouter, Depends

import filters as f
import schemas as s
from core import Call, CallDep, Envelope, Page, bad, conflict, errs, page
from store import Row

complaints = APIRouter(prefix="/api/v1/complaints", tags=["Complaints"])
claims = APIRouter(prefix="/api/v1/claims", tags=["Claims"])


@complaints.get(
    "",
    operation_id="list_complaints",
    summary="List complaints",
    response_model=Page[s.Complaint],
    responses=errs(),
)
async def list_complaints(c: CallDep, q: Annotated[f.ComplaintQuery, Depends()]) -> Row:
    """Narrowed by equality on any field, in order of id."""
    return page(c.find("complaint"), q)


@complaints.get(
    "/{complaint_id}",
    operation_id="get_complaint",
    summary="Get a complaint by id",
    response_model=Envelope[s.Complaint],
    responses=errs("No such complaint"),
)
async def get_complaint(c: CallDep, complaint_id: str) -> Row:
    """One complaint with all its fields."""
    return {"data": c.get("complaint", complaint_id)}


@complaints.post(
    "",
    operation_id="create_complaint",
    summary="Create a complaint",
    status_code=201,
    response_model=Envelope[s.Complaint],
    responses=errs("No such parcel", ""),
)
async def create_complaint(c: CallDep, b: s.ComplaintCreate) -> Row:
    """The new complaint is `open`; a parcel may have several."""
    c.took(b)
    c.get("parcel", b.parcel_id)
    return {"data": c.add("complaint", **b.model_dump(mode="json"), answer="", status="open")}


@complaints.patch(
    "/{complaint_id}",
    operation_id="update_complaint",
    summary="Change a complaint or its status",
    response_model=Envelope[s.Complaint],
    responses=errs("No such complaint", "Resolved or rejected, or change of status not allowed"),
)
async def update_complaint(c: CallDep, complaint_id: str, b: s.ComplaintPatch) -> Row:
    """Edits priority and detail, or changes the status; not both in one call.

    open -> handling; handling -> resolved; open or handling -> rejected (不成立). Resolving and
    rejecting need an `answer` (答复)."""
    row, to, values = c.patch("complaint", complaint_id, b, {"answer": "resolved rejected"})
    if to in ("resolved", "rejected") and "answer" not in values:
        raise bad(f"`answer` is required with status {to}.")
    if to:
        values["status"] = to
    return {"data": c.set("complaint", row, **values)}


def _within_limit(c: Call, complaint: Row, amount: int) -> None:
    most = c.get("parcel", complaint["parcel_id"])["declared_value"] or 300
    if amount > most:
        raise conflict("amount_too_high", f"At most {most} yuan can be claimed for this parcel.")


@claims.get(
    "",
    operation_id="list_claims",
    summary="List claims",
    response_model=Page[s.Claim],
    responses=errs(),
)
async def list_claims(c: CallDep, q: Annotated[f.ClaimQuery, Depends()]) -> Row:
    """Narrowed by equality on any field, in order of id."""
    return page(c.find("claim"), q)


@claims.get(
    "/{claim_id}",
    operation_id="get_claim",
    summary="Get a claim by id",
    response_model=Envelope[s.Claim],
    responses=errs("No such claim"),
)
async def get_claim(c: CallDep, claim_id: str) -> Row:
    """One claim with all its fields."""
    return {"data": c.get("claim", claim_id)}


@claims.post(
    "",
    operation_id="create_claim",
    summary="Create a claim",
    status_code=201,
    response_model=Envelope[s.Claim],
    responses=errs(
        "No such complaint",
        "Topic or status of the complaint, another live claim, or amount too high",
    ),
)
async def create_claim(c: CallDep, b: s.ClaimCreate) -> Row:
    """Files a claim (理赔) on a `damaged` or `missing` complaint that is not rejected.

    At most the parcel's declared value, or 300 where that is 0. An open complaint goes to
    `handling` with it."""
    c.took(b)
    complaint = c.get_in("complaint", b.complaint_id, "open", "handling", "resolved")
    if complaint["topic"] not in ("damaged", "missing"):
        raise conflict("topic_not_claimable", f"{b.complaint_id} is about {complaint['topic']}.")
    for other in c.find("claim", complaint_id=b.complaint_id):
        if other["status"] != "refused":
            raise conflict("claim_exists", f"{b.complaint_id} already has claim {other['id']}.")
    _within_limit(c, complaint, b.amount)
    values = b.model_dump(mode="json")
    row = c.add("claim", **values, approved_amount=0, pay_date="", status="filed")
    if complaint["status"] == "open":
        c.set("complaint", complaint, status="handling")
    return {"data": row}


@claims.patch(
    "/{claim_id}",
    operation_id="update_claim",
    summary="Change a claim or its status",
    response_model=Envelope[s.Claim],
    responses=errs(
        "No such claim", "Not filed any more, change of status not allowed, or amount too high"
    ),
)
async def update_claim(c: CallDep, claim_id: str, b: s.ClaimPatch) -> Row:
    """Edits the amount of a filed claim, or changes the status; not both in one call.

    filed -> approved (已核准), with `approved_amount` up to the amount; approved -> paid, with
    `pay_date`; filed or approved -> refused, which puts `approved_amount` back to 0."""
    with_status = {"approved_amount": "approved", "pay_date": "paid"}
    row, to, values = c.patch("claim", claim_id, b, with_status)
    if not to:
        c.get_in("claim", claim_id, "filed")
        _within_limit(c, c.get("complaint", row["complaint_id"]), values["amount"])
        return {"data": c.set("claim", row, **values)}
    if to == "approved" and values.setdefault("approved_amount", row["amount"]) > row["amount"]:
        raise conflict("amount_too_high", f"Only {row['amount']} yuan were claimed.")
    if to == "paid" and "pay_date" not in values:
        raise bad("`pay_date` is required with status paid.")
    if to == "refused":
        values["approved_amount"] = 0
    return {"data": c.set("claim", row, **values, status=to)}
