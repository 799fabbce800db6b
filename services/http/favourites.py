"""`/api/favourites`: the requests that the caller keeps to say them again."""

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from pipelines.runs.favourites import NAME, TEXT, Favourite, Favourites
from services.errors import NotFound
from services.favourites import keep_favourite
from services.http.identity import Asking, Running, own_run
from services.http.live import Live
from services.reading import names_folder
from services.restating import Restated, Restating

router = APIRouter(tags=["favourites"])


class Keeping(BaseModel):
    """A request to keep."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(max_length=TEXT, description="`{{what}}` is a blank, filled each time.")
    name: str = Field(default="", max_length=NAME)
    environment: str | None = Field(default=None, max_length=64, description="None: as said.")
    replaces: str | None = Field(
        default=None, max_length=32, description="Id of the one that is worded anew."
    )


class Id(BaseModel):
    """Which one it was."""

    id: str


@router.get("/api/favourites")
async def favourites(live: Live, caller: Asking) -> list[Favourite]:
    """The caller's own, what is used most first."""
    return Favourites(live.system.store).of(caller)


@router.get("/api/favourites/of/{run_id}")
async def of_run(run_id: str, live: Live, caller: Asking) -> Restated:
    """What a run did, in one sentence that does the same in a conversation of its own; `whole` is
    false where there is none, and the first message is given. 404 where the caller has no such
    run."""
    system = live.system
    run = own_run(live, caller, run_id)
    catalogue, folder = await system.catalogue(caller), names_folder(system.settings)
    return await Restating(system.store, catalogue, system.finder, folder).of(run)


@router.post("/api/favourites")
async def keep(body: Keeping, live: Live, caller: Running) -> Favourite:
    """Keeps a request; one with the same words takes the new name and environment. 422 without
    words, with a secret, for production, and for more than 200."""
    system = live.system
    told = (body.text, body.name, body.environment)
    kept = Favourites(system.store)
    return keep_favourite(kept, caller, told, system.environments, body.replaces)


@router.post("/api/favourites/{id}/use")
async def use(id: str, live: Live, caller: Running) -> Id:
    """Counts that it was said again; 404 where the caller has none of that id."""
    if not Favourites(live.system.store).use(caller, id):
        raise NotFound("history.no_favourite", id=id)
    return Id(id=id)


@router.delete("/api/favourites/{id}")
async def drop(id: str, live: Live, caller: Running) -> Id:
    """Keeps it no longer; 404 where the caller has none of that id."""
    if not Favourites(live.system.store).drop(caller, id):
        raise NotFound("history.no_favourite", id=id)
    return Id(id=id)
