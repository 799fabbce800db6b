"""What the endpoints share: environment, look-ups, writes and refusals."""

from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Request
from pydantic import BaseModel, Field

import codes
from store import STORE, Row

LIVE = ("pending", "confirmed")
Docs = dict[int | str, dict[str, Any]]


class Refused(Exception):
    """A call that is turned down: status, short code, sentence."""

    def __init__(self, status: int, error: str, detail: str) -> None:
        super().__init__(detail)
        self.status, self.error, self.detail = status, error, detail


class Problem(BaseModel):
    """Body of every 400, 404 and 409."""

    error: str = Field(description="Short code", examples=["wrong_state"])
    detail: str = Field(description="原因说明, one sentence")


def docs(conflict: str = "", missing: str = "编号不存在 / no such record") -> Docs:
    """The 404 and 409 answers of an operation, for the schema."""
    texts = {404: missing, 409: conflict}
    return {no: {"model": Problem, "description": text} for no, text in texts.items() if text}


def conflict(error: str, detail: str) -> Refused:
    """A rule of the office forbids it."""
    return Refused(409, error, detail)


class Call:
    """One request in its environment."""

    def __init__(
        self,
        request: Request,
        env: Annotated[
            Literal["daily", "pre"],
            Query(description="环境, required: `daily` 日常 or `pre` 预发; separate data"),
        ],
    ) -> None:
        self.env = env
        self.operation = str(request.scope["route"].operation_id)
        self.args: Row = {k: v for k, v in request.query_params.items() if k != "env"}
        self.args.update(request.path_params)

    def took(self, body: BaseModel) -> None:
        """Keeps what was really sent, for the journal."""
        self.args.update(body.model_dump(mode="json", by_alias=True, exclude_unset=True))

    def fresh(self, kind: str, body: BaseModel) -> Row:
        """Fields of a record to be created, defaults filled in, in stored words."""
        self.took(body)
        return codes.to_stored(kind, body.model_dump())

    def changes(self, kind: str, body: BaseModel) -> Row:
        """Fields to be changed, in stored words; at least one is needed."""
        self.took(body)
        sent = body.model_dump(exclude_unset=True)
        out = codes.to_stored(kind, {k: v for k, v in sent.items() if v is not None})
        if not out:
            raise Refused(400, "nothing_to_change", "Give at least one field to change.")
        return out

    def get(self, kind: str, key: str) -> Row:
        """One record or a 404."""
        row = STORE.data[self.env][kind].get(key)
        if row is None:
            raise Refused(404, f"{kind}_not_found", f"No {kind} {key} in {self.env}.")
        return row

    def find(self, kind: str, /, **equal: object) -> list[Row]:
        """Records in order of id whose fields equal all values given (None = any)."""
        wanted = {field: value for field, value in equal.items() if value is not None}
        rows = STORE.data[self.env][kind].values()
        return [row for row in rows if all(row[f] == v for f, v in wanted.items())]

    def listing(self, kind: str, query: object, has: str = "name") -> list[Row]:
        """A list by a filter object: codes, equality, and `contains` on one field."""
        values = dict(vars(query))
        part = values.pop("contains", None)
        rows = self.find(kind, **codes.to_stored(kind, values))
        return [r for r in rows if part is None or part.lower() in str(r[has]).lower()]

    def add(self, kind: str, values: Row) -> Row:
        """Creates a record."""
        row = STORE.insert(self.env, kind, values)
        STORE.note(self.env, self.operation, self.args, kind, row)
        return row

    def put(self, kind: str, row: Row, /, **values: object) -> Row:
        """Changes a record."""
        row.update(values)
        STORE.note(self.env, self.operation, self.args, kind, row)
        return row

    def need(self, kind: str, row: Row, *allowed: str) -> None:
        """Refuses unless the record's state is one of the allowed ones."""
        if row["state"] not in allowed:
            now = codes.to_public(kind, "state", row["state"])
            must = " / ".join(codes.to_public(kind, "state", word) for word in allowed)
            detail = f"{kind} {row['id']} is {now}; it must be {must} for this."
            raise conflict("wrong_state", detail)

    def live(self, **equal: object) -> list[Row]:
        """Enrolments that hold a place: pending or confirmed."""
        return [row for row in self.find("enrolment", **equal) if row["state"] in LIVE]

    def paid(self, enrolment_id: str) -> int:
        """Sum of an enrolment's received payments."""
        rows = self.find("payment", enrolment_id=enrolment_id, state="received")
        return sum(int(row["amount"]) for row in rows)

    def active_teacher(self, teacher_id: str) -> Row:
        """The teacher, who must be on duty."""
        row = self.get("teacher", teacher_id)
        self.need("teacher", row, "active")
        return row


CallDep = Annotated[Call, Depends()]
