"""`/api/workshop`: what an author of tools works with beside `/api/tools` and `/api/submissions`.

A tool of a space that the caller does not see is answered like one that does not exist.
"""

from typing import Annotated

from fastapi import APIRouter, Query

from services.http.identity import Acting
from services.http.registry_view import Spoken, ViewedRegistry
from services.workshop.comparing import Rival, rivals_of
from services.workshop.form import Form, form_of
from services.workshop.listing import Asked, Bench, WorkList, bench, work_list
from tool_registry.base.caller import Scope
from tool_registry.stores.rows import ToolStatus

router = APIRouter(prefix="/api/workshop", tags=["workshop"])


@router.get("")
async def overview(registry_view: ViewedRegistry, acting: Acting) -> Bench:
    """Who works here, how much there is, and where the caller may register and decide."""
    return await bench(registry_view, "tools" in acting.permissions)


@router.get("/tools")
async def tools(
    registry_view: ViewedRegistry,
    language: Spoken,
    q: Annotated[str, Query(max_length=200, description="Words of id, title or summary.")] = "",
    mine: Annotated[bool, Query(description="Only what the caller has registered.")] = False,
    status: ToolStatus | None = None,
    scope: Scope | None = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> WorkList:
    """The tools that the caller sees, each in a few words, in use or not."""
    asked = Asked(q, mine, status, scope)
    return await work_list(registry_view, asked, limit, offset, language)


@router.get("/form/{tool_id:path}")
async def form(tool_id: str, registry_view: ViewedRegistry, language: Spoken) -> Form:
    """How a tool was understood: each field with who filled it, how surely, and what it may be.
    A field is set by `PATCH /api/tools/{tool_id}`."""
    return await form_of(registry_view, registry_view.one(tool_id), language)


@router.get("/rivals/{tool_id:path}")
async def rivals(tool_id: str, registry_view: ViewedRegistry, language: Spoken) -> list[Rival]:
    """The tools with the same name, or with a meaning that is close, side by side with it."""
    return await rivals_of(registry_view, registry_view.one(tool_id), language)
