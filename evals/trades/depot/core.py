"""What every endpoint shares: environment, look-ups, writes, state changes and errors."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Annotated, Any, Generic, Literal, TypeVar

from fastapi import Depends, Query, Request
from fastapi.dependencies.utils import get_flat_params
from pydantic import BaseModel, Field

from store import ENTITY, STORE, Row

T = TypeVar("T")
Responses = dict[int | str, dict[str, Any]]
Companions = Mapping[str, str]

ENDS = {
    "depot": {"shut"},
    "courier": {"dismissed"},
    "parcel": {"delivered", "returned", "lost"},
    "pickup_job": {"done", "cancelled"},
    "complaint": {"resolved", "rejected"},
    "claim": {"paid", "refused"},
}

# Allowed changes of state: from -> to.
MOVES: dict[str, dict[str, set[str]]] = {
    "depot": {"open": {"paused"}, "paused": {"open", "shut"}},
    "courier": {"off_duty": {"on_duty", "dismissed"}, "on_duty": {"off_duty"}},
    "sender": {"active": {"frozen"}, "frozen": {"active"}},
    "parcel": {
        "received": {"out_for_delivery", "returned", "lost"},
        "out_for_delivery": {"received", "in_locker", "delivered", "lost"},
        "in_locker": {"delivered"},
    },
    "locker": {"free": {"broken"}, "broken": {"free"}},
    "pickup_job": {
        "waiting": {"assigned", "cancelled"},
        "assigned": {"waiting", "done", "cancelled"},
    },
    "complaint": {"open": {"handling", "rejected"}, "handling": {"resolved", "rejected"}},
    "claim": {"filed": {"approved", "refused"}, "approved": {"paid", "refused"}},
}


class ApiError(Exception):
    """A refused call; becomes a 4xx with `error` and `detail`."""

    def __init__(self, status: int, error: str, detail: str) -> None:
        super().__init__(detail)
        self.status, self.error, self.detail = status, error, detail


class ErrorBody(BaseModel):
    """Body of every 4xx answer."""

    error: str = Field(description="Short machine-readable code", examples=["invalid_transition"])
    detail: str = Field(description="One sentence saying what was wrong")


class Envelope(BaseModel, Generic[T]):
    """A single answer."""

    data: T


class Page(BaseModel, Generic[T]):
    """One page of a list, in order of id."""

    data: list[T]
    total: int = Field(description="Number of matches before paging")


def errs(missing: str = "", conflict: str = "") -> Responses:
    """Documents the 4xx answers of an operation."""
    texts = {400: "Malformed or missing input", 404: missing, 409: conflict}
    return {no: {"model": ErrorBody, "description": text} for no, text in texts.items() if text}


def bad(detail: str) -> ApiError:
    """A 400."""
    return ApiError(400, "invalid_request", detail)


def conflict(error: str, detail: str) -> ApiError:
    """A 409."""
    return ApiError(409, error, detail)


class Call:
    """One request: where it reads and writes, and what is noted of it in the log."""

    def __init__(
        self,
        request: Request,
        env: Annotated[
            Literal["daily", "pre"],
            Query(description="Environment: `daily` (日常) or `pre` (预发); data is separate."),
        ],
    ) -> None:
        route = request.scope["route"]
        known = {field.alias for field in get_flat_params(route.dependant)}
        if unknown := sorted(set(request.query_params) - known):
            raise bad(f"Unknown query parameter: {', '.join(unknown)}.")
        self.env: str = env
        self.operation = str(route.operation_id)
        self.args: Row = dict(request.path_params)

    def took(self, body: BaseModel) -> Row:
        """The body fields really sent (null counts as not sent), noted for the log."""
        sent: Row = body.model_dump(mode="json", exclude_unset=True, exclude_none=True)
        self.args.update(sent)
        return sent

    def get(self, kind: str, key: str) -> Row:
        """One record, or a 404."""
        row = STORE.data[self.env][kind].get(key)
        if row is None:
            raise ApiError(404, f"{kind}_not_found", f"{ENTITY[kind]} {key} does not exist.")
        return row

    def get_in(self, kind: str, key: str, *allowed: str) -> Row:
        """One record that must stand in one of the given states."""
        row = self.get(kind, key)
        if row["status"] not in allowed:
            must = " or ".join(allowed)
            detail = f"{ENTITY[kind]} {key} is {row['status']}, but must be {must}."
            raise conflict(f"{kind}_not_usable", detail)
        return row

    def find(self, kind: str, /, **equal: object) -> list[Row]:
        """Records whose fields equal the given values."""
        rows = STORE.data[self.env][kind].values()
        return [row for row in rows if all(row[name] == v for name, v in equal.items())]

    def add(self, kind: str, /, **values: object) -> Row:
        """Stores a new record under the next number."""
        row: Row = {"id": STORE.next_id(self.env, kind), **values}
        STORE.data[self.env][kind][row["id"]] = row
        STORE.log(self.env, self.operation, self.args, kind, row)
        return row

    def set(self, kind: str, row: Row, /, **changes: object) -> Row:
        """Changes a record."""
        row.update(changes)
        STORE.log(self.env, self.operation, self.args, kind, row)
        return row

    def editable(self, kind: str, row: Row) -> None:
        """Refuses an edit of a record in an end state."""
        if row["status"] in ENDS.get(kind, ()):
            detail = f"{ENTITY[kind]} {row['id']} is {row['status']} and can no longer be edited."
            raise conflict("record_closed", detail)

    def movable(self, kind: str, row: Row, to: str) -> None:
        """Refuses a change of state that is not allowed."""
        now = row["status"]
        if to not in MOVES[kind].get(now, ()):
            detail = f"{ENTITY[kind]} {row['id']} cannot go from {now} to {to}."
            raise conflict("invalid_transition", detail)

    def patch(
        self, kind: str, key: str, body: BaseModel, companions: Companions | None = None
    ) -> tuple[Row, str, Row]:
        """The record, the wanted state ("" for an edit) and the other values of a PATCH.

        `companions` maps a field that only goes with states to those states."""
        sent, companions = self.took(body), companions or {}
        row = self.get(kind, key)
        to = str(sent.pop("status", ""))
        if not to and not sent:
            raise bad("The body names no field to change.")
        for name in sent:
            states = companions.get(name, "").split()
            if to and not states:
                raise bad(f"`{name}` cannot be sent together with `status`; use two calls.")
            if states and to not in states:
                raise bad(f"`{name}` is only accepted with status {' or '.join(states)}.")
        if to:
            self.movable(kind, row, to)
        else:
            self.editable(kind, row)
        return row, to, sent


CallDep = Annotated[Call, Depends()]


def _match(row: Row, name: str, value: Any) -> bool:
    if name.endswith("_contains"):
        return str(value).lower() in str(row[name.removesuffix("_contains")]).lower()
    if name.endswith("_gt"):
        return bool(row[name.removesuffix("_gt")] > value)
    return bool(row[name] == value)


def page(rows: list[Row], query: Any, skip: tuple[str, ...] = ()) -> Row:
    """Narrows rows by a filter dataclass and cuts out the wanted page."""
    names = [f.name for f in fields(query) if f.name not in ("limit", "offset", *skip)]
    wanted = {n: getattr(query, n) for n in names if getattr(query, n) is not None}
    hits = [row for row in rows if all(_match(row, n, v) for n, v in wanted.items())]
    return {"data": hits[query.offset : query.offset + query.limit], "total": len(hits)}
