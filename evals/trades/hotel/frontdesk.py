"""Front desk: rooms of bookings, arrivals, moves and departures."""

import schemas as s
from bookings import (
    CheckInResult,
    CheckOutResult,
    bookings,
    check_room,
    clean_room,
    vacate,
)
from core import ApiError, CallDep, errs
from store import Row


@bookings.put(
    "/{conf_no}/room",
    operation_id="allotRoom",
    summary="预排房 / allot a room",
    response_model=s.BookingOut,
    responses=errs(
        "Booking or room unknown",
        "Not confirmed; room of another type, out of order, or held by another booking",
    ),
)
async def allot_room(c: CallDep, conf_no: str, b: s.RoomPick) -> Row:
    """Reserves a certain room for a confirmed booking before the arrival.

    The room's own status is not changed and may be dirty for now. 再排一次即换房号。"""
    c.took(b)
    row, room = c.get("reservation", conf_no), c.get("room", b.room_no)
    c.need("reservation", row, "state", ("confirmed",), "allot a room")
    check_room(c, row, room)
    return c.set("reservation", row, room_number=b.room_no)


@bookings.delete(
    "/{conf_no}/room",
    operation_id="releaseRoom",
    summary="取消排房",
    response_model=s.BookingOut,
    responses=errs("预订号不存在", "Not confirmed, or no room is allotted"),
)
async def release_room(c: CallDep, conf_no: str) -> Row:
    """Gives an allotted room back; the booking itself stays confirmed."""
    row = c.get("reservation", conf_no)
    c.need("reservation", row, "state", ("confirmed",), "release its room")
    if row["room_number"] is None:
        raise ApiError(409, "NO_ROOM_ALLOTTED", f"Booking {conf_no} has no room.")
    return c.set("reservation", row, room_number=None)


@bookings.post(
    "/{conf_no}/check-in",
    operation_id="checkIn",
    summary="办理入住",
    response_model=CheckInResult,
    responses=errs(
        "Booking or room unknown",
        "未确认; 未给房号; 房间不是净房 (VC), wrong type, or held by another booking",
    ),
)
async def check_in(c: CallDep, conf_no: str, b: s.CheckInIn | None = None) -> Row:
    """confirmed → in_house. The room (sent or allotted) must be clean and of the booked type.

    房间变为在住 OCC, 同时开一张账单 (余额 0)。Room nights are put on it by the night audit."""
    c.took(b)
    row = c.get("reservation", conf_no)
    c.need("reservation", row, "state", ("confirmed",), "check in")
    room_no = (b.room_no if b else None) or row["room_number"]
    if room_no is None:
        detail = f"Booking {conf_no} has no room allotted; send room_no."
        raise ApiError(409, "ROOM_NEEDED", detail)
    room = clean_room(c, row, room_no)
    c.set("reservation", row, state="checked_in", room_number=room_no)
    c.set("room", room, state="occupied")
    folio = c.add(
        "folio", reservation_id=conf_no, guest_id=row["guest_id"], balance=0, state="open"
    )
    return {"booking": row, "folio": folio}


@bookings.post(
    "/{conf_no}/move",
    operation_id="moveRoom",
    summary="换房 (in-house room move)",
    response_model=s.BookingOut,
    responses=errs(
        "Booking or room unknown", "Not in house; or room not clean, of another type, held"
    ),
)
async def move_room(c: CallDep, conf_no: str, b: s.RoomPick) -> Row:
    """Moves an in-house guest to another clean room of the same type.

    The old room turns dirty and gets a cleaning job. 账单不变。"""
    c.took(b)
    row = c.get("reservation", conf_no)
    c.need("reservation", row, "state", ("checked_in",), "move the guest")
    if row["room_number"] == b.room_no:
        raise ApiError(409, "SAME_ROOM", f"Booking {conf_no} is in room {b.room_no} already.")
    room = clean_room(c, row, b.room_no)
    old = str(row["room_number"])
    c.set("reservation", row, room_number=b.room_no)
    c.set("room", room, state="occupied")
    vacate(c, old)
    return row


@bookings.post(
    "/{conf_no}/check-out",
    operation_id="checkOut",
    summary="办理退房",
    response_model=CheckOutResult,
    responses=errs("预订号不存在", "Guest is not in house, or the folio is not settled"),
)
async def check_out(c: CallDep, conf_no: str) -> Row:
    """in_house → departed. 账单须先结清 (settleFolio), a refunded folio does not do.

    房间变脏房 VD, 并自动生成一张打扫工单 (priority 2, nobody on it)."""
    row = c.get("reservation", conf_no)
    c.need("reservation", row, "state", ("checked_in",), "check out")
    folios = c.find("folio", reservation_id=conf_no)
    if not any(folio["state"] == "settled" for folio in folios):
        names = ", ".join(f"{folio['id']} is {folio['state']}" for folio in folios)
        raise ApiError(409, "FOLIO_NOT_SETTLED", f"Settle the folio first: {names}.")
    c.set("reservation", row, state="checked_out")
    return {"booking": row, "cleaning": vacate(c, str(row["room_number"]))}
