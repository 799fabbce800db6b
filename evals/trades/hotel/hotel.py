"""Property back office of the hotel group. Run: python hotel.py --port 8390"""

import argparse

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse

import frontdesk
from cashier import cashier
from core import ApiError
from guests import coupons, guests
from rooms import jobs, rooms, staff
from store import STORE, Row

app = FastAPI(
    title="Property Back Office",
    version="3.6.2",
    description="酒店集团后台接口: 前台、客房、收银、会员共用。\n\n"
    "Dates are `YYYY-MM-DD`. Money: folios and postings in fen (分), fields end in `_fen`; "
    'rates and coupons in yuan (元). A refused call answers `{"error", "detail"}`.',
    openapi_tags=[
        {"name": "guests", "description": "客人档案 / guest profiles"},
        {"name": "rooms", "description": "房型与房态"},
        {"name": "bookings", "description": "预订与前台 / bookings and front desk"},
        {"name": "cashier", "description": "账单与挂账, in fen"},
        {"name": "housekeeping", "description": "客房工单"},
        {"name": "staff", "description": "Employees"},
        {"name": "coupons", "description": "优惠券, in yuan"},
    ],
)
for router in (guests, rooms, frontdesk.bookings, cashier, jobs, staff, coupons):
    app.include_router(router)


@app.exception_handler(ApiError)
async def on_api_error(_: Request, e: ApiError) -> JSONResponse:
    """Answers a broken rule or an unknown number."""
    return JSONResponse({"error": e.error, "detail": e.detail}, status_code=e.status)


@app.exception_handler(RequestValidationError)
async def on_bad_input(_: Request, e: RequestValidationError) -> JSONResponse:
    """The usual 422 list, without echoing what was sent."""
    parts = [{name: item[name] for name in ("loc", "msg", "type")} for item in e.errors()]
    return JSONResponse({"detail": parts}, status_code=422)


@app.post("/_reset", include_in_schema=False)
async def reset() -> dict[str, bool]:
    """Back to the seeded records, with an empty log."""
    STORE.reset()
    return {"ok": True}


@app.get("/_effects", include_in_schema=False)
async def effects() -> list[Row]:
    """Everything written since the start or the last reset, oldest first."""
    return STORE.effects


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Property back office")
    parser.add_argument("--port", type=int, required=True)
    uvicorn.run(app, host="127.0.0.1", port=parser.parse_args().port, log_level="warning")
