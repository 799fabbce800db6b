"""`/api/conversations` and `/api/data`: what was said, and what it left behind."""

from typing import Annotated

from fastapi import APIRouter, Query

from pipelines.messages import Language
from pipelines.messages.labels import entity_label
from services.conversations import Conversation, Turn, conversations, turns
from services.data import DataRow, Left, data_rows, left_in
from services.http.identity import Asking
from services.http.live import Live
from services.http.registry_view import Spoken
from services.requests import environment_named
from tool_registry.catalogue import Catalogue

router = APIRouter(tags=["conversations"])
Limit = Annotated[int, Query(ge=1, le=500, description="How many at most.")]


@router.get("/api/conversations")
async def list_conversations(
    live: Live,
    caller: Asking,
    limit: Limit = 50,
    q: Annotated[str, Query(max_length=200, description="Looked for in what was said.")] = "",
) -> list[Conversation]:
    """The caller's conversations, the latest first."""
    return conversations(live.system.store, caller, limit, q)


@router.get("/api/conversations/{session_id}")
async def conversation(session_id: str, live: Live, caller: Asking) -> list[Turn]:
    """Messages and answers of one conversation, in order; none of somebody else's."""
    return turns(live.system.store, caller, session_id)


@router.get("/api/conversations/{session_id}/left")
async def left(session_id: str, live: Live, caller: Asking) -> list[Left]:
    """The runs of one conversation that changed something: whether that can be undone, or is."""
    system = live.system
    catalogue = (await system.road(caller)).catalogue
    return left_in(system.store, catalogue, caller, session_id)


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
