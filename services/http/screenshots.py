"""`/api/screenshots`: a picture as words, which the person then edits and sends as any request."""

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from services.errors import RateLimited
from services.http.identity import Asking, Running
from services.http.live import Live
from services.settings import read_access
from services.vision import SENT_BYTES, read_screenshot, vision_model

router = APIRouter(tags=["screenshots"])
PATH = "/api/screenshots"
BODY_BYTES = SENT_BYTES


class Screenshot(BaseModel):
    """A picture."""

    model_config = ConfigDict(extra="forbid")

    image: str = Field(description="PNG, JPEG or WebP of at most 4 MB, in base64.")


class Words(BaseModel):
    """What was seen: nothing is done with it before somebody sends it."""

    text: str


class Sight(BaseModel):
    """Whether pictures can be read."""

    model: str | None = Field(description="The model that reads them; null: there is none.")


@router.get(PATH)
async def sight(live: Live, caller: Asking) -> Sight:
    """Which model reads screenshots, if any."""
    return Sight(model=vision_model(live.system.settings, read_access()))


@router.post(PATH)
async def read(body: Screenshot, live: Live, caller: Running) -> Words:
    """Reads a screenshot; 422 without a model that sees. Counts as one request of its user."""
    system = live.system
    rate = system.settings.request_rate
    if rate:
        wait = await system.buckets.take(f"requests:{caller.tenant}/{caller.user}", rate)
        if wait:
            raise RateLimited("services.rate_limited", wait, limit=rate)
    return Words(text=await read_screenshot(system.settings, read_access(), body.image))
