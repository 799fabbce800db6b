"""`/channels/dingtalk`: what DingTalk calls where Stream mode is not used."""

from fastapi import APIRouter, Request

from services.channels.dingtalk.adapter import VARIABLES, DingTalk
from services.channels.dispatcher import Dispatcher
from services.channels.wire import parsed
from services.errors import Unauthenticated
from services.http.channels import adapter_of, stated_once

router = APIRouter(prefix="/channels/dingtalk", tags=["channels"])
_EMPTY = {"msgtype": "empty"}
"""The answer comes on its own."""


@router.post("/messages")
async def messages(request: Request) -> dict[str, str]:
    """A message to the bot: acknowledged as soon as it is kept, answered once it was served."""
    adapter, dispatcher, body = await _signed(request)
    await dispatcher.receive(adapter.intake.message(body, dispatcher.clock.now()))
    return _EMPTY


@router.post("/cards")
async def cards(request: Request) -> dict[str, str]:
    """A button of a card."""
    adapter, dispatcher, body = await _signed(request)
    await dispatcher.receive(adapter.intake.pressed(body, dispatcher.clock.now()))
    return {}


async def _signed(request: Request) -> tuple[DingTalk, Dispatcher, object]:
    """The body, of a request that DingTalk has signed; Unauthenticated for others."""
    adapter, dispatcher = adapter_of(request, DingTalk, VARIABLES)
    if not adapter.is_signed(stated_once(request, "timestamp", "sign")):
        raise Unauthenticated("channels.bad_signature")
    return adapter, dispatcher, parsed(await request.body())
