"""Equipment requests: draft, submitted, approved, fulfilled."""

from services.sandbox.errors import BusinessError
from services.sandbox.staff.handlers.common import (
    active_employee,
    check_status,
    day,
    one_or_owned,
    require,
    today,
    view,
)
from services.sandbox.staff.handlers.equipment import hand_over
from services.sandbox.trade import Call, Handler, Row


def _create(call: Call) -> Row:
    world, body = call.world, call.args["request"]
    employee = active_employee(world, body["requester"]["badge_id"])
    if needed := body.get("needed_by"):
        day(needed)
    row = {
        "badge_id": employee["id"],
        "kind": body["kind"],
        "reason": body.get("reason", ""),
        "needed_by": needed or today(world, 14),
        "status": "draft",
        "approver_badge_id": None,
        "asset_tag": None,
    }
    return _short(world.create("equipment_request", row))


def _short(row: Row) -> Row:
    return {"request_no": row["id"], "status": row["status"]}


def _submit(call: Call) -> Row:
    request = require(call.world, "equipment_request", call.args["request_no"])
    check_status("equipment_request", request, ("draft",))
    return _short(call.world.update("equipment_request", request["id"], status="submitted"))


def _approve(call: Call) -> Row:
    """By the given approver, else by the head of the requester's department."""
    world = call.world
    request = require(world, "equipment_request", call.args["request_no"])
    check_status("equipment_request", request, ("submitted",))
    requester = require(world, "employee", request["badge_id"])
    department = require(world, "department", requester["department_code"])
    approver = active_employee(world, call.arg("approver_badge_id", department["head_badge_id"]))
    if approver["id"] == requester["id"]:
        raise BusinessError("OWN_REQUEST", "Nobody can approve a request of their own.")
    change: Row = {"status": "approved", "approver_badge_id": approver["id"]}
    return view("equipment_request", world.update("equipment_request", request["id"], **change))


def _fulfil(call: Call) -> Row:
    world = call.world
    request = require(world, "equipment_request", call.args["request_no"])
    check_status("equipment_request", request, ("approved",))
    asset = hand_over(world, request["badge_id"], request["kind"], side=True)
    change: Row = {"status": "fulfilled", "asset_tag": asset["id"]}
    changed = world.update("equipment_request", request["id"], **change)
    return {**_short(changed), "asset_tag": asset["id"]}


HANDLERS: dict[str, Handler] = {
    "create_equipment_request": _create,
    "submit_equipment_request": _submit,
    "approve_equipment_request": _approve,
    "fulfil_equipment_request": _fulfil,
    "get_equipment_requests": one_or_owned(
        "equipment_request", "requests", badge_id="badge_id", status="status"
    ),
}
