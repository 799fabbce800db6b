"""Departments, and employees from candidate to offboarded."""

from services.sandbox.errors import BusinessError
from services.sandbox.staff.handlers.common import (
    active_employee,
    cents,
    check_status,
    missing,
    require,
    today,
    view,
)
from services.sandbox.trade import Call, Handler, Row
from services.sandbox.world import World

DOMAIN = "larkfield.example"
ONBOARDING_SECONDS = 0.4


def _find_department(call: Call) -> Row:
    world, wanted = call.world, call.arg("name", "").lower()
    found = [row for row in world.list_seen("department") if wanted in row["name"].lower()]
    return {"departments": [view("department", row) for row in found]}


def _new_employee(call: Call, position: str, department: str, status: str) -> Row:
    """A new personnel record; the work e-mail is made of the name when not given."""
    world, name = call.world, call.args["full_name"]
    require(world, "department", department)
    badge_id = world.new_id("employee")
    local = ".".join(name.lower().split())
    email = (call.arg("work_email") or f"{local}.{badge_id[2:]}@{DOMAIN}").lower()
    if world.find("employee", work_email=email):
        raise BusinessError("EMAIL_TAKEN", f"{email} belongs to somebody else.")
    row = {
        "id": badge_id,
        "full_name": name,
        "work_email": email,
        "department_code": department,
        "position": position,
        "status": status,
        "annual_salary_cents": None,
        "start_date": None,
        "last_day": None,
        "annual_leave_days_left": 0,
    }
    if status == "active":
        row |= {"start_date": today(world), "annual_leave_days_left": 25}
    return world.create("employee", row)


def _add_candidate(call: Call) -> Row:
    position, department = call.args["position"], call.args["department_code"]
    row = _new_employee(call, position, department, "candidate")
    return {name: view("employee", row)[name] for name in ("badge_id", "work_email", "status")}


def _create_test_employee(call: Call) -> Row:
    position, department = call.arg("position", "SWE"), call.arg("department_code", "ENG")
    return view("employee", _new_employee(call, position, department, "active"))


def _make_offer(call: Call) -> Row:
    world = call.world
    candidate = require(world, "employee", call.args["badge_id"])
    check_status("employee", candidate, ("candidate",))
    salary = cents(call.args["annual_salary"])
    world.update("employee", candidate["id"], status="offered", annual_salary_cents=salary)
    return {
        "badge_id": candidate["id"],
        "status": "offered",
        "annual_salary": call.args["annual_salary"],
    }


def _hire(call: Call) -> Row:
    """The offer is accepted at once; accounts and leave are set up in the background."""
    world = call.world
    candidate = require(world, "employee", call.args["badge_id"])
    check_status("employee", candidate, ("offered",))
    start = call.arg("start_date") or today(world)
    world.update("employee", candidate["id"], status="hired", start_date=start)
    world.later(ONBOARDING_SECONDS, "onboard", {"badge_id": candidate["id"]})
    return {"badge_id": candidate["id"], "status": "hired", "start_date": start}


def finish_onboarding(world: World, payload: Row) -> None:
    """The job of a hiring: the employee becomes active, with a year's leave."""
    employee = require(world, "employee", payload["badge_id"])
    if employee["status"] == "hired":
        world.update("employee", employee["id"], status="active", annual_leave_days_left=25)


def _offboard(call: Call) -> Row:
    world = call.world
    employee = active_employee(world, call.args["badge_id"])
    if held := world.find("asset", holder_badge_id=employee["id"]):
        tags = ", ".join(asset["id"] for asset in held)
        text = f"{employee['id']} still holds {tags}; check them in first."
        raise BusinessError("ASSETS_OUTSTANDING", text)
    last = call.arg("last_day") or today(world)
    world.update("employee", employee["id"], status="offboarded", last_day=last)
    for seat in world.find("licence_seat", badge_id=employee["id"]):
        world.delete("licence_seat", seat["id"], side=True)
    return {"badge_id": employee["id"], "status": "offboarded", "last_day": last}


def _get_employee(call: Call) -> Row:
    badge_id = call.args["badge_id"]
    row = call.world.seen("employee", badge_id)
    if row is None:
        raise missing("employee", badge_id)
    return view("employee", row)


def _find_by_email(call: Call) -> Row:
    email = call.args["email"].strip().lower()
    found = call.world.list_seen("employee", work_email=email)
    if not found:
        raise BusinessError("EMPLOYEE_NOT_FOUND", f"Nobody has the e-mail address {email}.")
    row = view("employee", found[0])
    return {name: row[name] for name in ("badge_id", "full_name", "status")}


HANDLERS: dict[str, Handler] = {
    "find_department": _find_department,
    "add_candidate": _add_candidate,
    "create_test_employee": _create_test_employee,
    "make_offer": _make_offer,
    "hire_candidate": _hire,
    "offboard_employee": _offboard,
    "get_employee": _get_employee,
    "find_employee_by_email": _find_by_email,
}
