"""Stream mode: DingTalk's frames over a WebSocket that the service opens.

The official package delivers a frame that comes twice to its handler twice, and connects again at
once, without end, where the server closes the connection (0.24.3); so this is our own."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import quote

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidURI, WebSocketException

from services.channels.dingtalk.api import Api
from services.channels.outbox import NotDelivered
from services.channels.reconnecting import keep_connected
from services.channels.wire import fields
from services.errors import ServiceError
from tool_registry.base.types import JsonValue

_LOG = logging.getLogger(__name__)
MESSAGES = "/v1.0/im/bot/messages/get"
CARDS = "/v1.0/card/instances/callback"
_LARGEST = 1 << 20

Handle = Callable[[str, object], Awaitable[None]]
"""Takes a topic and its data; ServiceError where it could not be kept."""


async def listen(api: Api, handle: Handle) -> None:
    """Connects, and again whenever a connection ends, until it is cancelled."""
    errors = (NotDelivered, OSError, WebSocketException, TimeoutError)
    await keep_connected("DingTalk's stream", lambda: _connected(api, handle), errors)


async def _connected(api: Api, handle: Handle) -> None:
    """One connection, until it ends."""
    topics: JsonValue = [{"type": "CALLBACK", "topic": topic} for topic in (MESSAGES, CARDS)]
    told = await api.connection(topics)
    address = f"{told.get('endpoint')}?ticket={quote(str(told.get('ticket')), safe='')}"
    try:
        opening = connect(address, max_size=_LARGEST, ping_interval=60.0)
    except InvalidURI as error:
        raise NotDelivered(f"no address to connect to: {error}") from error
    async with opening as socket, asyncio.TaskGroup() as frames:
        async for raw in socket:
            frame = fields(_json(raw))
            if frame.get("type") == "SYSTEM" and _topic(frame) == "disconnect":
                return
            frames.create_task(_answer(socket, frame, handle))


async def _answer(socket: ClientConnection, frame: dict[str, Any], handle: Handle) -> None:
    """Acknowledges a frame once what it brings is kept; one that is not comes again."""
    data: object = _json(frame.get("data"))
    answer: object = {"response": None}
    try:
        if frame.get("type") == "SYSTEM":
            answer = data
        elif frame.get("type") == "CALLBACK":
            await handle(_topic(frame), data)
        code, message = 200, "OK"
    except ServiceError as error:
        _LOG.warning("a frame of DingTalk was not taken: %s", error.key)
        code, message = (500 if error.key == "channels.not_stored" else 400), error.key
    headers = {"contentType": "application/json", "messageId": _header(frame, "messageId")}
    ack = {"code": code, "headers": headers, "message": message, "data": json.dumps(answer)}
    try:
        await socket.send(json.dumps(ack))
    except WebSocketException as error:
        _LOG.info("an acknowledgement did not leave, the frame comes again: %s", error)


def _json(raw: object) -> object:
    try:
        return json.loads(raw) if isinstance(raw, str | bytes) else None
    except (ValueError, RecursionError):
        return None


def _topic(frame: dict[str, Any]) -> str:
    return _header(frame, "topic")


def _header(frame: dict[str, Any], name: str) -> str:
    found = fields(frame.get("headers")).get(name)
    return found if isinstance(found, str) else ""
