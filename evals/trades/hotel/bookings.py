"""Bookings: from the draft to the departure."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel, Field

import codes as k
import schemas as s
from core import ApiError, Call, CallDep, errs
from store import Row

bookings = APIRouter(prefix="/bookings", tags=["bookings"])

HOLDING = ("draft", "confirmed", "checked_in")


class BookingPage(BaseModel):
    """One page of bookings."""

    total: int = Field(description="Hits on all pages")
    page: int
    pages: int = Field(description="Number of pages, 0 if there is no hit")
    rows: list[s.BookingOut]


class CheckInResult(BaseModel):
    """The booking now in house and the folio just opened for it."""

    booking: s.BookingOut
    folio: s.FolioOut


class CheckOutResult(BaseModel):
    """The booking now departed and the cleaning job made for its room."""

    booking: s.BookingOut
    cleaning: s.JobOut


class Letter(BaseModel):
    """The letter that was mailed."""

    conf_no: str
    to: str = Field(description="Mail address")
    text: str = Field(description="邮件正文")


@dataclass
class BookingFilter:
    """Conditions of the booking list, all optional, combined with AND."""

    profile_id: Annotated[str | None, Query(description="客人档案号")] = None
    status: Annotated[k.BookingStatus | None, Query(description=k.BOOKING_TEXT)] = None
    rtc: Annotated[k.RoomTypeCode | None, Query(description="Room type code")] = None
    room_no: Annotated[str | None, Query(description="房号, allotted or occupied")] = None
    channel: Annotated[k.Channel | None, Query(description=k.CHANNEL_TEXT)] = None
    arr_from: Annotated[date | None, Query(description="入住日期起, arrival on or after")] = None
    arr_to: Annotated[date | None, Query(description="Arrival on or before")] = None


def welcome(c: Call, profile_id: str) -> None:
    """Refuses guests on the blacklist."""
    if c.get("guest", profile_id)["status"] == "blacklisted":
        detail = f"Guest {profile_id} is on the blacklist and cannot have a booking."
        raise ApiError(409, "GUEST_BLACKLISTED", detail)


def check_dates(arrival: str, departure: str) -> None:
    """At least one night."""
    if departure <= arrival:
        detail = f"departure {departure} must be after arrival {arrival}."
        raise ApiError(400, "BAD_DATES", detail)


def check_room(c: Call, row: Row, room: Row) -> None:
    """The room must be of the booked type, in order, and not held by another booking."""
    no = room["number"]
    if room["type"] != row["room_type"]:
        detail = f"Room {no} is {room['type']}, booking {row['id']} is for {row['room_type']}."
        raise ApiError(409, "WRONG_ROOM_TYPE", detail)
    c.need("room", room, "state", ("clean", "dirty", "occupied"), "give it to a booking")
    for other in c.find("reservation", room_number=no):
        apart = other["check_in"] >= row["check_out"] or other["check_out"] <= row["check_in"]
        if other["id"] != row["id"] and other["state"] in HOLDING and not apart:
            detail = f"Room {no} is held by booking {other['id']} in these nights."
            raise ApiError(409, "ROOM_HELD", detail)


def clean_room(c: Call, row: Row, room_no: str) -> Row:
    """A room that a guest of this booking can enter now, or a 409."""
    room = c.get("room", room_no)
    check_room(c, row, room)
    c.need("room", room, "state", ("clean",), "let a guest in")
    return room


def vacate(c: Call, room_no: str) -> Row:
    """The guest left: the room is dirty, a cleaning job is made and given back."""
    c.set("room", c.get("room", room_no), state="dirty")
    return c.add(
        "task",
        room_number=room_no,
        kind="cleaning",
        assignee=None,
        priority="normal",
        state="open",
    )


@bookings.post(
    "",
    operation_id="createBooking",
    summary="新建预订 (草稿)",
    status_code=201,
    response_model=s.BookingOut,
    responses=errs("客人档案不存在", "客人在黑名单上", "Departure not after arrival"),
)
async def create_booking(c: CallDep, b: s.BookingIn) -> Row:
    """Makes a DRAFT without a room. It holds nothing until confirmBooking.

    不检查超订 (overbooking is watched by revenue, not here). 房价不在此计算。"""
    c.took(b)
    welcome(c, b.profile_id)
    arrival, departure = b.arrival.isoformat(), b.departure.isoformat()
    check_dates(arrival, departure)
    return c.add(
        "reservation",
        guest_id=b.profile_id,
        room_type=b.rtc,
        check_in=arrival,
        check_out=departure,
        room_number=None,
        source=k.CHANNEL[b.channel],
        state="draft",
        breakfast=b.bkf,
    )


@bookings.get(
    "", operation_id="listBookings", summary="Bookings 预订列表", response_model=BookingPage
)
async def list_bookings(
    c: CallDep,
    f: Annotated[BookingFilter, Depends()],
    page: Annotated[int, Query(ge=1, description="页码, starts at 1")] = 1,
    size: Annotated[int, Query(ge=1, le=50, description="每页条数")] = 10,
) -> Row:
    """Sorted by arrival. Comes in pages of `size`, see `pages` for how many there are.

    Who is in the house now: `status=in_house`. 今日预抵: `status=confirmed` + arr_from/arr_to."""
    rows = c.find(
        "reservation",
        guest_id=f.profile_id,
        state=k.stored(k.BOOKING, f.status),
        room_type=f.rtc,
        room_number=f.room_no,
        source=k.stored(k.CHANNEL, f.channel),
    )
    low = f.arr_from.isoformat() if f.arr_from else ""
    high = f.arr_to.isoformat() if f.arr_to else "9999"
    rows = sorted(
        (row for row in rows if low <= row["check_in"] <= high),
        key=lambda row: (row["check_in"], row["id"]),
    )
    return {
        "total": len(rows),
        "page": page,
        "pages": -(-len(rows) // size),
        "rows": rows[(page - 1) * size : page * size],
    }


@bookings.get(
    "/{conf_no}",
    operation_id="getBooking",
    summary="预订详情",
    response_model=s.BookingOut,
    responses=errs("预订号不存在"),
)
async def get_booking(c: CallDep, conf_no: str) -> Row:
    """One booking by confirmation number."""
    return c.get("reservation", conf_no)


@bookings.patch(
    "/{conf_no}",
    operation_id="amendBooking",
    summary="Amend a booking 修改预订 / 续住",
    response_model=s.BookingOut,
    responses=errs(
        "No such booking",
        "Booking is over; in house and rtc/arrival sent; or its room does not fit",
        "Nothing sent, or departure not after arrival",
    ),
)
async def amend_booking(c: CallDep, conf_no: str, b: s.BookingPatch) -> Row:
    """Changes room type, dates or breakfast of a draft or confirmed booking; only what is sent.

    In house only `departure` (续住 or shorter) and `bkf` can be changed.
    If a room is allotted it must still fit; otherwise releaseRoom first."""
    c.took(b)
    row = c.get("reservation", conf_no)
    c.need("reservation", row, "state", HOLDING, "amend it")
    names = {"rtc": "room_type", "arrival": "check_in", "departure": "check_out"}
    given = b.model_dump(mode="json", exclude_none=True)
    sent = {names.get(name, "breakfast"): value for name, value in given.items()}
    if not sent:
        raise ApiError(400, "NOTHING_SENT", "Send at least one of rtc, arrival, departure, bkf.")
    if row["state"] == "checked_in" and {"room_type", "check_in"} & set(sent):
        detail = f"Booking {conf_no} is in_house; only departure and bkf can be changed."
        raise ApiError(409, "GUEST_IN_HOUSE", detail)
    after = {**row, **sent}
    check_dates(after["check_in"], after["check_out"])
    if after["room_number"]:
        check_room(c, after, c.get("room", after["room_number"]))
    return c.set("reservation", row, **sent)


@bookings.post(
    "/{conf_no}/confirm",
    operation_id="confirmBooking",
    summary="确认预订",
    response_model=s.BookingOut,
    responses=errs("预订号不存在", "Not a draft, or the guest is on the blacklist"),
)
async def confirm_booking(c: CallDep, conf_no: str) -> Row:
    """draft → confirmed. 不会自动发确认函, 需要时用 sendBookingLetter。"""
    row = c.get("reservation", conf_no)
    c.need("reservation", row, "state", ("draft",), "confirm it")
    welcome(c, row["guest_id"])
    return c.set("reservation", row, state="confirmed")


@bookings.post(
    "/{conf_no}/letter",
    operation_id="sendBookingLetter",
    summary="发送预订确认函",
    response_model=Letter,
    responses=errs("No such booking", "Booking is not confirmed, or the guest has no mail"),
)
async def send_letter(c: CallDep, conf_no: str, b: s.LetterIn | None = None) -> Row:
    """Mails the letter of an already confirmed booking to the guest. Changes nothing on it."""
    c.took(b)
    row = c.get("reservation", conf_no)
    c.need("reservation", row, "state", ("confirmed",), "send its letter")
    guest = c.get("guest", row["guest_id"])
    if not guest["email"]:
        raise ApiError(409, "NO_MAIL", f"Guest {guest['id']} has no mail address.")
    stay = f"{row['check_in']} - {row['check_out']}, {row['room_type']}"
    if b and b.lang == "en":
        text = f"Dear {guest['name']}, your booking {conf_no} is confirmed: {stay}."
    else:
        text = f"{guest['name']} 您好, 您的预订 {conf_no} 已确认: {stay}。"
    return {"conf_no": conf_no, "to": guest["email"], "text": text}


@bookings.post(
    "/{conf_no}/cancel",
    operation_id="cancelBooking",
    summary="取消预订",
    response_model=s.BookingOut,
    responses=errs("预订号不存在", "Guest is in house already, or the booking is over"),
)
async def cancel_booking(c: CallDep, conf_no: str, b: s.CancelIn | None = None) -> Row:
    """Cancels a draft or confirmed booking. An allotted room is given back.

    客人没来请用 markNoShow, not this."""
    c.took(b)
    row = c.get("reservation", conf_no)
    c.need("reservation", row, "state", ("draft", "confirmed"), "cancel it")
    return c.set("reservation", row, state="cancelled", room_number=None)


@bookings.post(
    "/{conf_no}/no-show",
    operation_id="markNoShow",
    summary="Mark as no-show (未到)",
    response_model=s.BookingOut,
    responses=errs("No such booking", "只有已确认的预订可以标记"),
)
async def mark_no_show(c: CallDep, conf_no: str) -> Row:
    """The guest of a confirmed booking did not come. An allotted room is given back."""
    row = c.get("reservation", conf_no)
    c.need("reservation", row, "state", ("confirmed",), "mark it as no-show")
    return c.set("reservation", row, state="no_show", room_number=None)
