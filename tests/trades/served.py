"""Other people's services, each with an OpenAPI document, as their authors import them."""

import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.workshop.api import Asked, Reply, serving

Row = dict[str, Any]
_ERROR = {"description": "There is no such thing."}


@dataclass(frozen=True, slots=True)
class Trade:
    """A service that keeps things of one kind, which have a state, and has a list to look up in."""

    title: str
    thing: str
    """The path segment of its things: tickets."""
    key: str
    """The argument that names one of them: ticketId."""
    first: str
    """The number of the first."""
    titles: Mapping[str, tuple[str, str]]
    """list, get, make, delete, state, look → operation id and summary."""
    fields: Mapping[str, str]
    """What a thing is made with → its description; all are required."""
    states: tuple[str, ...]
    stock: tuple[str, str, str]
    """The list's path segment, its key, and what that is."""
    rows: Mapping[str, Row] = field(default_factory=dict[str, Row])
    listed: Mapping[str, Mapping[str, tuple[str | int, str]]] = field(
        default_factory=dict[str, Mapping[str, tuple[str | int, str]]]
    )

    def document(self, url: str) -> Row:
        """Its OpenAPI document."""
        one = f"/{self.thing}/{{{self.key}}}"
        by_key = [_in_path(self.key, self.titles["key"][1])]
        path, key, about = self.stock
        state: Row = {"type": "string", "enum": [*self.states], "description": self.titles["of"][1]}
        made = {name: {"type": "string", "description": d} for name, d in self.fields.items()}
        whole = {self.key: {"type": "string", "description": self.titles["key"][1]}, **made}
        whole["status"] = state
        item = next(iter(self.listed.values()))
        paths = {
            f"/{self.thing}": {
                "get": self._operation(
                    "list", [_in_query("status", state)], {"type": "array", "items": _object(whole)}
                ),
                "post": self._operation("make", [], _object(whole), _object(made, [*made])),
            },
            one: {
                "get": self._operation("get", by_key, _object(whole)),
                "delete": self._operation("delete", by_key, _object({})),
            },
            f"{one}/status": {
                "post": self._operation(
                    "state", by_key, _object(whole), _object({"status": state}, ["status"])
                )
            },
            f"/{path}/{{{key}}}": {
                "get": self._operation(
                    "look", [_in_path(key, about)], _object({k: _typed(v) for k, v in item.items()})
                )
            },
        }
        return {
            "openapi": "3.0.3",
            "info": {"title": self.title, "version": "1"},
            "servers": [{"url": url}],
            "paths": paths,
        }

    def _operation(
        self, kind: str, parameters: list[Row], answer: Row, body: Row | None = None
    ) -> Row:
        name, summary = self.titles[kind]
        ok = {"description": "Done.", "content": {"application/json": {"schema": answer}}}
        made: Row = {
            "operationId": name,
            "summary": summary,
            "parameters": parameters,
            "responses": {"200": ok, "404": _ERROR},
        }
        if body is not None:
            content = {"application/json": {"schema": body}}
            made["requestBody"] = {"required": True, "content": content}
        return made


@dataclass(frozen=True, slots=True)
class Served:
    """A running service."""

    trade: Trade
    url: str
    document: Path
    asked: list[Asked]
    rows: dict[str, Row]

    def writes(self) -> list[tuple[str, str, Any]]:
        """What has been changed."""
        return [(one.method, one.path, one.json) for one in self.asked if one.method != "GET"]


def _in_path(name: str, about: str) -> Row:
    kind = {"type": "string"}
    return {"name": name, "in": "path", "required": True, "description": about, "schema": kind}


def _in_query(name: str, schema: Row) -> Row:
    return {"name": name, "in": "query", "description": schema["description"], "schema": schema}


def _object(fields: Mapping[str, Row], required: list[str] | None = None) -> Row:
    made: Row = {"type": "object", "properties": dict(fields)}
    return {**made, "required": required} if required else made


def _typed(value: tuple[Any, str]) -> Row:
    kind = "integer" if isinstance(value[0], int) else "string"
    return {"type": kind, "description": value[1]}


@contextmanager
def served(trade: Trade, folder: Path) -> Generator[Served]:
    """The service, while it runs, with its document in the folder."""
    rows = {key: dict(row) for key, row in trade.rows.items()}
    with serving(lambda asked: _reply(trade, rows, asked)) as api:
        file = folder / f"{trade.thing}.json"
        file.write_text(json.dumps(trade.document(api.url)), "utf-8")
        yield Served(trade, api.url, file, api.asked, rows)


def _reply(trade: Trade, rows: dict[str, Row], asked: Asked) -> Reply:
    area, *rest = asked.path.strip("/").split("/")
    if area == trade.stock[0]:
        found = trade.listed.get(rest[0])
        return Reply(body={k: v[0] for k, v in found.items()}) if found else Reply(404)
    if not rest:
        if asked.method == "GET":
            return Reply(body=[row for row in rows.values() if _fits(row, dict(asked.query))])
        key = str(int(trade.first) + len(rows))
        rows[key] = {trade.key: key, **asked.json, "status": trade.states[0]}
        return Reply(body=rows[key])
    if rest[0] not in rows:
        return Reply(404, {"error": "There is no such thing."})
    if asked.method == "DELETE":
        del rows[rest[0]]
        return Reply(body={})
    if asked.method == "POST":
        rows[rest[0]] |= asked.json
    return Reply(body=rows[rest[0]])


def _fits(row: Row, query: Mapping[str, str]) -> bool:
    return all(row.get(name) == value for name, value in query.items())
