"""`/healthz`: the process answers. `/readyz`: it can do its work. `/metrics`: what it served."""

from typing import Literal

from fastapi import APIRouter
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from pydantic import BaseModel

from services.http.live import Live
from services.identity import needs_login

router = APIRouter(tags=["health"])


class Readiness(BaseModel):
    """How the service is; the reasons by part, where nobody has to log in."""

    status: Literal["ready", "degraded", "not ready"]
    problems: dict[str, str] | None = None
    degraded: dict[str, str] | None = None


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """Always ok: the process is up."""
    return {"status": "ok"}


@router.get("/readyz", responses={200: {"model": Readiness}, 503: {"model": Readiness}})
async def readyz(live: Live) -> JSONResponse:
    """200 when the store can be written and every source can be reached, else 503 and why.

    `degraded`: what the service does without for now. Where people log in, only they are told why.
    """
    health = await live.system.health()
    status = "not ready" if health.blocking else "degraded" if health.degraded else "ready"
    body: dict[str, object] = {"status": status}
    if not needs_login(live.system.settings):
        body |= {"problems": health.blocking, "degraded": health.degraded}
    return JSONResponse(body, 503 if health.blocking else 200)


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(live: Live) -> PlainTextResponse:
    """Counters of this process for Prometheus: requests, and what their models were asked."""
    assert live.system.counters is not None, "the application gives it some at its start"
    text = live.system.counters.text()
    return PlainTextResponse(text, media_type=CONTENT_TYPE_PLAIN_0_0_4)
