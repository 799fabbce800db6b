"""`/api/choices`: what the caller has chosen for which words."""

from fastapi import APIRouter

from pipelines.runs.chosen import Example, examples, forget_choice
from services.callers import local_caller
from services.errors import NotFound
from services.http.live import Live

router = APIRouter(tags=["choices"])


@router.get("/api/choices")
async def chosen(live: Live) -> list[Example]:
    """The caller's own, the latest first: words without values, and the tools they stand for."""
    system = live.system
    return examples(system.store, local_caller(system.settings))


@router.delete("/api/choices/{id}", status_code=204)
async def forget(id: str, live: Live) -> None:
    """Takes one back; 404 where the caller has none of that id."""
    system = live.system
    if not forget_choice(system.store, local_caller(system.settings), id):
        raise NotFound("choices.no_example", id=id)
