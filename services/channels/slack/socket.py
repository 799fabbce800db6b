"""Socket Mode: Slack's envelopes over a WebSocket that the service opens.

slack_sdk's own client (3.48, on aiohttp) was tried against a gateway that refused one address, and
not taken: it never connected again, since it tries the same address for ever, which Slack gives for
one connection; and it pauses as long whether Slack is gone for a second or for an hour. The
WebSocket is aiohttp's, which its Web API client stands on as well."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp

from services.channels.outbox import NotDelivered
from services.channels.reconnecting import keep_connected
from services.channels.slack.api import Api
from services.channels.wire import fields
from services.errors import ServiceError, Unavailable

_LOG = logging.getLogger(__name__)
_LARGEST = 1 << 22
_PING = 30.0

Handle = Callable[[str, object], Awaitable[dict[str, Any]]]
"""Takes an envelope's type and payload, and says what to acknowledge it with; ServiceError where it
could not be taken."""


async def listen(api: Api, handle: Handle) -> None:
    """Connects, and again whenever a connection ends, until it is cancelled."""
    errors = (NotDelivered, aiohttp.ClientError, OSError, TimeoutError, ValueError)
    await keep_connected("Slack's Socket Mode", lambda: _connected(api, handle), errors)


async def _connected(api: Api, handle: Handle) -> None:
    """One connection, until it ends."""
    opening = api.session.ws_connect(await api.socket(), max_msg_size=_LARGEST, heartbeat=_PING)
    async with opening as socket, asyncio.TaskGroup() as envelopes:
        async for message in socket:
            if message.type is not aiohttp.WSMsgType.TEXT:
                continue
            told = _envelope(str(message.data))
            if told.get("type") == "disconnect":
                _LOG.info("Slack wants another connection: %s", told.get("reason"))
                return
            if isinstance(told.get("envelope_id"), str):
                envelopes.create_task(_answer(socket, told, handle))


async def _answer(
    socket: aiohttp.ClientWebSocketResponse, told: dict[str, Any], handle: Handle
) -> None:
    """Acknowledges an envelope once what it brings is kept; one that is not comes again."""
    payload: dict[str, Any] = {}
    try:
        payload = await handle(str(told.get("type")), told.get("payload"))
    except Unavailable as error:
        _LOG.warning("an envelope of Slack was not kept, it comes again: %s", error.key)
        return
    except ServiceError as error:
        _LOG.warning("an envelope of Slack was not taken: %s", error.key)
    ack = {"envelope_id": told["envelope_id"], **({"payload": payload} if payload else {})}
    try:
        await socket.send_str(json.dumps(ack))
    except (aiohttp.ClientError, OSError) as error:
        _LOG.info("an acknowledgement did not leave, the envelope comes again: %s", error)


def _envelope(raw: str) -> dict[str, Any]:
    try:
        return fields(json.loads(raw))
    except (ValueError, RecursionError):
        return {}
