"""A recording studio behind an HTTP API, as frameworks write its document: bands by number, their
sessions in rooms, and what they owe."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.workshop.api import Asked, Reply, serving

Row = dict[str, Any]
GENRES = ("jazz", "rock", "choral")
STATES = ("planned", "running", "finished")


def _field(kind: str, description: str, *values: str, **more: Any) -> Row:
    told: Row = {"type": kind, "description": description, **more}
    return {**told, "enum": list(values)} if values else told


BAND: Row = {
    "name": _field("string", "Name on the poster"),
    "genre": _field("string", "Genre of the band", *GENRES),
    "members": _field("integer", "Number of members", default=4),
    "manager": _field("string", "Name of the manager"),
}
SESSION: Row = {
    "band_id": _field("integer", "Id of the band that records"),
    "room": _field("string", "Room code such as R11"),
    "day": _field("string", "Day of the recording, YYYY-MM-DD", format="date"),
    "hours": _field("integer", "Number of hours", default=2),
}
BILL: Row = {"amount": _field("number", "Amount of the bill in euros")}
_OF_BAND = _field("integer", "Id of the band")
_OF_SESSION = _field("integer", "Id of the session")
_STATE = _field("string", "Status of the session", *STATES)
_WHOLE_BAND = {"band_id": _OF_BAND, **BAND}
_WHOLE_SESSION = {"session_id": _OF_SESSION, **SESSION, "status": _STATE}


def document(url: str) -> Row:
    """The studio's OpenAPI document."""
    made = "Register a new band in the studio's book."
    booked = "Book a room for a band: the band records there on that day for some hours."
    state = {"status": _field("string", "New status of the session", *STATES)}
    bill = "Create a bill for a band: its manager has to pay this amount."
    every = {"type": "array", "items": {"type": "object", "properties": _WHOLE_BAND}}
    paths: Row = {
        "/bands": {
            "get": _call("list_bands", "List the bands.", every),
            "post": _call("register_band", made, _WHOLE_BAND, BAND, ("name", "genre")),
        },
        "/bands/{band_id}": {"get": _call("get_band", "Look up a band by its id.", _WHOLE_BAND)},
        "/sessions": {
            "post": _call(
                "book_session", booked, _WHOLE_SESSION, SESSION, ("band_id", "room", "day")
            )
        },
        "/sessions/{session_id}/status": {
            "patch": _call(
                "change_session_status",
                "Change the status of a session, e.g. to running when the band has begun.",
                _WHOLE_SESSION,
                state,
                ("status",),
            )
        },
        "/bills/{band_id}": {
            "post": _call("bill", bill, {"band_id": _OF_BAND, **BILL}, BILL, ("amount",))
        },
    }
    for path, calls in paths.items():
        for name in ("band_id", "session_id"):
            if f"{{{name}}}" in path:
                schema = {"type": "integer"}
                own = {"name": name, "in": "path", "required": True, "schema": schema}
                next(iter(calls.values()))["parameters"] = [own]
    info = {"title": "Recording studio", "version": "1"}
    return {"openapi": "3.0.3", "info": info, "servers": [{"url": url}], "paths": paths}


def _call(
    name: str, about: str, told: Row, body: Row | None = None, required: tuple[str, ...] = ()
) -> Row:
    made: Row = {
        "operationId": name,
        "summary": name.replace("_", " ").title(),
        "description": about,
        "responses": {"200": {"description": "Done.", "content": _json(told)}},
    }
    if body is not None:
        schema = {"properties": body, "required": [*required]}
        made["requestBody"] = {"required": True, "content": _json(schema)}
    return made


def _json(schema: Row) -> Row:
    kind = {} if "type" in schema else {"type": "object"}
    whole = schema if "type" in schema or "properties" in schema else {"properties": schema}
    return {"application/json": {"schema": {**kind, **whole}}}


@dataclass
class Studio:
    """The running studio."""

    document: Path
    url: str
    asked: list[Asked]
    bands: dict[int, Row] = field(default_factory=dict[int, Row])
    sessions: dict[int, Row] = field(default_factory=dict[int, Row])

    def fill(self) -> None:
        """With two bands and one session, and nothing asked yet."""
        self.asked.clear()
        self.bands.clear()
        self.sessions.clear()
        self.bands[1] = _band(1, "Wagtails", "jazz")
        self.bands[3] = _band(3, "Lanterns", "rock")
        day = {"room": "R12", "day": "2026-11-20", "hours": 3}
        self.sessions[100] = {"session_id": 100, "band_id": 1, **day, "status": "planned"}

    def writes(self) -> list[tuple[str, str, Any]]:
        """What has been changed."""
        return [(one.method, one.path, one.json) for one in self.asked if one.method != "GET"]


def _band(id: int, name: str, genre: str) -> Row:
    return {"band_id": id, "name": name, "genre": genre, "members": 4, "manager": "Olsen"}


@contextmanager
def studio(folder: Path) -> Generator[Studio]:
    """The service, while it runs, with its document in the folder."""
    file = folder / "studio.json"
    held: list[Studio] = []
    with serving(lambda asked: _reply(held[0], asked)) as api:
        file.write_text(json.dumps(document(api.url)), "utf-8")
        held.append(Studio(file, api.url, api.asked))
        yield held[0]


def _reply(own: Studio, asked: Asked) -> Reply:
    area, *rest = asked.path.strip("/").split("/")
    rows = own.sessions if area == "sessions" else own.bands
    if rest and int(rest[0]) not in rows:
        return Reply(404, {"error": "There is no such thing."})
    if area == "bills":
        return Reply(body={"band_id": int(rest[0]), **asked.json})
    if rest:
        row = rows[int(rest[0])]
        row |= asked.json if asked.method == "PATCH" else {}
        return Reply(body=row)
    if asked.method == "GET":
        return Reply(body=[*rows.values()])
    key, number = ("session_id", 101) if area == "sessions" else ("band_id", 4)
    rows[number] = {key: number, **asked.json}
    rows[number] |= {"status": "planned"} if area == "sessions" else {"members": 4}
    return Reply(body=rows[number])
