"""The present MCP over HTTP, where a request is one POST and there is no session to open.

This needs nothing of the SDK, whose import takes longer than all the rest of a short request.
Servers that do not speak this protocol, and stdio servers, are left to the SDK (`mcp_session`).
"""

import asyncio
import base64
import contextlib
import itertools
import json
import re
from collections.abc import AsyncGenerator, Callable
from typing import TYPE_CHECKING, cast

from tool_registry.base.types import JsonValue
from tool_registry.sources.entries import McpConfig, plain
from tool_registry.sources.mcp_http import http_client
from tool_registry.sources.rpc import BROKEN, NOT_SENT, TIMEOUT, Object, RpcError

if TYPE_CHECKING:
    import httpx2

VERSION = "2026-07-28"
ACKNOWLEDGING = 1.0
"""Seconds that a server gets to agree to tell of changes."""
_META = "io.modelcontextprotocol/"
_NAMED_BY = {"tools/call": "name", "resources/read": "uri"}
"""Methods whose subject stands in a header too, and the parameter that holds it."""
_PLAIN = re.compile(r"[!-~]([ -~]*[!-~])?")


class Posts:
    """Requests to one HTTP server."""

    def __init__(self, config: McpConfig, on_change: Callable[[], None]) -> None:
        self._config = config
        self._http: httpx2.AsyncClient | None = None
        self._numbers = itertools.count(1)
        self._capabilities: Object = {}
        self._on_change = on_change
        self._listening: asyncio.Task[None] | None = None

    async def speaks(self) -> bool:
        """True where the server speaks this version; RpcError(NOT_SENT) where none answers."""
        try:
            found = await self.request("server/discover", {}, self._config.connect_timeout)
        except RpcError as error:
            if error.code == NOT_SENT and not error.message.startswith("HTTP "):
                raise
            return False
        self._capabilities = _object(found.get("capabilities"))
        return VERSION in (found.get("supportedVersions") or [])

    def offers(self, capability: str) -> bool:
        """True where the server declared it."""
        return capability in self._capabilities

    async def request(self, method: str, params: Object, seconds: float) -> Object:
        """The result; RpcError for everything else."""
        number = next(self._numbers)
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": _stamped(params)}
        try:
            async with asyncio.timeout(seconds):
                answer = await self._post(number, message, _headers(method, params))
        except TimeoutError:
            raise RpcError(TIMEOUT, f"no answer within {seconds:g} s") from None
        error = _object(answer.get("error"))
        if error:
            raise RpcError(int(error.get("code", BROKEN)), str(error.get("message", "")))
        if not isinstance(answer.get("result"), dict):
            raise RpcError(BROKEN, "the answer does not keep to the protocol")
        return _object(answer["result"])

    async def listen(self) -> None:
        """From now on hears of changes of the list, where the server tells them."""
        tells = _object(self._capabilities.get("tools")).get("listChanged")
        if tells and (self._listening is None or self._listening.done()):
            told = asyncio.Event()
            self._listening = asyncio.create_task(self._listen(told))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(told.wait(), ACKNOWLEDGING)

    async def _listen(self, acknowledged: asyncio.Event) -> None:
        """Until the stream ends; what may have changed after a break is not told again."""
        import httpx2

        method, number = "subscriptions/listen", f"listen-{next(self._numbers)}"
        params = _stamped({"notifications": {"toolsListChanged": True}})
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        try:
            async with self._stream(message, _headers(method, params)) as response:
                async for told in _messages(response):
                    acknowledged.set()
                    if told.get("method") == "notifications/tools/list_changed":
                        self._on_change()
        except (RpcError, httpx2.HTTPError):
            return
        finally:
            if acknowledged.is_set():
                self._on_change()
            acknowledged.set()

    async def close(self) -> None:
        """Ends the HTTP client."""
        listening, self._listening = self._listening, None
        if listening is not None:
            listening.cancel()
            await asyncio.wait({listening})
        client, self._http = self._http, None
        if client is not None:
            await client.aclose()

    async def _post(self, number: int, message: Object, headers: dict[str, str]) -> Object:
        async with self._stream(message, headers) as response:
            if _is_stream(response):
                return await _answer_in_stream(response, number)
            return _parsed((await response.aread()).decode("utf-8", errors="replace"))

    @contextlib.asynccontextmanager
    async def _stream(
        self, message: Object, headers: dict[str, str]
    ) -> AsyncGenerator["httpx2.Response"]:
        url = self._config.url or ""
        if self._http is None:
            own = plain(self._config.headers)
            self._http = http_client(url, own, self._config.connect_timeout)
        body = json.dumps(message).encode()
        async with self._http.stream("POST", url, content=body, headers=headers) as response:
            yield response


def _is_stream(response: "httpx2.Response") -> bool:
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == "text/event-stream"


async def _answer_in_stream(response: "httpx2.Response", number: int) -> Object:
    """The answer among the server-sent events; what else is told on the way is left out."""
    async for message in _messages(response):
        if message.get("id") == number and ("result" in message or "error" in message):
            return message
    raise RpcError(BROKEN, "the connection ended without an answer")


async def _messages(response: "httpx2.Response") -> AsyncGenerator[Object]:
    """What the server-sent events hold, one after the other."""
    data: list[str] = []
    async for line in response.aiter_lines():
        if line.startswith("data:"):
            data.append(line.removeprefix("data:").removeprefix(" "))
        elif not line and data:
            told = "\n".join(data)
            data = []
            if told.strip():
                yield _parsed(told)


def _parsed(text: str) -> Object:
    try:
        message: JsonValue = json.loads(text)
    except (ValueError, RecursionError):
        raise RpcError(BROKEN, "the answer is no JSON") from None
    if not isinstance(message, dict):
        raise RpcError(BROKEN, "the answer does not keep to the protocol")
    return cast("Object", message)


def _stamped(params: Object) -> Object:
    about: Object = {
        f"{_META}protocolVersion": VERSION,
        f"{_META}clientInfo": {"name": "zhizao", "version": "1"},
        f"{_META}clientCapabilities": {},
    }
    return {**params, "_meta": {**_object(params.get("_meta")), **about}}


def _headers(method: str, params: Object) -> dict[str, str]:
    headers = {
        "accept": "application/json, text/event-stream",
        "content-type": "application/json",
        "mcp-protocol-version": VERSION,
        "mcp-method": method,
    }
    if method in _NAMED_BY:
        headers["mcp-name"] = _header_text(str(params[_NAMED_BY[method]]))
    return headers


def _header_text(value: str) -> str:
    """Text as a header can carry it; what it cannot is written in the protocol's base64 form."""
    if _PLAIN.fullmatch(value) and not value.startswith("=?base64?"):
        return value
    return f"=?base64?{base64.b64encode(value.encode()).decode()}?="


def _object(value: JsonValue) -> Object:
    return cast("Object", value) if isinstance(value, dict) else {}
