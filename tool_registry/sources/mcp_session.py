"""MCP through the SDK, over stdio and over HTTP, of the present protocol and the older one.

One client is held open by a task of its own, and opened anew when it is gone. The SDK takes half a
second to import, so that happens only here and only when something is to be connected.
"""

import asyncio
import contextlib
import logging
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from typing import IO, TYPE_CHECKING, Any, cast

from tool_registry.base.redaction import mask_text
from tool_registry.sources.entries import McpConfig, plain
from tool_registry.sources.mcp_http import http_client
from tool_registry.sources.mcp_mending import mending
from tool_registry.sources.rpc import (
    BROKEN,
    CONNECTION_CLOSED,
    HEADER_MISMATCH,
    NOT_SENT,
    SESSION_LOST,
    TIMEOUT,
    Object,
    RpcError,
)

if TYPE_CHECKING:
    from mcp import Client
    from mcp.client import Transport
    from mcp_types import Request
    from pydantic import TypeAdapter

_ACKNOWLEDGING = 1.0
"""Seconds that a server gets to agree to tell of changes."""
_CLOSING = 6.0
"""Seconds that a stdio server gets to end before its task is cancelled."""
_GRACE = 1.0
"""Seconds beyond a request's limit until we stop waiting for the SDK to notice."""

logging.getLogger("mcp").addHandler(logging.NullHandler())


class Session:
    """At most one open client. Its task alone enters and leaves it, as the SDK demands."""

    def __init__(self, config: McpConfig, on_change: Callable[[], None]) -> None:
        self._config = config
        self._on_change = on_change
        self._opening = asyncio.Lock()
        self._client: Client | None = None
        self._task: asyncio.Task[None] | None = None
        self._leave = asyncio.Event()
        self._last_words = ""

    async def request(self, method: str, params: Object, seconds: float) -> Object:
        """The result; RpcError for everything else.

        A session that the server has forgotten is begun anew, since nothing has happened in it.
        """
        try:
            return await self._request(method, params, seconds)
        except RpcError as error:
            if error.code == SESSION_LOST:
                await self.close()
                return await self._request(method, params, seconds)
            if error.code == CONNECTION_CLOSED and self._config.command is not None:
                await self.close()
            if error.code != HEADER_MISMATCH:
                raise
        await self._learn_headers(seconds)
        return await self._request(method, params, seconds)

    def offers(self, capability: str) -> bool:
        """True where the server that is connected declares it."""
        declared = self._client.server_capabilities if self._client else None
        return getattr(declared, capability, None) is not None

    async def open(self) -> None:
        """Connects, if it is not connected; RpcError(NOT_SENT) says why that failed."""
        async with self._opening:
            held = self._task is not None and not self._task.done()
            if self._client is None or not held:
                self._client = await self._open()

    async def close(self) -> None:
        """Ends the connection, if there is one."""
        task, self._task, self._client = self._task, None, None
        if task is None:
            return
        self._leave.set()
        done, _ = await asyncio.wait({task}, timeout=_CLOSING)
        if not done:
            task.cancel()
            done, _ = await asyncio.wait({task}, timeout=_CLOSING)
        for ended in done:
            if not ended.cancelled():
                ended.exception()

    async def _request(self, method: str, params: Object, seconds: float) -> Object:
        await self.open()
        from mcp.shared.exceptions import MCPError
        from mcp_types import REQUEST_TIMEOUT
        from pydantic import ValidationError

        assert self._client is not None
        form, adapter = _forms()[method]
        request = form.model_validate({"method": method, "params": params})
        try:
            async with asyncio.timeout(seconds + _GRACE):
                found = await self._client.session.send_request(request, adapter, seconds)
        except MCPError as error:
            code = TIMEOUT if error.code == REQUEST_TIMEOUT else error.code
            raise RpcError(code, error.message) from error
        except (ValidationError, RuntimeError) as error:
            raise RpcError(BROKEN, "the answer does not keep to the protocol") from error
        except TimeoutError:
            raise RpcError(TIMEOUT, f"no answer within {seconds:g} s") from None
        return adapter.dump_python(found, mode="json", by_alias=True, exclude_none=True)

    async def _learn_headers(self, seconds: float) -> None:
        """Lists the tools, from which the SDK learns what has to stand in headers."""
        assert self._client is not None
        cursor: str | None = None
        async with asyncio.timeout(seconds):
            while True:
                page = await self._client.list_tools(cursor=cursor)
                if not page.next_cursor or page.next_cursor == cursor:
                    return
                cursor = page.next_cursor

    async def _open(self) -> "Client":
        await self.close()
        ready: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
        self._leave = asyncio.Event()
        self._task = task = asyncio.create_task(self._hold(ready, self._leave))
        limit = self._config.connect_timeout
        await asyncio.wait({task, ready}, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
        if ready.done():
            return ready.result()
        if not task.done():
            task.cancel()
            await self.close()
            raise RpcError(NOT_SENT, f"it did not answer within {limit:g} s")
        self._task = None
        error = None if task.cancelled() else task.exception()
        raise RpcError(NOT_SENT, self._reason(error)) from error

    async def _hold(self, ready: "asyncio.Future[Client]", leave: asyncio.Event) -> None:
        """Opens the client, hands it over, and keeps it until it is no longer wanted."""
        from mcp import Client

        async with contextlib.AsyncExitStack() as stack:
            file = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - entered below
            log = stack.enter_context(file)
            stack.callback(self._read_last_words, log)
            transport = await self._transport(stack, log)
            client = await stack.enter_async_context(
                Client(mending(transport), cache=None, message_handler=self._heard)
            )
            told = asyncio.Event()
            listening = asyncio.create_task(self._listen(client, told))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(told.wait(), _ACKNOWLEDGING)
            ready.set_result(client)
            await leave.wait()
            listening.cancel()

    async def _heard(self, message: object) -> None:
        """What a server of the older protocol tells unasked."""
        from mcp_types import ToolListChangedNotification

        if isinstance(message, ToolListChangedNotification):
            self._on_change()

    async def _listen(self, client: "Client", told: asyncio.Event) -> None:
        """Asks a server of the present protocol to tell when its list changes; `told` once it
        has agreed, or will not."""
        from mcp.client.subscriptions import ListenNotSupportedError, SubscriptionLost
        from mcp.shared.exceptions import MCPError

        declared = client.server_capabilities.tools
        try:
            if declared is not None and declared.list_changed:
                async with client.listen(tools_list_changed=True) as events:
                    told.set()
                    async for _ in events:
                        self._on_change()
        except (ListenNotSupportedError, MCPError):
            return
        except SubscriptionLost:
            self._on_change()
        finally:
            told.set()

    async def _transport(self, stack: contextlib.AsyncExitStack, log: IO[str]) -> "Transport":
        config = self._config
        if config.url is None:
            from mcp.client.stdio import StdioServerParameters, stdio_client

            env = plain(config.env)
            server = StdioServerParameters(
                command=config.command or "", args=list(config.args), env=env, cwd=config.cwd
            )
            return stdio_client(server, errlog=log)  # type: ignore[arg-type]
        from mcp.client.streamable_http import streamable_http_client

        client = http_client(config.url, plain(config.headers), config.connect_timeout)
        await stack.enter_async_context(client)
        return streamable_http_client(config.url, http_client=client)

    def _read_last_words(self, log: IO[str]) -> None:
        log.seek(0)
        lines = [line.strip() for line in log.read().splitlines() if line.strip()]
        self._last_words = mask_text(lines[-1][:300]) if lines else ""

    def _reason(self, error: BaseException | None) -> str:
        """The first cause, in words, with the last line that a stdio server wrote about it."""
        while isinstance(error, BaseExceptionGroup):
            error = cast("BaseExceptionGroup[BaseException]", error).exceptions[0]
        if isinstance(error, FileNotFoundError):
            reason = "there is no such command"
        elif isinstance(error, OSError):
            reason = error.strerror or str(error)
        else:
            reason = str(error).strip().partition("\n")[0] or "it cannot be reached"
        return f"{reason}; it said: {self._last_words}" if self._last_words else reason


@cache
def _forms() -> "Mapping[str, tuple[type[Request[Any, Any]], TypeAdapter[Any]]]":
    """The SDK's types of the requests that we make, and of what comes back."""
    import mcp_types as types
    from pydantic import TypeAdapter

    called = types.CallToolResult | types.InputRequiredResult
    forms: dict[str, tuple[type[Request[Any, Any]], Any]] = {
        "tools/list": (types.ListToolsRequest, types.ListToolsResult),
        "tools/call": (types.CallToolRequest, called),
        "resources/list": (types.ListResourcesRequest, types.ListResourcesResult),
        "resources/read": (types.ReadResourceRequest, types.ReadResourceResult),
    }
    return {method: (form, TypeAdapter(result)) for method, (form, result) in forms.items()}
