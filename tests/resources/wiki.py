"""A wiki's HTTP API, as a program: records in envelopes, names with slashes, whole documents."""

from typing import Annotated, Any, Literal

from fastapi import FastAPI, HTTPException, Path, Query
from pydantic import BaseModel, Field

from tests.resources.serving import serve, watched

Row = dict[str, Any]
State = Literal["draft", "published", "archived"]
LOG: list[Row] = []


def _to(kind: str, id: str | None) -> Row:
    return {"data": None if id is None else {"type": kind, "id": id}}


def _page(slug: str, title: str, state: str, revision: int, parent: str | None = None) -> Row:
    told = {"title": title, "body": f"About {title}", "state": state, "labels": ["ops"]}
    links = {"space": _to("space", "sp-1"), "parent": _to("page", parent)}
    told = {**told, "revision": revision, "edited_at": f"2031-05-0{revision}T10:00:00Z"}
    return {"type": "page", "id": slug, "attributes": told, "relationships": links}


PAGES: list[Row] = []
SPACES: list[Row] = [
    {"type": "space", "id": "sp-1", "attributes": {"name": "Operations", "visibility": "team"}},
    {"type": "space", "id": "sp-2", "attributes": {"name": "Field/Sites", "visibility": "all"}},
]


def _first() -> None:
    LOG.clear()
    PAGES[:] = [
        _page("ops/home", "Home", "published", 1),
        _page("ops/on-call", "On call", "draft", 4, "ops/home"),
        _page("ops/old-disks", "Old disks", "archived", 2, "ops/home"),
        _page("ops/old-racks", "Old racks", "archived", 3, "ops/home"),
    ]


_first()
app = FastAPI(title="Wiki")


class SpaceAttributes(BaseModel):
    name: str
    visibility: Literal["team", "all"] = "team"


class Space(BaseModel):
    type: Literal["space"] = "space"
    id: str
    attributes: SpaceAttributes


class SpaceRef(BaseModel):
    type: Literal["space"] = "space"
    id: str


class PageRef(BaseModel):
    type: Literal["page"] = "page"
    id: str


class ToSpace(BaseModel):
    data: SpaceRef


class ToPage(BaseModel):
    data: PageRef | None = None


class Links(BaseModel):
    space: ToSpace
    parent: ToPage = ToPage()


class PageAttributes(BaseModel):
    title: str
    body: str = Field("", description="Text of the page")
    state: State = Field("draft", description="draft 草稿 / published 已发布 / archived 已归档")
    labels: list[str] = []


class PageShown(PageAttributes):
    revision: int
    edited_at: str = Field(json_schema_extra={"format": "date-time"})


class Page(BaseModel):
    type: Literal["page"] = "page"
    id: str = Field(description="Slug of the page, such as team/plan")
    attributes: PageShown
    relationships: Links


class PageIn(BaseModel):
    type: Literal["page"] = "page"
    id: str = Field(description="Slug of the page, such as team/plan")
    attributes: PageAttributes
    relationships: Links


class Pages(BaseModel):
    data: list[Page]


class OnePage(BaseModel):
    data: Page


class OnePageIn(BaseModel):
    data: PageIn


class Spaces(BaseModel):
    data: list[Space]


Slug = Annotated[str, Path(description="Slug of the page")]


def _at(slug: str) -> int:
    for place, row in enumerate(PAGES):
        if row["id"] == slug:
            return place
    raise HTTPException(404, f"no page {slug}")


@app.get("/api/spaces", operation_id="spaces.index", summary="Spaces")
async def spaces() -> Spaces:
    return Spaces(data=[Space(**row) for row in SPACES])


@app.get("/api/pages", operation_id="pages.index", summary="Pages")
async def pages(state: Annotated[State | None, Query(alias="filter[state]")] = None) -> Pages:
    found = [row for row in PAGES if state in (None, row["attributes"]["state"])]
    return Pages(data=[Page(**row) for row in found])


@app.post("/api/pages", operation_id="pages.store", summary="New page", status_code=201)
async def store(body: OnePageIn) -> OnePage:
    row = body.data.model_dump()
    LOG.append({"did": "page made", **row})
    row["attributes"] |= {"revision": 1, "edited_at": "2031-06-01T10:00:00Z"}
    PAGES.append(row)
    return OnePage(data=Page(**row))


@app.get("/api/pages/{slug:path}", operation_id="pages.show", summary="A page")
async def show(slug: Slug) -> OnePage:
    return OnePage(data=Page(**PAGES[_at(slug)]))


@app.put("/api/pages/{slug:path}", operation_id="pages.update", summary="Replace a page")
async def replace(slug: Slug, body: OnePageIn) -> OnePage:
    place, row = _at(slug), body.data.model_dump()
    LOG.append({"did": "page replaced", "slug": slug, **row})
    revision = PAGES[place]["attributes"]["revision"] + 1
    row["attributes"] |= {"revision": revision, "edited_at": "2031-06-02T10:00:00Z"}
    PAGES[place] = row
    return OnePage(data=Page(**row))


@app.delete("/api/pages/{slug:path}", operation_id="pages.destroy", status_code=204)
async def destroy(slug: Slug) -> None:
    PAGES.pop(_at(slug))
    LOG.append({"did": "page deleted", "slug": slug})


watched(app, LOG, _first)

if __name__ == "__main__":
    serve(app)
