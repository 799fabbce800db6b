"""`/api/preferences`: what the caller has set for all requests to come."""

from typing import Annotated

from fastapi import APIRouter, Body

from pipelines.runs.preferences import Preferences, preferences_of
from services.http.identity import Asking, Running
from services.http.live import Live
from services.preferences import set_preferences
from tool_registry.base.types import JsonValue

router = APIRouter(tags=["preferences"])


@router.get("/api/preferences")
async def preferences(live: Live, caller: Asking) -> Preferences:
    """The caller's preferences; null where nothing is set."""
    return preferences_of(live.system.store, caller)


@router.put("/api/preferences")
async def set_all(
    told: Annotated[dict[str, JsonValue], Body()], live: Live, caller: Running
) -> Preferences:
    """Sets all preferences at once: `environment`, `language` (zh, en), `approval` (always,
    destructive); null or absent unsets one. 422 for anything else, and for production."""
    system = live.system
    return set_preferences(system.store, caller, told, system.environments)
