"""For authors of tools: what runs did with each tool."""

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

from pipelines.messages import Language
from services.governing import RegistryView, pool_of
from services.insights.listing import FailedIn
from services.workshop.listing import edited_of, is_mine, owners, title_now
from tool_registry.model import ToolEssentialModel
from tool_registry.stores.rows import Usage


class Row(BaseModel):
    """Base of what is listed: immutable."""

    model_config = ConfigDict(frozen=True)


class ToolUse(Row):
    """What all runs together did with one tool; times in seconds since 1970."""

    tool: str
    title: str
    author: str = ""
    """As its description or a person says; empty where nobody does, or it is out of use."""
    candidate: int
    """In so many requests it came into question."""
    chosen: int
    calls: int
    success: float | None
    """Share of its calls that succeeded, 0 to 1; None before the first."""
    mean_ms: float | None
    last_used_at: float | None
    failed: int = 0
    last_failure: str | None = None
    """Kind and code of the last failure."""
    last_failed_at: float | None = None
    mine: bool = False
    """True for a tool of the caller's own source or space."""
    failed_in: str | None = None
    """The caller's last conversation in which a call of it failed; nobody else's."""
    failed_in_deleted: bool = False
    """True where that was deleted since: there is nothing to open."""


async def tool_uses(
    registry_view: RegistryView, language: Language, failed_in: Mapping[str, FailedIn]
) -> list[ToolUse]:
    """Every tool that the caller sees, the most called first.

    `failed_in`: tool → conversation of the caller's in which it failed."""
    pool = await pool_of(registry_view.registry, registry_view.caller)
    tools = pool.tools if pool else dict[str, ToolEssentialModel]()
    edits = edited_of(registry_view)
    used = {
        one.tool: one for one in registry_view.registry.stores.usage.visible(registry_view.caller)
    }
    own = owners(registry_view)
    rows = [
        _use(
            used.get(id, Usage(tool=id)),
            title_now(one, tools.get(id), edits.get(id, {}), language),
        ).model_copy(
            update={
                "author": (tools[id].author if id in tools else None) or "",
                "mine": is_mine(registry_view, one, own),
                **_failed_in(failed_in.get(id)),
            }
        )
        for one in registry_view.known
        for id in (one.raw.id,)
    ]
    return sorted(rows, key=lambda row: (-row.calls, -row.candidate, row.tool))


def _failed_in(where: FailedIn | None) -> dict[str, object]:
    if where is None:
        return {}
    return {"failed_in": where.session_id, "failed_in_deleted": where.deleted}


def _use(usage: Usage, title: str) -> ToolUse:
    calls = usage.succeeded + usage.failed
    return ToolUse(
        tool=usage.tool,
        title=title,
        candidate=usage.candidate,
        chosen=usage.chosen,
        calls=calls,
        success=usage.succeeded / calls if calls else None,
        mean_ms=usage.mean_latency_ms,
        last_used_at=usage.last_used_at,
        failed=usage.failed,
        last_failure=usage.last_failure,
        last_failed_at=usage.last_failed_at,
    )
