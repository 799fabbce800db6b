"""`/api/memory`: what is remembered of the caller beyond one conversation."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field

from pipelines.messages.labels import entity_label
from pipelines.runs.long_term_memory import NAME, LongTermMemory
from pipelines.runs.reservations import Reservation, Reservations
from services.errors import NotFound
from services.http.identity import Asking, Running
from services.http.live import Live
from services.http.registry_view import Spoken
from services.memory import MemoryEntry, MemoryView, entry_view, memory_view
from services.recalling import likeness
from tool_registry.base.beside_loop import beside_loop

router = APIRouter(tags=["memory"])


class Naming(BaseModel):
    """What the caller calls an entry."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(max_length=NAME, description="Empty: no name. A named entry is kept longest.")


class Reserved(Reservation):
    """A reserved thing with its names as the reader calls them."""

    entity_label: str
    environment_label: str


class Released(BaseModel):
    """What was given back."""

    id: str


class Forgotten(BaseModel):
    """What was forgotten."""

    entries: int


@router.get("/api/memory")
async def remembered(
    live: Live,
    caller: Asking,
    language: Spoken,
    q: Annotated[str, Query(max_length=200, description="Looked for by words and meaning.")] = "",
) -> MemoryView:
    """The caller's own entries of the first project, what weighs most first."""
    system = live.system
    catalogue = (await system.view(caller)).catalogue
    memory = LongTermMemory(system.store)
    return await beside_loop(lambda: memory_view(memory, caller, catalogue, language, q, likeness))


@router.patch("/api/memory/{id}")
async def rename(
    id: str, body: Naming, live: Live, caller: Running, language: Spoken
) -> MemoryEntry:
    """Gives an entry the caller's own name; 404 where the caller has none of that id."""
    system = live.system
    kept = LongTermMemory(system.store).rename(caller, id, body.name.strip())
    if kept is None:
        raise NotFound("memory.no_entry", id=id)
    catalogue = (await system.view(caller)).catalogue
    return entry_view(kept, catalogue, language)


@router.delete("/api/memory/{id}")
async def forget(id: str, live: Live, caller: Running) -> Forgotten:
    """Forgets one entry; 404 where the caller has none of that id."""
    gone = LongTermMemory(live.system.store).forget(caller, [id])
    if not gone:
        raise NotFound("memory.no_entry", id=id)
    return Forgotten(entries=gone)


@router.delete("/api/memory")
async def forget_all(live: Live, caller: Running) -> Forgotten:
    """Forgets all of the caller's entries, in every project."""
    return Forgotten(entries=LongTermMemory(live.system.store).forget(caller))


@router.get("/api/reservations")
async def reserved(live: Live, caller: Asking, language: Spoken) -> list[Reserved]:
    """Things that are reserved for the caller, the latest first: others' searches skip them."""
    catalogue = (await live.system.view(caller)).catalogue
    return [
        Reserved(
            **one.model_dump(),
            entity_label=entity_label(catalogue.lexicon, one.entity, language),
            environment_label=catalogue.environments.label(one.environment, language),
        )
        for one in Reservations(live.system.store).of(caller)
    ]


@router.delete("/api/reservations/{id}")
async def release(id: str, live: Live, caller: Running) -> Released:
    """Gives one back, so that others can find it; 404 where it is not reserved for the caller."""
    if not Reservations(live.system.store).release(caller, id):
        raise NotFound("memory.no_reservation", id=id)
    return Released(id=id)
