"""`/api/choices`: what the caller has chosen for which words."""

from fastapi import APIRouter

from pipelines.runs.chosen import Example, examples, forget_choice
from services.errors import NotFound
from services.http.identity import Asking, Running
from services.http.live import Live

router = APIRouter(tags=["choices"])


@router.get("/api/choices")
async def chosen(live: Live, caller: Asking) -> list[Example]:
    """The caller's own, the latest first: words without values, and the tools they stand for."""
    return examples(live.system.store, caller)


@router.delete("/api/choices/{id}", status_code=204)
async def forget(id: str, live: Live, caller: Running) -> None:
    """Takes one back; 404 where the caller has none of that id."""
    if not forget_choice(live.system.store, caller, id):
        raise NotFound("choices.no_example", id=id)
