"""HTTP under an MCP client: every failure becomes an answer to the one request that it hit.

The SDK lets a transport error end the whole connection, and with it whatever else is under way on
it. Here each request gets its own error instead, with a code that says whether the request left.
"""

import json
from collections.abc import AsyncIterator
from functools import cache
from typing import TYPE_CHECKING

from tool_registry.base.http import guarded_client, guarded_transport, never_left
from tool_registry.base.http_addresses import Allowance
from tool_registry.sources.rpc import BROKEN, NOT_SENT, SESSION_LOST

if TYPE_CHECKING:
    import httpx2

_LIMIT = 32 * 1024 * 1024
"""Bytes of one answer; what is longer is cut off and cannot be read."""
_REQUEST_TIMEOUT = 408
_NOT_FOUND = 404


def http_client(url: str, headers: dict[str, str], connect_timeout: float) -> "httpx2.AsyncClient":
    """A client for the server at `url`, whose naming allows exactly its host and port.

    Time for an answer is limited by each call, not here."""
    return guarded_client(
        url,
        Allowance.of([url]),
        connect_timeout,
        headers=headers,
        transport=_transport_class(),
    )


@cache
def _transport_class() -> "type[httpx2.AsyncHTTPTransport]":
    """Made late, since its base class comes with a library that takes long to import."""
    import httpx2

    class Stream(httpx2.AsyncByteStream):
        """The bytes of an answer; a connection that breaks or sends too much just ends."""

        def __init__(self, inner: httpx2.AsyncByteStream) -> None:
            self._inner = inner

        def __aiter__(self) -> AsyncIterator[bytes]:
            return _until_it_breaks(self._inner)

        async def aclose(self) -> None:
            await self._inner.aclose()

    class Transport(guarded_transport()):
        """The guarded transport, with errors turned into answers."""

        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            try:
                response = await super().handle_async_request(request)
            except httpx2.TransportError as error:
                code = NOT_SENT if isinstance(error, never_left()) else BROKEN
                return _error(request, code, str(error) or type(error).__name__)
            refusal = _refusal(request, response)
            if refusal is not None:
                await response.aclose()
                return _error(request, refusal, f"HTTP {response.status_code}")
            assert isinstance(response.stream, httpx2.AsyncByteStream)
            response.stream = Stream(response.stream)
            return response

    return Transport


async def _until_it_breaks(chunks: "httpx2.AsyncByteStream") -> AsyncIterator[bytes]:
    import httpx2

    received = 0
    try:
        async for chunk in chunks:
            received += len(chunk)
            if received > _LIMIT:
                return
            yield chunk
    except httpx2.TransportError:
        return


def _refusal(request: "httpx2.Request", response: "httpx2.Response") -> int | None:
    """The code for an answer that is an error of HTTP alone; None for one that can be read."""
    status = response.status_code
    if status == _NOT_FOUND and "mcp-session-id" in request.headers:
        return SESSION_LOST
    told = response.headers.get("content-type", "").lower().startswith("application/json")
    if status < 400 or told:
        return None
    return NOT_SENT if status < 500 and status != _REQUEST_TIMEOUT else BROKEN


def _error(request: "httpx2.Request", code: int, message: str) -> "httpx2.Response":
    """An error answer as an MCP server would send it; the SDK puts in the request's id."""
    import httpx2

    error = {"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": message}}
    return httpx2.Response(
        503,
        headers={"content-type": "application/json"},
        content=json.dumps(error).encode(),
        request=request,
    )
