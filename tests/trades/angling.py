"""An angling club: permits that it issues, shows, suspends and cancels, in terse words."""

from collections.abc import Callable
from typing import Any

from tests.workshop.api import Asked, Reply

Row = dict[str, Any]
_STATE: Row = {"type": "string", "enum": ["active", "suspended", "expired", "cancelled"]}
_WATER: Row = {"type": "string", "enum": ["river", "lake", "pond"], "description": "Water"}
_PLATE: Row = {"type": "string", "description": "Number plate of the boat"}
_MADE: Row = {
    "plate": _PLATE,
    "water": _WATER,
    "days": {
        "type": "integer",
        "default": 30,
        "description": "How many days the permit is valid (有效天数)",
    },
}
_WHOLE: Row = {"permit_id": {"type": "integer"}, **_MADE, "state": _STATE}
_KEY = {"name": "permit_id", "in": "path", "required": True, "schema": {"type": "integer"}}


def document(url: str) -> Row:
    """Its OpenAPI document."""
    one = "/permits/{permit_id}"
    made: Row = {"type": "object", "properties": _MADE, "required": ["plate", "water"]}
    state: Row = {"type": "object", "properties": {"state": _STATE}, "required": ["state"]}
    paths = {
        "/permits": {
            "get": _operation("listPermits", "List", many=True),
            "post": _operation("createPermit", "Issue an angling permit", body=made),
        },
        one: {"get": _operation("getPermit", "Get permit", _KEY)},
        f"{one}/state": {"put": _operation("setPermitState", "Set state", _KEY, body=state)},
        f"{one}/cancel": {"post": _operation("cancelPermit", "Cancel an angling permit", _KEY)},
    }
    info = {"title": "Angling club", "version": "1"}
    return {"openapi": "3.0.3", "info": info, "servers": [{"url": url}], "paths": paths}


def _operation(
    name: str, summary: str, *parameters: Row, body: Row | None = None, many: bool = False
) -> Row:
    whole: Row = {"type": "object", "properties": _WHOLE}
    answer = {"type": "array", "items": whole} if many else whole
    ok = {"description": "Done.", "content": {"application/json": {"schema": answer}}}
    made: Row = {"operationId": name, "summary": summary, "responses": {"200": ok}}
    if parameters:
        made["parameters"] = [*parameters]
    if body is not None:
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return made


def replies() -> Callable[[Asked], Reply]:
    """What the club answers: permit 501 is there, until it is cancelled."""
    row = {"permit_id": 501, "plate": "HB-K221", "water": "lake", "days": 30, "state": "active"}

    def reply(asked: Asked) -> Reply:
        if asked.path == "/permits":
            return Reply(body=[row] if asked.method == "GET" else {**row, **asked.json})
        if asked.path.endswith("cancel"):
            row["state"] = "cancelled"
        return Reply(body=dict(row))

    return reply
