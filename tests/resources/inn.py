"""An inn's HTTP API, as a program: guests, rooms, reservations with states, folios to be paid."""

import argparse
from typing import Annotated, Any, Literal

import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Query
from pydantic import BaseModel, Field

Row = dict[str, Any]
Environment = Annotated[Literal["daily", "pre"], Query(description="Environment: `daily` or `pre`")]
Stage = Literal["requested", "confirmed", "checked_in", "checked_out", "cancelled"]
Cleaning = Literal["clean", "dirty", "out_of_order"]
Class = Literal["double", "twin", "suite"]
CLASSES = "double 大床房 / twin 双床房 / suite 套房"


def _first() -> dict[str, list[Row]]:
    def rows(keys: str, *values: tuple[Any, ...]) -> list[Row]:
        return [dict(zip(keys.split(), one, strict=True)) for one in values]

    return {
        "guests": rows(
            "id name phone vip",
            (1, "Anna Schmidt", "13700000001", False),
            (2, "李娜", "13700000002", True),
            (3, "Anna Berg", "13700000003", False),
        ),
        "rooms": rows(
            "room_no room_class cleaning",
            ("101", "double", "dirty"),
            ("102", "double", "clean"),
            ("201", "suite", "dirty"),
            ("202", "suite", "clean"),
        ),
        "reservations": rows(
            "reservation_no guest_id room_no arrival departure stage",
            ("R-11", 1, "101", "2031-05-01", "2031-05-03", "checked_out"),
            ("R-12", 1, "102", "2031-06-01", "2031-06-04", "confirmed"),
            ("R-13", 2, "201", "2031-06-02", "2031-06-03", "requested"),
            ("R-14", 3, "202", "2031-07-02", "2031-07-03", "cancelled"),
        ),
        "folios": rows(
            "folio_no reservation_no guest_id amount status",
            ("F-1", "R-11", 1, 30000, "paid"),
            ("F-2", "R-12", 1, 45000, "open"),
            ("F-3", "R-13", 2, 20000, "open"),
        ),
    }


WORLD = {name: _first() for name in ("daily", "pre")}
LOG: list[Row] = []
app = FastAPI(title="Inn", description="Amounts are in cents.")


class Desk:
    """The records of one environment."""

    def __init__(self, env: Environment) -> None:
        self.rows, self.env = WORLD[env], env

    def one(self, kind: str, key: str, value: Any) -> Row:
        """The record, or 404."""
        for row in self.rows[kind]:
            if row[key] == value:
                return row
        raise HTTPException(404, f"no {kind} {value}")

    def some(self, kind: str, **wanted: Any) -> list[Row]:
        """Those with these values."""
        asked = {key: value for key, value in wanted.items() if value is not None}
        return [r for r in self.rows[kind] if all(r[k] == v for k, v in asked.items())]

    def step(self, number: str, allowed: tuple[str, ...], stage: str) -> Row:
        """Another stage of a reservation."""
        row = self.one("reservations", "reservation_no", number)
        if row["stage"] not in allowed:
            raise HTTPException(409, f"{number} is {row['stage']}")
        row["stage"] = stage
        return self.note("reservation", row)

    def note(self, kind: str, row: Row) -> Row:
        """Into the log."""
        LOG.append({"env": self.env, "kind": kind, **row})
        return row


At = Annotated[Desk, Depends()]


class GuestIn(BaseModel):
    name: str = Field(description="Full name")
    phone: str = Field(description="手机号")
    vip: bool = False


class GuestOut(GuestIn):
    id: int


class RoomOut(BaseModel):
    room_no: str = Field(description="房间号")
    room_class: Class = Field(description=CLASSES)
    cleaning: Cleaning = Field(description="clean 已打扫 / dirty 未打扫 / out_of_order 维修中")


class CleaningIn(BaseModel):
    cleaning: Cleaning = Field(description="clean 已打扫 / dirty 未打扫 / out_of_order 维修中")


class ReservationIn(BaseModel):
    guest_id: int = Field(description="Guest who stays")
    room_no: str = Field(description="Room number; the room must be clean")
    arrival: str = Field(
        description="First night, YYYY-MM-DD", json_schema_extra={"format": "date"}
    )
    departure: str = Field(description="Last day, YYYY-MM-DD", json_schema_extra={"format": "date"})
    breakfast: bool = Field(False, description="Breakfast included 含早餐")


class ReservationOut(ReservationIn):
    reservation_no: str = Field(description="预订号, e.g. R-12")
    stage: Stage = Field(
        description="requested 待确认 / confirmed 已确认 / checked_in 已入住 / "
        "checked_out 已退房 / "
        "cancelled 已取消"
    )


class FolioOut(BaseModel):
    folio_no: str = Field(description="账单号")
    reservation_no: str
    guest_id: int
    amount: int
    status: Literal["open", "paid", "refunded"] = Field(
        description="open 未付 / paid 已付 / refunded 已退款"
    )


class PayIn(BaseModel):
    method: Literal["cash", "card"] = Field(description="cash 现金 / card 刷卡")


class RoomMove(BaseModel):
    new_room_no: str = Field(description="Room to move to; must be clean")


@app.get("/guests", operation_id="list_guests", summary="Guests")
async def list_guests(at: At, name: str | None = None) -> list[GuestOut]:
    found = [g for g in at.rows["guests"] if name is None or name.lower() in g["name"].lower()]
    return [GuestOut(**g) for g in found]


@app.post("/guests", operation_id="add_guest", summary="Register a guest", status_code=201)
async def add_guest(at: At, body: GuestIn) -> GuestOut:
    row = {"id": len(at.rows["guests"]) + 1, **body.model_dump()}
    at.rows["guests"].append(row)
    return GuestOut(**at.note("guest", row))


@app.get("/rooms", operation_id="list_rooms", summary="房间列表")
async def list_rooms(
    at: At, room_class: Class | None = None, cleaning: Cleaning | None = None
) -> list[RoomOut]:
    return [RoomOut(**r) for r in at.some("rooms", room_class=room_class, cleaning=cleaning)]


@app.put("/rooms/{room_no}/cleaning", operation_id="set_cleaning", summary="Housekeeping 打扫状态")
async def set_cleaning(at: At, room_no: str, body: CleaningIn) -> RoomOut:
    row = at.one("rooms", "room_no", room_no)
    row["cleaning"] = body.cleaning
    return RoomOut(**at.note("room", row))


@app.get("/reservations", operation_id="list_reservations", summary="预订查询")
async def list_reservations(
    at: At, guest_id: int | None = None, stage: Stage | None = None
) -> list[ReservationOut]:
    found = at.some("reservations", guest_id=guest_id, stage=stage)
    return [ReservationOut(**r) for r in found]


@app.get("/reservations/{reservation_no}", operation_id="get_reservation", summary="A reservation")
async def get_reservation(at: At, reservation_no: str) -> ReservationOut:
    return ReservationOut(**at.one("reservations", "reservation_no", reservation_no))


@app.post("/reservations", operation_id="reserve", summary="预订房间", status_code=201)
async def reserve(at: At, body: ReservationIn) -> ReservationOut:
    number = f"R-{11 + len(at.rows['reservations'])}"
    row = {"reservation_no": number, **body.model_dump(), "stage": "requested"}
    at.rows["reservations"].append(row)
    return ReservationOut(**at.note("reservation", row))


@app.post("/reservations/{reservation_no}/confirm", operation_id="confirm", summary="确认预订")
async def confirm(at: At, reservation_no: str) -> ReservationOut:
    return ReservationOut(**at.step(reservation_no, ("requested",), "confirmed"))


@app.post(
    "/reservations/{reservation_no}/check-in",
    operation_id="check_in",
    summary="办理入住",
    responses={409: {"description": "Only a confirmed reservation can be checked in"}},
)
async def check_in(at: At, reservation_no: str) -> ReservationOut:
    return ReservationOut(**at.step(reservation_no, ("confirmed",), "checked_in"))


@app.post(
    "/reservations/{reservation_no}/check-out",
    operation_id="check_out",
    summary="退房",
    responses={409: {"description": "The guest is not checked in"}},
)
async def check_out(at: At, reservation_no: str) -> ReservationOut:
    return ReservationOut(**at.step(reservation_no, ("checked_in",), "checked_out"))


@app.post("/reservations/{reservation_no}/cancel", operation_id="cancel", summary="取消预订")
async def cancel(at: At, reservation_no: str) -> ReservationOut:
    """Cancels a reservation that is requested or confirmed."""
    return ReservationOut(**at.step(reservation_no, ("requested", "confirmed"), "cancelled"))


@app.post("/reservations/{reservation_no}/revival", operation_id="revive", summary="Second life")
async def revive(at: At, reservation_no: str) -> ReservationOut:
    """cancelled \u2192 requested, for guests who come after all."""
    return ReservationOut(**at.step(reservation_no, ("cancelled",), "requested"))


@app.post("/reservations/{reservation_no}/letter", operation_id="letter", summary="发送预订确认函")
async def letter(at: At, reservation_no: str) -> ReservationOut:
    return ReservationOut(
        **at.note("letter", at.one("reservations", "reservation_no", reservation_no))
    )


@app.post("/reservations/{reservation_no}/move", operation_id="move_room", summary="换房")
async def move_room(at: At, reservation_no: str, body: RoomMove) -> ReservationOut:
    row = at.one("reservations", "reservation_no", reservation_no)
    row["room_no"] = body.new_room_no
    return ReservationOut(**at.note("reservation", row))


@app.get("/folios", operation_id="list_folios", summary="Folios 账单")
async def list_folios(
    at: At,
    guest_id: int | None = None,
    status: Literal["open", "paid", "refunded"] | None = None,
) -> list[FolioOut]:
    return [FolioOut(**f) for f in at.some("folios", guest_id=guest_id, status=status)]


@app.post("/folios/{folio_no}/pay", operation_id="pay_folio", summary="收款")
async def pay_folio(at: At, folio_no: str, body: PayIn) -> FolioOut:
    """Only an open folio can be paid."""
    return _settled(at, folio_no, "open", "paid")


@app.post("/folios/{folio_no}/refund", operation_id="refund_folio", summary="退款")
async def refund_folio(at: At, folio_no: str) -> FolioOut:
    """Only a paid folio can be refunded."""
    return _settled(at, folio_no, "paid", "refunded")


def _settled(at: Desk, folio_no: str, allowed: str, status: str) -> FolioOut:
    row = at.one("folios", "folio_no", folio_no)
    if row["status"] != allowed:
        raise HTTPException(409, f"{folio_no} is {row['status']}")
    row["status"] = status
    return FolioOut(**at.note("folio", row))


@app.get("/_log", include_in_schema=False)
async def log() -> list[Row]:
    return LOG


@app.post("/_reset", include_in_schema=False)
async def reset() -> None:
    LOG.clear()
    for rows in WORLD.values():
        rows.update(_first())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    uvicorn.run(app, host="127.0.0.1", port=parser.parse_args().port, log_level="warning")
