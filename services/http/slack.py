"""`/channels/slack`: what Slack calls where Socket Mode is not used."""

from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qsl

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from services.channels.dispatcher import Dispatcher
from services.channels.slack.place import NAME, VARIABLES
from services.channels.slack.signature import SIGNATURE, TIMESTAMP
from services.channels.wire import parsed
from services.errors import InvalidRequest, NotFound, Unauthenticated
from services.http.channels import channel_of, stated_once

if TYPE_CHECKING:  # its libraries are an extra
    from services.channels.slack.adapter import Slack

router = APIRouter(prefix="/channels/slack", tags=["channels"])
PATHS = ("/channels/slack/events", "/channels/slack/commands", "/channels/slack/interactivity")
BODY_BYTES = 1_000_000
"""A press brings the whole message that its button stands in."""
_FIELDS = 100


@router.post("/events")
async def events(request: Request) -> Response:
    """An event: acknowledged as soon as it is kept, answered once it was served."""
    adapter, dispatcher, body = await _signed(request)
    return _answer(await adapter.entrance.take("events_api", parsed(body), dispatcher))


@router.post("/commands")
async def commands(request: Request) -> Response:
    """A slash command. Slack's look at the certificate (`ssl_check`) is not signed."""
    told = _form(await request.body())
    if told.get("ssl_check") == "1":
        return Response()
    adapter, dispatcher, _ = await _signed(request)
    return _answer(await adapter.entrance.take("slash_commands", told, dispatcher))


@router.post("/interactivity")
async def interactivity(request: Request) -> Response:
    """A button, or a form that was sent."""
    adapter, dispatcher, body = await _signed(request)
    payload = parsed(_form(body).get("payload", ""), "payload")
    return _answer(await adapter.entrance.take("interactive", payload, dispatcher))


async def _signed(request: Request) -> tuple["Slack", Dispatcher, bytes]:
    """The body, of a request that Slack has signed; Unauthenticated for others."""
    found, dispatcher = channel_of(request, NAME, VARIABLES)
    adapter = cast("Slack", found)
    if not adapter.takes_requests:
        raise NotFound("channels.no_channel", channel=NAME, variables=VARIABLES)
    body = await request.body()
    if not adapter.is_signed(stated_once(request, TIMESTAMP, SIGNATURE), body):
        raise Unauthenticated("channels.bad_signature")
    return adapter, dispatcher, body


def _form(body: bytes) -> dict[str, str]:
    try:
        return dict(parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=_FIELDS))
    except ValueError as error:
        raise InvalidRequest("channels.bad_event", reason="form") from error


def _answer(told: dict[str, Any]) -> Response:
    return JSONResponse(told) if told else Response()
