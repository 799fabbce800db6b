"""HTTP to an agent under our rules: judged addresses, credentials for its own origin alone, a limit
of size. The protocol's package brings another HTTP library than ours; the rules are the same."""

from collections.abc import AsyncIterator, Mapping

import httpx

from tool_registry.base.http import MEGABYTE, NotAllowed, allowed_addresses, origin_or_none
from tool_registry.base.http_addresses import Allowance

NEVER_LEFT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
    httpx.LocalProtocolError,
)
"""Errors after which no agent can have seen the request."""
_LIMIT = 8 * MEGABYTE


class TooLarge(httpx.ReadError):
    """An answer that is longer than anything that is read."""


def http_client(
    url: str, headers: Mapping[str, str], allowance: Allowance, connect_timeout: float
) -> httpx.AsyncClient:
    """A client for the agent at `url`. Time for an answer is limited by each call, not here."""
    timeout = httpx.Timeout(None, connect=connect_timeout, write=connect_timeout)
    transport = _Transport(url, headers, allowance)
    return httpx.AsyncClient(timeout=timeout, transport=transport, trust_env=False)


class _Transport(httpx.AsyncHTTPTransport):
    """Connects to judged addresses only, and keeps no connection for the next request."""

    def __init__(self, url: str, headers: Mapping[str, str], allowance: Allowance) -> None:
        super().__init__(limits=httpx.Limits(max_keepalive_connections=0))
        self._home = origin_or_none(url)
        self._headers = dict(headers)
        self._allowance = allowance

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The answer; ConnectError where the address is not called."""
        if origin_or_none(str(request.url)) == self._home:
            request.headers.update(self._headers)
        try:
            allowed = await allowed_addresses(str(request.url), self._allowance)
        except (NotAllowed, ValueError) as error:
            raise httpx.ConnectError(str(error)) from error
        response = await self._first(request, allowed)
        assert isinstance(response.stream, httpx.AsyncByteStream)
        response.stream = _Limited(response.stream)
        return response

    async def _first(self, request: httpx.Request, addresses: list[str]) -> httpx.Response:
        for address in addresses[:-1]:
            try:
                return await super().handle_async_request(_pinned(request, address))
            except (httpx.ConnectError, httpx.ConnectTimeout):
                continue
        return await super().handle_async_request(_pinned(request, addresses[-1]))


class _Limited(httpx.AsyncByteStream):
    """The bytes of an answer, as far as they are read."""

    def __init__(self, inner: httpx.AsyncByteStream) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        received = 0
        async for chunk in self._inner:
            received += len(chunk)
            if received > _LIMIT:
                raise TooLarge(f"answers with more than {_LIMIT // MEGABYTE} MB")
            yield chunk

    async def aclose(self) -> None:
        """Ends it."""
        await self._inner.aclose()


def _pinned(request: httpx.Request, address: str) -> httpx.Request:
    """The request to that address, with the name kept for `Host` and the certificate."""
    return httpx.Request(
        request.method,
        request.url.copy_with(host=address),
        headers=request.headers,
        stream=request.stream,
        extensions={**request.extensions, "sni_hostname": request.url.host},
    )
