"""`/api/limits`: by which limits the service runs."""

from fastapi import APIRouter

from services.http.identity import Asking
from services.http.live import Live
from services.in_force import Rule, in_force

router = APIRouter(prefix="/api", tags=["people"])


@router.get("/limits")
async def limits(live: Live, caller: Asking) -> list[Rule]:
    """The limits and rules in force, each with the variable that changes it; no secrets."""
    return in_force(live.system.settings)
