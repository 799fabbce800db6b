"""Back office of Lantern Bridge Language School. Run: python school.py --port 8391"""

import argparse
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from core import Problem, Refused
from courses import courses, rooms
from enrolments import enrolments
from lessons import lessons
from people import students, teachers
from registry import certs, payments
from store import STORE, Row

app = FastAPI(
    title="灯桥语言学校 Lantern Bridge Back Office",
    version="1.4.0",
    description="教务后台: 教师、教室、课程、学员、报名、课表、收款、证书。\n\n"
    "Money is whole yuan (元), dates `YYYY-MM-DD`, times `HH:MM`. Nothing is deleted. "
    'A refused call writes nothing and answers `{"error", "detail"}`.',
    openapi_tags=[
        {"name": "faculty", "description": "教师 / teachers"},
        {"name": "rooms", "description": "教室"},
        {"name": "courses", "description": "课程与名额 / courses and places"},
        {"name": "students", "description": "学员档案"},
        {"name": "enrolments", "description": "报名"},
        {"name": "timetable", "description": "排课 / lessons"},
        {"name": "cashdesk", "description": "收款与退款 / payments"},
        {"name": "certificates", "description": "证书"},
    ],
    responses={400: {"model": Problem, "description": "参数有误 / bad or missing input"}},
)
for router in (teachers, rooms, courses, students, enrolments, lessons, payments, certs):
    app.include_router(router)


def _problem(status: int, error: str, detail: str) -> JSONResponse:
    return JSONResponse({"error": error, "detail": detail}, status_code=status)


@app.exception_handler(Refused)
async def on_refused(_: Request, e: Refused) -> JSONResponse:
    """A rule was broken or a number is unknown."""
    return _problem(e.status, e.error, e.detail)


@app.exception_handler(RequestValidationError)
async def on_bad_input(_: Request, e: RequestValidationError) -> JSONResponse:
    """Input that does not fit the schema is a 400 here."""
    parts = [f"{'.'.join(str(part) for part in i['loc'])}: {i['msg']}" for i in e.errors()]
    return _problem(400, "bad_input", "; ".join(parts))


@app.exception_handler(HTTPException)
async def on_http(_: Request, e: HTTPException) -> JSONResponse:
    """Unknown paths and methods, in the same shape."""
    return _problem(e.status_code, "http_error", str(e.detail))


@app.post("/_reset", include_in_schema=False)
async def reset() -> dict[str, bool]:
    """Back to the seed with an empty journal."""
    STORE.reset()
    return {"ok": True}


@app.get("/_effects", include_in_schema=False)
async def effects() -> list[Row]:
    """Every written record since the start or the last reset."""
    return STORE.journal


_plain_openapi = app.openapi


def _openapi() -> dict[str, Any]:
    """The schema without 422, which this service never answers."""
    schema = _plain_openapi()
    for path in schema["paths"].values():
        for operation in path.values():
            operation["responses"].pop("422", None)
    for name in ("HTTPValidationError", "ValidationError"):
        schema["components"]["schemas"].pop(name, None)
    return schema


app.openapi = _openapi


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Language school back office")
    parser.add_argument("--port", type=int, required=True)
    uvicorn.run(app, host="127.0.0.1", port=parser.parse_args().port, log_level="warning")
