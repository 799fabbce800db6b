"""A theatre's HTTP API: venues of a kind, companies, plays with references, notes of a venue.

References are written in the three ways in use: an id (`company_id`), an object with an id
(`status`), and the owner in the path (`/venues/{venue_id}/notes/`).
"""

import itertools
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast
from uuid import UUID

from pipelines.answer import Answer
from pipelines.request import Request
from services.requests import Incoming, make_request
from services.settings import Settings
from services.wiring import System, open_system
from tests.workshop.api import Asked, Reply, serving

Row = dict[str, Any]
UUIDS = {"type": "string", "format": "uuid"}
REFERENCE = {"type": "object", "properties": {"id": UUIDS, "url": {"type": "string"}}}
KINDS: dict[str, dict[str, Any]] = {
    "venue-types": {"name": {"type": "string"}},
    "statuses": {"name": {"type": "string"}},
    "companies": {"name": {"type": "string"}},
    "venues": {
        "name": {"type": "string"},
        "seats": {"type": "integer", "description": "Number of seats"},
        "venue_type": REFERENCE,
        "company_id": UUIDS,
        "status": REFERENCE,
    },
    "plays": {
        "title": {"type": "string"},
        "venue_id": UUIDS,
        "status": REFERENCE,
        "contact": {"type": "string", "format": "email"},
        "opens": {"type": "string", "format": "date"},
        "closes": {"type": "string", "format": "date"},
        "touring": {"type": "boolean"},
    },
    "notes": {"text": {"type": "string"}},
}
REQUIRED = {
    "venues": ["name", "venue_type", "status"],
    "plays": ["title", "venue_id"],
    "notes": ["text"],
}


def _record(kind: str, *, whole: bool) -> dict[str, Any]:
    fields = {**KINDS[kind], "id": {**UUIDS, "readOnly": True}}
    required = REQUIRED.get(kind, ["name"]) if whole else []
    return {"type": "object", "properties": fields, "required": required}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


def _operation(kind: str, verb: str, item: bool, path: str) -> dict[str, Any]:
    name = f"{kind.replace('-', '_')}_{verb}_{'one' if item else 'all'}"
    names = [part.strip("{}") for part in path.split("/") if part.startswith("{")]
    parameters: list[dict[str, Any]] = [
        {"name": one, "in": "path", "required": True, "schema": UUIDS} for one in names
    ]
    rows = {"type": "array", "items": _record(kind, whole=True)}
    page = {"type": "object", "properties": {"count": {"type": "integer"}, "results": rows}}
    shown = _record(kind, whole=True) if item or verb == "post" else page
    if verb == "get" and not item:
        asked = [key for key in KINDS[kind] if key in ("name", "title")]
        asked += [key for key in KINDS[kind] if key in ("company_id", "venue_id", "venue_type")]
        parameters += [{"name": key, "in": "query", "schema": {"type": "string"}} for key in asked]
    found: dict[str, Any] = {"operationId": name, "parameters": parameters}
    if verb in ("post", "patch"):
        found["requestBody"] = _json(_record(kind, whole=verb == "post"))
    return {**found, "responses": {"200": {"description": "", **_json(shown)}}}


def document() -> dict[str, Any]:
    """The API's own description."""
    paths: dict[str, Any] = {}
    for kind in KINDS:
        owner = "/venues/{venue_id}" if kind == "notes" else ""
        base, one = f"{owner}/{kind}/", f"{owner}/{kind}/{{id}}/"
        paths[base] = {verb: _operation(kind, verb, False, base) for verb in ("get", "post")}
        paths[one] = {
            verb: _operation(kind, verb, True, one) for verb in ("get", "patch", "delete")
        }
    return {"openapi": "3.0.3", "info": {"title": "Theatre", "version": "1"}, "paths": paths}


@dataclass
class Stage:
    """What the theatre holds, by kind; `system` says sentences to it."""

    rows: dict[str, list[Row]]
    system: System | None = None
    _ids: Any = field(default_factory=lambda: itertools.count(1))

    def add(self, kind: str, **values: Any) -> Row:
        row = {"id": str(UUID(int=next(self._ids))), **values}
        self.rows[kind].append(row)
        return row

    def one(self, kind: str, name: str) -> Row:
        return next(r for r in self.rows[kind] if name in (r.get("name"), r.get("title")))

    def names(self, kind: str) -> list[str]:
        return [str(row.get("name") or row.get("title")) for row in self.rows[kind]]

    def act(self, asked: Asked) -> Reply:
        parts = [part for part in asked.path.split("/") if part]
        owner = parts[1] if len(parts) > 2 else None
        kind, *rest = parts[2:] if owner else parts
        rows = [r for r in self.rows[kind] if owner is None or r.get("venue") == owner]
        if not rest:
            return self._all(kind, asked, rows, owner)
        row = next((r for r in rows if r["id"] == rest[0]), None)
        if row is None:
            return Reply(404, {"detail": "Not found."})
        if asked.method == "DELETE":
            self.rows[kind].remove(row)
            return Reply(204)
        if asked.method == "PATCH":
            row.update(asked.json)
        return Reply(200, row)

    def _all(self, kind: str, asked: Asked, rows: list[Row], owner: str | None) -> Reply:
        if asked.method == "POST":
            more = {"venue": owner} if owner else {}
            return Reply(201, self.add(kind, **asked.json, **more))
        for key, value in asked.query:
            rows = [row for row in rows if value in (row.get(key), _id(row.get(key)))]
        return Reply(200, {"count": len(rows), "results": rows})

    async def say(self, text: str, session: str | None = None) -> Answer:
        """The answer to a sentence."""
        assert self.system is not None
        environments = (await self.system.view()).catalogue.environments
        request: Request = make_request(Incoming(text, session), environments)
        road = await self.system.road(request.caller)
        return await road.run(request, lambda event: None)


def _id(value: Any) -> Any:
    return cast("Row", value).get("id") if isinstance(value, dict) else None


@asynccontextmanager
async def theatre(folder: Path) -> AsyncGenerator[Stage]:
    """A theatre with two venues, imported and ready to be spoken to."""
    stage = Stage({kind: [] for kind in KINDS})
    for name in ("Open", "Closed"):
        stage.add("statuses", name=name)
    for name in ("Studio", "Arena"):
        stage.add("venue-types", name=name)
    globe, rose = (stage.add("companies", name=name) for name in ("Globe Trust", "Rose Ltd"))
    status = {"id": stage.one("statuses", "Open")["id"]}
    for name, company in (("Old Vic", globe), ("Main Hall", globe), ("Main Hall", rose)):
        kind = {"id": stage.one("venue-types", "Arena")["id"]}
        stage.add("venues", name=name, company_id=company["id"], status=status, venue_type=kind)
    stage.add("plays", title="Hamlet", venue_id=stage.one("venues", "Old Vic")["id"])
    stage.add("plays", title="Macbeth", venue_id=stage.one("venues", "Old Vic")["id"])
    with serving(stage.act) as api:
        (folder / "theatre.json").write_text(json.dumps(document()), encoding="utf-8")
        entry = {
            "type": "openapi",
            "document": str(folder / "theatre.json"),
            "environments": {"pre": {"url": api.url}},
        }
        sources = folder / "sources.json"
        sources.write_text(json.dumps({"mcpServers": {"theatre": entry}}), encoding="utf-8")
        async with open_system(Settings(home=folder / "home", sources=sources)) as system:
            stage.system = system
            yield stage
