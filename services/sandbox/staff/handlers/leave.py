"""Annual leave, which uses up a balance, and sick leave, which does not."""

from datetime import date, timedelta

from services.sandbox.errors import BusinessError
from services.sandbox.staff.handlers.common import active_employee, day, one_or_owned, view
from services.sandbox.trade import Call, Handler, Row
from services.sandbox.world import World


def _annual(call: Call) -> Row:
    world = call.world
    employee = active_employee(world, call.args["badge_id"])
    first, last = day(call.args["first_day"]), day(call.args["last_day"])
    days = _working_days(first, last)
    left = employee["annual_leave_days_left"] - days
    if left < 0:
        text = f"{days} days asked for, {employee['annual_leave_days_left']} left."
        raise BusinessError("NOT_ENOUGH_LEAVE", text)
    row = _new_leave(world, employee, "annual", (first, last), "requested", days)
    world.update("employee", employee["id"], side=True, annual_leave_days_left=left)
    return {**view("leave", row), "annual_leave_days_left": left}


def _sick(call: Call) -> Row:
    employee = active_employee(call.world, call.args["badge_id"])
    first, length = day(call.args["first_day"]), call.arg("calendar_days", 1)
    if length > 3 and not call.arg("doctors_note", False):
        raise BusinessError("NOTE_REQUIRED", "More than 3 days need a doctor's note.")
    span = (first, first + timedelta(days=length - 1))
    return view("leave", _new_leave(call.world, employee, "sick", span, "recorded", length))


def _working_days(first: date, last: date) -> int:
    """Mondays to Fridays in the span, which must hold at least one."""
    span = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    days = sum(one.weekday() < 5 for one in span)
    if days == 0:
        raise BusinessError("DATES_INVALID", f"There is no working day from {first} to {last}.")
    return days


def _new_leave(
    world: World, employee: Row, kind: str, span: tuple[date, date], status: str, days: int
) -> Row:
    first, last = (one.isoformat() for one in span)
    for other in world.find("leave", badge_id=employee["id"]):
        if first <= other["last_day"] and last >= other["first_day"]:
            text = f"{employee['id']} is already on leave then ({other['id']})."
            raise BusinessError("LEAVE_OVERLAP", text)
    row = {
        "badge_id": employee["id"],
        "leave_type": kind,
        "first_day": first,
        "last_day": last,
        "days": days,
        "status": status,
    }
    return world.create("leave", row)


HANDLERS: dict[str, Handler] = {
    "request_annual_leave": _annual,
    "report_sick_leave": _sick,
    "list_leave": one_or_owned("leave", "leave", badge_id="badge_id"),
}
