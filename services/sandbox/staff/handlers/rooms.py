"""Meeting rooms and their bookings."""

from datetime import datetime, timedelta

from services.sandbox.errors import BusinessError
from services.sandbox.staff.handlers.common import active_employee, one_or_owned, require, view
from services.sandbox.trade import Call, Handler, Row
from services.sandbox.world import World

MINUTE = "%Y-%m-%dT%H:%M"


def _book(call: Call) -> Row:
    """The named room, else the smallest free one with enough chairs."""
    world, body = call.world, call.args["booking"]
    organiser = active_employee(world, body["organiser_badge_id"])
    people = body.get("attendees", 2)
    start = _minute(body["slot"]["starts_at"])
    slot = (start, start + timedelta(minutes=body["slot"].get("minutes", 60)))
    room = _room(world, body.get("room_code"), people, slot)
    row = {
        "room_code": room["id"],
        "organiser_badge_id": organiser["id"],
        "subject": body.get("subject", "Meeting"),
        "starts_at": slot[0].strftime(MINUTE),
        "ends_at": slot[1].strftime(MINUTE),
        "attendees": people,
    }
    return view("booking", world.create("booking", row))


def _minute(text: str) -> datetime:
    try:
        return datetime.strptime(text[:16], MINUTE)  # noqa: DTZ007 local time, as people book
    except ValueError as error:
        reason = f"'{text}' is no date and time; use YYYY-MM-DDTHH:MM."
        raise BusinessError("TIME_INVALID", reason) from error


def _room(world: World, code: str | None, people: int, slot: tuple[datetime, datetime]) -> Row:
    if code is None:
        rooms = sorted(world.find("room"), key=lambda room: room["chairs"])
        fitting = [room for room in rooms if room["chairs"] >= people]
        free = [room for room in fitting if _is_free(world, room, slot)]
        if not free:
            raise BusinessError("NO_ROOM_FREE", f"No room for {people} people is free then.")
        return free[0]
    room = require(world, "room", code)
    if room["chairs"] < people:
        raise BusinessError("ROOM_TOO_SMALL", f"{code} has {room['chairs']} chairs only.")
    if not _is_free(world, room, slot):
        raise BusinessError("ROOM_TAKEN", f"{code} is booked at that time.")
    return room


def _is_free(world: World, room: Row, slot: tuple[datetime, datetime]) -> bool:
    start, end = (moment.strftime(MINUTE) for moment in slot)
    booked = world.find("booking", room_code=room["id"])
    return all(end <= one["starts_at"] or start >= one["ends_at"] for one in booked)


HANDLERS: dict[str, Handler] = {
    "book_meeting_room": _book,
    "list_room_bookings": one_or_owned(
        "booking", "bookings", organiser_badge_id="organiser_badge_id", room_code="room_code"
    ),
}
