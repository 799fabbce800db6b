"""What every endpoint needs: the request's environment, look-ups, writes and errors."""

from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Request
from pydantic import BaseModel, Field

import codes
from store import STORE, Row

Responses = dict[int | str, dict[str, Any]]

NOUN = {
    "guest": "Guest profile",
    "room_type": "Room type",
    "room": "Room",
    "reservation": "Booking",
    "folio": "Folio",
    "charge": "Posting",
    "task": "HK job",
    "staff": "Employee",
    "voucher": "Coupon",
}


class ApiError(Exception):
    """A refused call; becomes a 4xx with `error` and `detail`."""

    def __init__(self, status: int, error: str, detail: str) -> None:
        super().__init__(detail)
        self.status, self.error, self.detail = status, error, detail


class ErrorBody(BaseModel):
    """Body of a 400, 404 or 409."""

    error: str = Field(description="Short code for programs", examples=["ROOM_NOT_CLEAN"])
    detail: str = Field(description="出错原因, one sentence for the user")


def errs(missing: str = "", conflict: str = "", bad: str = "") -> Responses:
    """Documents the 4xx answers of an operation."""
    texts = {400: bad, 404: missing, 409: conflict}
    return {no: {"model": ErrorBody, "description": text} for no, text in texts.items() if text}


class Call:
    """One request: where it reads and writes, and what is noted of it in the log."""

    def __init__(
        self,
        request: Request,
        env: Annotated[
            Literal["daily", "pre"],
            Query(description="环境: `daily` 日常 / `pre` 预发. Separate data, nothing is synced."),
        ],
    ) -> None:
        self.env = env
        self.operation = str(request.scope["route"].operation_id)
        self.args: Row = {k: v for k, v in request.query_params.items() if k != "env"}
        self.args.update(request.path_params)

    def took(self, body: BaseModel | None) -> None:
        """Notes the body fields that were really sent."""
        if body is not None:
            self.args.update(body.model_dump(mode="json", exclude_unset=True))

    def get(self, kind: str, key: str) -> Row:
        """One record, or a 404."""
        row = STORE.data[self.env][kind].get(key)
        if row is None:
            detail = f"{NOUN[kind]} {key} not found in {self.env}."
            raise ApiError(404, f"{kind.upper()}_NOT_FOUND", detail)
        return row

    def find(self, kind: str, /, **equal: object) -> list[Row]:
        """Records whose fields equal the given values; None means any."""
        wanted = {name: value for name, value in equal.items() if value is not None}
        rows = STORE.data[self.env][kind].values()
        return [row for row in rows if all(row[name] == v for name, v in wanted.items())]

    def add(self, kind: str, /, **fields: object) -> Row:
        """Stores a new record under the next number."""
        row: Row = {"id": STORE.next_id(self.env, kind), **fields}
        STORE.data[self.env][kind][row["id"]] = row
        STORE.log(self.env, self.operation, self.args, kind, row)
        return row

    def set(self, kind: str, row: Row, /, **changes: object) -> Row:
        """Changes a record."""
        row.update(changes)
        STORE.log(self.env, self.operation, self.args, kind, row)
        return row

    def need(self, kind: str, row: Row, field: str, allowed: tuple[str, ...], action: str) -> None:
        """Refuses the action unless the record's state is one of the allowed ones."""
        if row[field] not in allowed:
            now = codes.shown(kind, row[field])
            must = " or ".join(codes.shown(kind, word) for word in allowed)
            key = row.get("id") or row.get("number")
            detail = f"{NOUN[kind]} {key} is {now}, but must be {must} to {action}."
            raise ApiError(409, f"{kind.upper()}_WRONG_STATUS", detail)


CallDep = Annotated[Call, Depends()]
