"""A physiotherapy clinic's HTTP API, as a program: people stand in it by their names alone."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, Field

from tests.resources.serving import serve, watched

app = FastAPI(title="Clinic")
APPOINTMENTS: dict[int, dict[str, Any]] = {}
LOG: list[dict[str, Any]] = []


class Kind(StrEnum):
    FIRST_VISIT = "first_visit"
    FOLLOW_UP = "follow_up"
    MASSAGE = "massage"


class Status(StrEnum):
    BOOKED = "booked"
    CANCELLED = "cancelled"
    NO_SHOW = "no_show"
    DONE = "done"


class Wanted(BaseModel):
    patient_name: str = Field(description="Full name of the patient")
    kind: Kind = Kind.MASSAGE
    therapist: str | None = Field(None, description="Name of the therapist")
    room: int | None = Field(None, description="Number of the room")
    duration_minutes: int = Field(30, ge=10, le=120)
    starts_at: datetime | None = Field(None, description="When it begins")


class Appointment(Wanted):
    id: int
    status: Status


class Change(BaseModel):
    status: Status


def begin() -> None:
    """The first data."""
    LOG.clear()
    APPOINTMENTS.clear()
    for number, name, therapist in ((501, "Ivy Lang", "Anna Koch"), (502, "Sam Boyd", "Jonas Weber")):
        made = Appointment(id=number, patient_name=name, therapist=therapist, status=Status.BOOKED)
        APPOINTMENTS[number] = made.model_dump(mode="json")


def one(appointment_id: int) -> dict[str, Any]:
    """The appointment, or 404."""
    if appointment_id not in APPOINTMENTS:
        raise HTTPException(404, "no such appointment")
    return APPOINTMENTS[appointment_id]


@app.post("/appointments", status_code=201, summary="Book an appointment")
def book_appointment(wanted: Wanted) -> Appointment:
    number = max(APPOINTMENTS, default=500) + 1
    made = Appointment(id=number, status=Status.BOOKED, **wanted.model_dump())
    APPOINTMENTS[number] = made.model_dump(mode="json")
    LOG.append({"booked": number, **wanted.model_dump(mode="json", exclude_unset=True)})
    return made


@app.get("/appointments/{appointment_id}", summary="Get an appointment")
def get_appointment(appointment_id: int) -> Appointment:
    return Appointment(**one(appointment_id))


@app.get("/appointments", summary="List appointments")
def list_appointments(
    therapist: str | None = None, status: Status | None = None
) -> list[Appointment]:
    wanted = {"therapist": therapist, "status": status}
    given = {name: value for name, value in wanted.items() if value is not None}
    return [
        Appointment(**row)
        for row in APPOINTMENTS.values()
        if all(row[name] == value for name, value in given.items())
    ]


@app.patch("/appointments/{appointment_id}/status", summary="Change the status of an appointment")
def set_status(appointment_id: int, change: Change) -> Appointment:
    one(appointment_id)["status"] = change.status
    LOG.append({"changed": appointment_id, "status": change.status})
    return Appointment(**one(appointment_id))


@app.delete("/appointments/{appointment_id}", status_code=204, summary="Delete an appointment")
def remove(appointment_id: int) -> None:
    one(appointment_id)
    LOG.append({"deleted": appointment_id})
    del APPOINTMENTS[appointment_id]


begin()
watched(app, LOG, begin)

if __name__ == "__main__":
    serve(app)
