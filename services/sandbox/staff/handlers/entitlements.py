"""Seats of software licences, and places in trainings."""

from services.sandbox.errors import BusinessError
from services.sandbox.staff.handlers.common import (
    active_employee,
    require,
    today,
    view,
)
from services.sandbox.trade import Call, Handler, Row


def _assign_seat(call: Call) -> Row:
    world = call.world
    employee = active_employee(world, call.args["badge_id"])
    licence = require(world, "licence", call.args["licence_code"])
    taken = world.find("licence_seat", licence_code=licence["id"])
    if any(seat["badge_id"] == employee["id"] for seat in taken):
        text = f"{employee['id']} already has a seat of {licence['id']}."
        raise BusinessError("SEAT_ALREADY_ASSIGNED", text)
    if len(taken) >= licence["seats_total"]:
        raise BusinessError("NO_SEAT_LEFT", f"All seats of {licence['id']} are taken.")
    row = {
        "licence_code": licence["id"],
        "badge_id": employee["id"],
        "assigned_on": today(world),
    }
    seat = view("licence_seat", world.create("licence_seat", row))
    return {**seat, "seats_left": licence["seats_total"] - len(taken) - 1}


def _enrol(call: Call) -> Row:
    world = call.world
    employee = active_employee(world, call.args["badge_id"])
    training = require(world, "training", call.args["training_code"])
    enrolled = world.find("enrolment", training_code=training["id"])
    if any(one["badge_id"] == employee["id"] for one in enrolled):
        text = f"{employee['id']} is already enrolled in {training['id']}."
        raise BusinessError("ALREADY_ENROLLED", text)
    if len(enrolled) >= training["places"]:
        raise BusinessError("TRAINING_FULL", f"{training['id']} has no place left.")
    row = {
        "id": int(world.new_id("enrolment")),
        "training_code": training["id"],
        "badge_id": employee["id"],
        "enrolled_on": today(world),
    }
    return view("enrolment", world.create("enrolment", row))


def _list(call: Call) -> Row:
    employee = require(call.world, "employee", call.args["badge_id"])
    seats = call.world.list_seen("licence_seat", badge_id=employee["id"])
    enrolments = call.world.list_seen("enrolment", badge_id=employee["id"])
    return {
        "badge_id": employee["id"],
        "licence_seats": [view("licence_seat", row) for row in seats],
        "enrolments": [view("enrolment", row) for row in enrolments],
    }


HANDLERS: dict[str, Handler] = {
    "assign_licence_seat": _assign_seat,
    "enrol_in_training": _enrol,
    "list_seats_and_enrolments": _list,
}
