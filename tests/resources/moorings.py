"""A harbour's HTTP API, as a program, in which nothing is listed: bookings are shown one by one,
and passes not even that."""

from typing import Any

from fastapi import FastAPI, HTTPException, Path
from pydantic import BaseModel, Field

from tests.resources.serving import serve, watched

app = FastAPI(title="Moorings")
BOOKINGS: dict[str, dict[str, Any]] = {}
LOG: list[dict[str, Any]] = []


def begin() -> None:
    """The first data."""
    LOG.clear()
    BOOKINGS.clear()
    BOOKINGS["BK-501"] = {"booking_id": "BK-501", "customer": "Lee", "status": "booked"}


def one(booking_id: str) -> dict[str, Any]:
    """The booking, or 404."""
    if booking_id not in BOOKINGS:
        raise HTTPException(404, "no such booking")
    return BOOKINGS[booking_id]


class NewBooking(BaseModel):
    boat_id: str = Field(description="Id of the boat, e.g. BT-101")
    customer: str = Field(description="Name of the customer")
    day: str = Field(description="Day of the trip, YYYY-MM-DD")
    hours: int = Field(2, description="How many hours the trip takes")


@app.get("/boats/{boat_id}", operation_id="get_boat")
def get_boat(boat_id: str) -> dict[str, Any]:
    """Look up a boat by its id. 查询船只。"""
    return {"boat_id": boat_id, "name": "Heron"}


@app.post("/bookings", operation_id="book_boat", status_code=201)
def book_boat(wanted: NewBooking) -> dict[str, Any]:
    """Book a boat for a customer on a day. 预订船只。"""
    LOG.append(wanted.model_dump())
    return {"booking_id": "BK-502", **wanted.model_dump()}


@app.get("/bookings/{booking_id}", operation_id="get_booking")
def get_booking(booking_id: str) -> dict[str, Any]:
    """Show a booking."""
    return one(booking_id)


@app.post("/bookings/{booking_id}/cancel", operation_id="cancel_booking")
def cancel_booking(booking_id: str = Path(description="Id of the booking")) -> dict[str, Any]:
    """Cancel a booking."""
    row = one(booking_id)
    row["status"] = "cancelled"
    LOG.append({"cancelled": booking_id})
    return row


@app.post("/passes/{pass_id}/cancel", operation_id="cancel_pass")
def cancel_pass(pass_id: str = Path(description="Id of the pass")) -> dict[str, Any]:
    """Cancel a pass."""
    if pass_id != "P-7":
        raise HTTPException(404, "no such pass")
    LOG.append({"cancelled": pass_id})
    return {"pass_id": pass_id}


begin()
watched(app, LOG, begin)
if __name__ == "__main__":
    serve(app)
