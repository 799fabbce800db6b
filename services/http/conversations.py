"""`/api/conversations` and `/api/data`: what was said, and what it left behind."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field

from pipelines.messages import Language
from pipelines.messages.labels import entity_label
from pipelines.runs.history import TITLE
from services.conversations import (
    Conversation,
    Sentence,
    Turn,
    change_conversation,
    conversations,
    delete_conversation,
    sentences,
    turns,
)
from services.data import DataRow, Left, data_rows, left_in
from services.http.identity import Asking, Running
from services.http.live import Live
from services.http.registry_view import Spoken
from services.requests import environment_named
from tool_registry.catalogue import Catalogue

router = APIRouter(tags=["conversations"])
Limit = Annotated[int, Query(ge=1, le=500, description="How many at most.")]


class Changing(BaseModel):
    """What is to be otherwise with a conversation; absent: as it is."""

    model_config = ConfigDict(extra="forbid")

    title: str | None = Field(default=None, max_length=TITLE, description="Empty: no own title.")
    pinned: bool | None = None


class Deleted(BaseModel):
    """Which one it was."""

    session_id: str


@router.get("/api/conversations")
async def list_conversations(
    live: Live,
    caller: Asking,
    limit: Limit = 50,
    q: Annotated[str, Query(max_length=200, description="Looked for in what was said.")] = "",
) -> list[Conversation]:
    """The caller's conversations, the pinned before the latest."""
    return conversations(live.system.store, caller, limit, q)


@router.get("/api/conversations/{session_id}")
async def conversation(session_id: str, live: Live, caller: Asking) -> list[Turn]:
    """Messages and answers of one conversation, in order; none of somebody else's."""
    return turns(live.system.store, caller, session_id)


@router.get("/api/said")
async def said(live: Live, caller: Asking, limit: Limit = 50) -> list[Sentence]:
    """What the caller asked for last, each sentence once, the newest first."""
    return sentences(live.system.store, caller, limit)


@router.patch("/api/conversations/{session_id}")
async def change(session_id: str, body: Changing, live: Live, caller: Running) -> Conversation:
    """Names and pins a conversation; 404 where the caller has none of that id."""
    store = live.system.store
    return change_conversation(store, caller, session_id, body.title, body.pinned)


@router.delete("/api/conversations/{session_id}")
async def delete(session_id: str, live: Live, caller: Running) -> Deleted:
    """Takes a conversation out of the caller's history; what it made stays in `/api/data`. 404
    where the caller has none of that id, 409 while it runs or waits for its time."""
    delete_conversation(live.system.store, caller, session_id)
    return Deleted(session_id=session_id)


@router.get("/api/conversations/{session_id}/left")
async def left(session_id: str, live: Live, caller: Asking, language: Spoken) -> list[Left]:
    """The runs of one conversation that changed something: whether that can be undone, or is; what
    stays, and why."""
    system = live.system
    catalogue = (await system.road(caller)).catalogue
    return left_in(system.store, catalogue, caller, session_id, language)


class LabelledRow(DataRow):
    """A row with its names as the reader calls them."""

    entity_label: str
    environment_label: str


@router.get("/api/data")
async def data(
    live: Live,
    caller: Asking,
    language: Spoken,
    limit: Limit = 100,
    environment: Annotated[str | None, Query(description="Only in this environment.")] = None,
) -> list[LabelledRow]:
    """What the caller's requests made or changed and what is not undone, the latest first."""
    system = live.system
    catalogue = (await system.road(caller)).catalogue
    name = environment_named(environment, catalogue.environments)
    rows = data_rows(system.store, catalogue, caller, limit, name)
    return [_labelled(row, catalogue, language) for row in rows]


def _labelled(row: DataRow, catalogue: Catalogue, language: Language) -> LabelledRow:
    return LabelledRow(
        **row.model_dump(),
        entity_label=entity_label(catalogue.lexicon, row.entity, language),
        environment_label=catalogue.environments.label(row.environment, language),
    )
