"""A ticket tracker's HTTP API, as a program: lists by POST, changes by PATCH, nested bodies."""

import json
from typing import Annotated, Any, Literal

from fastapi import Body, Depends, FastAPI, HTTPException, Path
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, ConfigDict, Field

from tests.resources.serving import serve, watched

Row = dict[str, Any]
Status = Literal["open", "in-progress", "closed"]
Priority = Literal["low", "normal", "high"]
Mail = Annotated[str, Field(pattern=r"^\S+@\S+$", json_schema_extra={"format": "email"})]
LOG: list[Row] = []
PEOPLE: list[Row] = []
TAGS: list[Row] = [{"key": "T1", "label": "urgent"}, {"key": "T2", "label": "net/vpn"}]
TICKETS: list[Row] = []


def _person(number: int, name: str, mail: str) -> Row:
    return {"id": number, "full-name": name, "e-mail": f"{mail}@desk.example"}


def _ticket(number: int, subject: str, status: str, day: int, **more: Any) -> Row:
    own = {"id": number, "subject": subject, "status": status, "priority": "normal"}
    empty: Row = {"reporter": {"id": 2}, "assignee-id": None, "parent-id": None, "tags": []}
    details = {"details": {"text": "", "due-date": None, "contact-mail": None}}
    return {**own, **empty, **details, "created-at": f"2031-03-{day:02}T08:00:00Z", **more}


def _first() -> None:
    LOG.clear()
    people = [("Anna Kim", "anna"), ("Bob Lee", "bob"), ("Sam Roe", "sam.a"), ("Sam Roe", "sam.b")]
    PEOPLE[:] = [_person(number, *told) for number, told in enumerate(people, 1)]
    TICKETS[:] = [
        _ticket(11, "printer broken", "open", 9, **{"assignee-id": 1}),
        _ticket(12, "office move", "open", 3, tags=["T1"]),
        _ticket(13, "no VPN", "closed", 5),
        _ticket(14, "slow laptop", "closed", 7),
        _ticket(15, "new badge", "in-progress", 8),
        _ticket(16, "new badge", "open", 4),
    ]


_first()
app = FastAPI(title="Tracker")


class Model(BaseModel):
    model_config = ConfigDict(populate_by_name=True)


class PersonRef(Model):
    id: int = Field(description="Id of the person")


class Person(Model):
    id: int
    full_name: str = Field(alias="full-name")
    e_mail: Mail = Field(alias="e-mail")


class PersonIn(Model):
    full_name: str = Field(alias="full-name")
    e_mail: Mail = Field(alias="e-mail")


class Tag(Model):
    key: str
    label: str


class Details(Model):
    text: str = ""
    due_date: str | None = Field(None, alias="due-date", json_schema_extra={"format": "date"})
    contact_mail: Mail | None = Field(None, alias="contact-mail")


class TicketIn(Model):
    subject: str
    priority: Priority = "normal"
    details: Details = Field(default_factory=lambda: Details.model_validate({}))
    reporter: PersonRef
    assignee_id: int | None = Field(None, alias="assignee-id", description="Person who works on it")
    parent_id: int | None = Field(None, alias="parent-id", description="Ticket that it is part of")


class TicketPatch(Model):
    subject: str | None = None
    status: Status | None = None
    priority: Priority | None = None
    details: Details | None = None
    assignee_id: int | None = Field(None, alias="assignee-id", description="Person who works on it")
    parent_id: int | None = Field(None, alias="parent-id", description="Ticket that it is part of")


class Ticket(Model):
    id: int
    subject: str
    status: Status
    priority: Priority
    details: Details
    reporter: PersonRef
    assignee_id: int | None = Field(alias="assignee-id")
    parent_id: int | None = Field(alias="parent-id")
    tags: list[str] = Field(description="Keys of its tags")
    created_at: str = Field(alias="created-at", json_schema_extra={"format": "date-time"})


class Filter(Model):
    status: Status | None = None
    assignee_id: int | None = Field(None, alias="assignee-id")


class Search(Model):
    filter: Filter = Field(default_factory=lambda: Filter.model_validate({}))
    page: int = 1


class Hits(Model):
    total: int
    hits: list[Ticket]


class Comment(Model):
    id: int
    text: str


class CommentIn(Model):
    text: str = Field(description="What is said")


def _noted(what: str, **told: Any) -> None:
    LOG.append({"did": what, **told})


def _one(number: int) -> Row:
    for row in TICKETS:
        if row["id"] == number:
            return row
    raise HTTPException(404, f"no ticket {number}")


@app.get("/people", operation_id="listPeople", summary="People")
async def list_people() -> list[Person]:
    return [Person(**row) for row in PEOPLE]


@app.post("/people", operation_id="addPerson", summary="Add a person", status_code=201)
async def add_person(body: PersonIn) -> Person:
    row: Row = {"id": len(PEOPLE) + 1, **body.model_dump(by_alias=True)}
    PEOPLE.append(row)
    _noted("person made", **row)
    return Person(**row)


@app.get("/tags", operation_id="listTags", summary="Tags")
async def list_tags() -> dict[Literal["tags"], list[Tag]]:
    return {"tags": [Tag(**row) for row in TAGS]}


@app.post("/tickets/search", operation_id="searchTickets", summary="Search tickets")
async def search_tickets(body: Annotated[Search, Body()]) -> Hits:
    wanted = body.filter.model_dump(by_alias=True, exclude_none=True)
    found = [row for row in TICKETS if all(row[key] == value for key, value in wanted.items())]
    return Hits(total=len(found), hits=[Ticket(**row) for row in found[5 * (body.page - 1) :][:5]])


Number = Annotated[int, Path(alias="ticket_id")]


@app.get("/tickets/{ticket_id}", operation_id="getTicket", summary="A ticket")
async def get_ticket(number: Number) -> Ticket:
    return Ticket(**_one(number))


@app.post("/tickets", operation_id="openTicket", summary="Open a ticket", status_code=201)
async def open_ticket(body: TicketIn) -> Ticket:
    own = body.model_dump(by_alias=True)
    row: Row = {"id": 11 + len(TICKETS), **own, "status": "open", "tags": []}
    TICKETS.append({**row, "created-at": "2031-04-01T08:00:00Z"})
    _noted("ticket made", **row)
    return Ticket(**TICKETS[-1])


@app.patch("/tickets/{ticket_id}", operation_id="patchTicket", summary="Change a ticket")
async def patch_ticket(number: Number, body: TicketPatch) -> Ticket:
    change = body.model_dump(by_alias=True, exclude_unset=True)
    row = _one(number)
    details = {**row["details"], **change.get("details", {})}
    row.update({**change, "details": details})
    _noted("ticket changed", id=number, change=change)
    return Ticket(**row)


@app.delete(
    "/tickets/{ticket_id}", operation_id="deleteTicket", summary="Delete a ticket", status_code=204
)
async def delete_ticket(number: Number) -> None:
    TICKETS.remove(_one(number))
    _noted("ticket deleted", id=number)


def _tagged(number: Number, tag: Annotated[str, Path(alias="tag_key")]) -> tuple[Row, str]:
    if tag not in [one["key"] for one in TAGS]:
        raise HTTPException(404, f"no tag {tag}")
    return _one(number), tag


Tagged = Annotated[tuple[Row, str], Depends(_tagged)]
_TAGGED = "/tickets/{ticket_id}/tags/{tag_key}"


@app.put(_TAGGED, operation_id="tagTicket", summary="Put a tag on a ticket", status_code=204)
async def tag_ticket(both: Tagged) -> None:
    row, tag = both
    row["tags"] = [*row["tags"], tag]
    _noted("tagged", id=row["id"], tag=tag)


@app.delete(_TAGGED, operation_id="untagTicket", summary="Take a tag off", status_code=204)
async def untag_ticket(both: Tagged) -> None:
    row, tag = both
    row["tags"] = [one for one in row["tags"] if one != tag]
    _noted("untagged", id=row["id"], tag=tag)


@app.get("/tickets/{ticket_id}/comments", operation_id="listComments", summary="Comments")
async def list_comments(number: Number) -> list[Comment]:
    _one(number)
    return []


@app.post(
    "/tickets/{ticket_id}/comments", operation_id="addComment", summary="Comment", status_code=201
)
async def add_comment(number: Number, body: CommentIn) -> Comment:
    _one(number)
    _noted("comment made", id=number, text=body.text)
    return Comment(id=1, text=body.text)


def _document() -> Row:
    """The document with hyphens in the names of its parameters, which the framework cannot have."""
    plain = json.dumps(get_openapi(title=app.title, version="1", routes=app.routes))
    return json.loads(plain.replace("ticket_id", "ticket-id").replace("tag_key", "tag-key"))


app.openapi = _document


watched(app, LOG, _first)

if __name__ == "__main__":
    serve(app)
