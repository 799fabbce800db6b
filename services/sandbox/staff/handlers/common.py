"""What several domains share: views of rows, lookups, status and date checks."""

from datetime import date, datetime, timedelta
from typing import Any

from services.sandbox.errors import BusinessError
from services.sandbox.trade import Call, Handler, Row
from services.sandbox.world import World

ID_NAMES = {
    "department": "department_code",
    "employee": "badge_id",
    "asset": "asset_tag",
    "equipment_request": "request_no",
    "licence": "licence_code",
    "licence_seat": "seat_id",
    "training": "training_code",
    "enrolment": "enrolment_id",
    "room": "room_code",
    "booking": "booking_id",
    "leave": "leave_id",
    "expense_claim": "claim_no",
    "ticket": "ticket_no",
}


def view(entity: str, row: Row) -> Row:
    """The row as tools print it: its id under the domain's name for it."""
    rest = {name: value for name, value in row.items() if name != "id"}
    return {ID_NAMES[entity]: row["id"], **rest}


def missing(entity: str, id: Any) -> BusinessError:
    label = entity.replace("_", " ")
    return BusinessError(f"{entity.upper()}_NOT_FOUND", f"No {label} {id} in this environment.")


def require(world: World, entity: str, id: Any) -> Row:
    row = world.get(entity, id)
    if row is None:
        raise missing(entity, id)
    return row


def check_status(entity: str, row: Row, allowed: tuple[str, ...], field: str = "status") -> None:
    if row[field] not in allowed:
        label, wanted = entity.replace("_", " "), " or ".join(allowed)
        text = f"The {label} {row['id']} is {row[field]}; it has to be {wanted}."
        raise BusinessError(f"{entity.upper()}_WRONG_{field.upper()}", text)


def active_employee(world: World, badge_id: str) -> Row:
    """The employee, who must exist and be active."""
    employee = require(world, "employee", badge_id)
    if employee["status"] != "active":
        text = f"{badge_id} is {employee['status']}; only active employees can do this."
        raise BusinessError("EMPLOYEE_NOT_ACTIVE", text)
    return employee


def one_or_owned(entity: str, list_name: str, **filters: str) -> Handler:
    """A query by the entity's own id, else by the fields of `filters` (field → argument).

    An unknown id is refused; an owner without rows gives an empty list; nothing given is refused.
    """
    id_name = ID_NAMES[entity]

    def handler(call: Call) -> Row:
        given = {field: call.arg(name) for field, name in filters.items()}
        if (id := call.arg(id_name)) is not None:
            row = call.world.seen(entity, id)
            if row is None:
                raise missing(entity, id)
            found = [row]
        elif any(value is not None for value in given.values()):
            found = call.world.list_seen(entity, **given)
        else:
            names = " or ".join([id_name, *filters.values()])
            raise BusinessError("FILTER_REQUIRED", f"Give {names}.")
        return {list_name: [view(entity, row) for row in found]}

    return handler


def day(text: str) -> date:
    """The date of an ISO text; anything else is refused."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise BusinessError("DATE_INVALID", f"'{text}' is no date; use YYYY-MM-DD.") from error


def today(world: World, days: int = 0) -> str:
    moment = datetime.fromtimestamp(world.now).astimezone() + timedelta(days=days)
    return moment.date().isoformat()


def dollars(cents: int) -> float:
    return cents / 100


def cents(amount: float) -> int:
    """Cents of an amount in dollars; fractions of a cent are refused."""
    exact = round(amount * 100)
    if abs(exact - amount * 100) > 1e-6:
        raise BusinessError("AMOUNT_INVALID", f"{amount} dollars is not a whole number of cents.")
    return exact
