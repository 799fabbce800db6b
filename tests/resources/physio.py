"""A physiotherapy clinic's HTTP API, as a program: appointments at a time, with limits."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, Field

from tests.resources.serving import serve, watched

app = FastAPI(title="Physiotherapy clinic")
APPOINTMENTS: dict[int, dict[str, Any]] = {}
LOG: list[dict[str, Any]] = []
SHOWN: list[int] = []
"""The ids of what was asked for by id."""


def begin() -> None:
    """The first data."""
    LOG.clear()
    SHOWN.clear()
    APPOINTMENTS.clear()


class Kind(StrEnum):
    MASSAGE = "massage"
    EXERCISE = "exercise"
    LASER = "laser"


class Status(StrEnum):
    BOOKED = "booked"
    CANCELLED = "cancelled"
    NO_SHOW = "no_show"
    DONE = "done"


class Booking(BaseModel):
    patient_name: str = Field(
        min_length=2, max_length=40, description="Full name of the patient, as on the card"
    )
    kind: Kind
    therapist: str | None = None
    room: int | None = None
    duration_minutes: int = Field(30, ge=10, le=120)
    starts_at: datetime


class Appointment(Booking):
    id: int
    status: Status = Status.BOOKED


class Change(BaseModel):
    status: Status


def one(appointment_id: int) -> dict[str, Any]:
    """The appointment, or 404."""
    if appointment_id not in APPOINTMENTS:
        raise HTTPException(404, "no such appointment")
    return APPOINTMENTS[appointment_id]


@app.post("/appointments", status_code=201)
def book_appointment(told: Booking) -> Appointment:
    """Book an appointment for a patient."""
    number = 100 + len(LOG)
    starts = told.starts_at.astimezone(UTC)
    held = told.model_dump() | {"id": number, "starts_at": starts, "status": Status.BOOKED}
    APPOINTMENTS[number] = held
    LOG.append({"booked": number, **told.model_dump(mode="json")})
    return Appointment.model_validate(held)


@app.get("/appointments/{appointment_id}")
def get_appointment(appointment_id: int) -> Appointment:
    """Show one appointment."""
    SHOWN.append(appointment_id)
    return Appointment.model_validate(one(appointment_id))


@app.get("/appointments")
def list_appointments(
    patient_name: str | None = None, status: Status | None = None, limit: int = 20
) -> list[Appointment]:
    """List the appointments."""
    found = [
        Appointment.model_validate(held)
        for held in APPOINTMENTS.values()
        if patient_name in (None, held["patient_name"]) and status in (None, held["status"])
    ]
    return found[:limit]


@app.patch("/appointments/{appointment_id}/status")
def set_appointment_status(appointment_id: int, told: Change) -> Appointment:
    """Change the status of an appointment."""
    one(appointment_id)["status"] = told.status
    LOG.append({"changed": appointment_id, "status": told.status})
    return Appointment.model_validate(one(appointment_id))


@app.delete("/appointments/{appointment_id}", status_code=204)
def remove_appointment(appointment_id: int) -> None:
    one(appointment_id)
    del APPOINTMENTS[appointment_id]
    LOG.append({"removed": appointment_id})


begin()
watched(app, LOG, begin)
app.add_api_route("/_shown", lambda: SHOWN, include_in_schema=False)

if __name__ == "__main__":
    serve(app)
