"""The protocol's own machinery over our operations: both versions, both bindings."""

import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, TypeAlias

from a2a.server.context import ServerCallContext
from a2a.server.jsonrpc_models import JSONParseError
from a2a.server.request_handlers.response_helpers import build_error_response
from a2a.server.routes.jsonrpc_dispatcher import JsonRpcDispatcher
from a2a.server.routes.rest_dispatcher import RestDispatcher
from a2a.utils.error_handlers import build_rest_error_payload
from a2a.utils.errors import A2AError, InvalidRequestError
from fastapi import Request, Response
from fastapi.responses import JSONResponse
from google.protobuf.json_format import ParseError
from sse_starlette import EventSourceResponse

from pipelines.messages import say
from services.a2a.asked import PRINCIPAL, Contexts
from services.a2a.handler import Handler
from services.a2a.running import Running
from services.http.failing import spoken
from services.identity import Principal
from tool_registry.base.types import as_list, as_object

Serve: TypeAlias = Callable[[Request], Awaitable[Response]]
Follow: TypeAlias = Callable[[Request, ServerCallContext], AsyncIterator[dict[str, Any]]]
_PARTING = 2.0
"""Seconds that what runs has when the service ends."""
_DEEP = 60
"""Levels of a body; a form of ours has six."""
RUN_METHODS = frozenset(
    {
        "SendMessage",
        "SendStreamingMessage",
        "CancelTask",
        "CreateTaskPushNotificationConfig",
        "DeleteTaskPushNotificationConfig",
        "message/send",
        "message/stream",
        "tasks/cancel",
        "tasks/pushNotificationConfig/set",
        "tasks/pushNotificationConfig/delete",
    }
)
"""What takes the permission to run; the rest only looks."""


class _Broken(Exception):
    """A body that nothing can be read from; the text says why."""


class Agent:
    """Serves requests of the protocol."""

    def __init__(self, running: Running) -> None:
        # These can only be imported behind the routes, which import them themselves.
        from a2a.compat.v0_3.rest_adapter import REST03Adapter
        from a2a.compat.v0_3.rest_handler import REST03Handler

        # The package logs each request that is wrong, with a traceback; ours logs what is ours.
        logging.getLogger("a2a").setLevel(logging.CRITICAL)
        handler, contexts = Handler(running), Contexts()
        self._rpc = JsonRpcDispatcher(handler, contexts, True, _PARTING)
        self._rest = RestDispatcher(handler, contexts, _PARTING)
        self._old = REST03Adapter(handler, contexts, _PARTING).routes()
        old, sends, follows = (
            REST03Handler(handler),
            "/v1/message:stream",
            "/v1/tasks/{id}:subscribe",
        )
        self._old[sends, "POST"] = partial(_streamed, old.on_message_send_stream, contexts)
        for method in ("GET", "POST"):
            self._old[follows, method] = partial(_streamed, old.on_subscribe_to_task, contexts)

    async def rpc(self, request: Request, principal: Principal) -> Response:
        """JSON-RPC; NotPermitted, a 403, for a method that the key is not for."""
        try:
            body = _checked(await request.body())
        except _Broken as error:
            told = JSONParseError(message=_told(request, error))
            return JSONResponse(build_error_response(None, told))
        method = as_object(body).get("method")
        if isinstance(method, str) and method in RUN_METHODS:
            principal.must("run")
        setattr(request.state, PRINCIPAL, principal)
        return await self._rpc.handle_requests(request)

    async def rest(self, name: str, request: Request, principal: Principal) -> Response:
        """An operation of HTTP+JSON of version 1.0, by the name of the dispatcher's method."""
        serve: Serve = getattr(self._rest, name)
        return await self._plain(serve, request, principal)

    async def old_rest(
        self, path: str, method: str, request: Request, principal: Principal
    ) -> Response:
        """The same of version 0.3, by its path there."""
        serve: Serve = self._old[path, method]
        return await self._plain(serve, request, principal)

    async def _plain(self, serve: Serve, request: Request, principal: Principal) -> Response:
        try:
            content = await request.body()
            if content.strip() and not isinstance(_checked(content), dict):
                raise _Broken("an object is expected")
        except _Broken as error:
            payload = build_rest_error_payload(InvalidRequestError(_told(request, error)))
            return JSONResponse(payload, 400)
        setattr(request.state, PRINCIPAL, principal)
        return await serve(request)


async def _streamed(follow: Follow, contexts: Contexts, request: Request) -> Response:
    """A stream of version 0.3. The package's own breaks off the connection where it cannot begin;
    here that is an answer, as in version 1.0."""
    stream = follow(request, contexts.build(request))
    try:
        first = await anext(stream)
    except (A2AError, ParseError) as error:
        payload = build_rest_error_payload(error)
        return JSONResponse(payload, payload["error"]["code"])

    async def told() -> AsyncIterator[dict[str, str]]:
        yield {"data": json.dumps(first)}
        try:
            async for one in stream:
                yield {"data": json.dumps(one)}
        except A2AError as error:
            yield {"data": json.dumps(build_rest_error_payload(error)), "event": "error"}

    return EventSourceResponse(told(), shutdown_grace_period=_PARTING)


def _checked(content: bytes) -> Any:
    """The body's JSON; _Broken for what the package would stumble over."""
    try:
        body: Any = json.loads(content)
        _check(body, _DEEP)
    except (ValueError, RecursionError) as error:
        raise _Broken(str(error)) from error
    return body


def _check(value: Any, depth: int) -> None:
    if depth == 0:
        raise _Broken("it is nested too deep")
    if isinstance(value, str):
        value.encode()  # UnicodeEncodeError, a ValueError, for halves of characters
    for key, inner in as_object(value).items():
        key.encode()
        _check(inner, depth - 1)
    for inner in as_list(value):
        _check(inner, depth - 1)


def _told(request: Request, error: _Broken) -> str:
    return say(spoken(request), "a2a.bad_body", reason=str(error)[:200])
