"""Back office of Swiftgate Parcel Depots. Run: python depot.py --port 8391"""

import argparse
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from care import claims, complaints
from core import ApiError
from customers import jobs, senders
from network import couriers, depots, lockers
from parcels import parcels
from reports import reports
from store import STORE, Row

app = FastAPI(
    title="Swiftgate Depot API",
    version="1.4.0",
    description="REST API of the parcel depots (快递网点). Amounts are whole yuan, weights whole "
    "grams, dates `YYYY-MM-DD`. Nothing is ever deleted: set an end status instead. "
    'Answers are `{"data": ...}`, refusals `{"error", "detail"}`.',
)
for router in (depots, couriers, senders, parcels, lockers, jobs, complaints, claims, reports):
    app.include_router(router)


def schema() -> dict[str, Any]:
    """The OpenAPI document; bad input is a 400 here, so FastAPI's own 422 is left out."""
    if app.openapi_schema is None:
        made = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes
        )
        for path in made["paths"].values():
            for operation in path.values():
                operation["responses"].pop("422", None)
        for name in ("HTTPValidationError", "ValidationError"):
            made["components"]["schemas"].pop(name, None)
        app.openapi_schema = made
    return app.openapi_schema


setattr(app, "openapi", schema)  # noqa: B010


def refusal(status: int, error: str, detail: str) -> JSONResponse:
    """The one shape of all 4xx bodies."""
    return JSONResponse({"error": error, "detail": detail}, status_code=status)


@app.exception_handler(ApiError)
async def on_api_error(_: Request, e: ApiError) -> JSONResponse:
    """Answers a broken rule or an unknown id."""
    return refusal(e.status, e.error, e.detail)


@app.exception_handler(RequestValidationError)
async def on_bad_input(_: Request, e: RequestValidationError) -> JSONResponse:
    """Answers a wrong, missing or unknown field."""
    parts = [f"{'.'.join(str(p) for p in item['loc'])}: {item['msg']}" for item in e.errors()]
    return refusal(400, "invalid_request", "; ".join(parts))


@app.exception_handler(HTTPException)
async def on_http_error(_: Request, e: HTTPException) -> JSONResponse:
    """Answers an unknown path or method."""
    return refusal(e.status_code, "http_error", str(e.detail))


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
    parser = argparse.ArgumentParser(description="Swiftgate depot back office")
    parser.add_argument("--port", type=int, required=True)
    uvicorn.run(app, host="127.0.0.1", port=parser.parse_args().port, log_level="warning")
