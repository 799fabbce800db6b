"""HTTP to addresses that configuration or documents name, and to no others.

A name is resolved once, each address judged (`http_addresses`), and the connection made to that
very address, with the name kept for the `Host` header and the certificate. Redirects are never
followed by themselves; size and time of an answer are limited.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from tool_registry.base.http_addresses import Allowance, endpoint

if TYPE_CHECKING:
    import ssl

    import httpx2

Resolve = Callable[[str, int], Awaitable[list[str]]]
"""Host and port → its addresses as texts; OSError where there are none."""
MEGABYTE = 1024 * 1024
_REDIRECTS = (301, 302, 303, 307, 308)


class HttpFailure(Exception):
    """No answer that can be used. The message is a sentence's part for a person."""

    def __init__(self, message: str, *, sent: bool, code: str | None = None) -> None:
        super().__init__(message)
        self.sent = sent
        """False where the request provably never reached a server."""
        self.code = code


@dataclass(frozen=True)
class Answer:
    """What came back, whole."""

    status: int
    headers: Mapping[str, str]
    """By name in lower case."""
    content: bytes
    url: str


class Http:
    """Requests under one allowance. No connection outlives its request."""

    def __init__(
        self,
        allowance: Allowance,
        *,
        connect_timeout: float = 10.0,
        limit: int = 8 * MEGABYTE,
        keep_cookies: bool = False,
        resolve: Resolve | None = None,
    ) -> None:
        self._options = (allowance, connect_timeout, resolve)
        self._limit = limit
        self._keep_cookies = keep_cookies
        self._clients: dict[str, httpx2.AsyncClient] = {}
        """By scheme: plain HTTP needs no certificates, and reading them takes time."""

    @property
    def cookies(self) -> Mapping[str, str]:
        """What the servers asked to keep; empty where cookies are not kept."""
        return {
            name: value for one in self._clients.values() for name, value in one.cookies.items()
        }

    async def send(self, method: str, url: str, *, seconds: float, **content: Any) -> Answer:
        """One request, redirects not followed; HttpFailure where nothing readable comes.

        `content`: httpx's `headers`, `params`, `content`, `json`, `data` and `files`.
        """
        import httpx2

        client = self._client(url)
        try:
            async with asyncio.timeout(seconds):
                return await self._sent(client, method, url, content)
        except TimeoutError:
            raise HttpFailure(
                f"no answer within {seconds:g} s", sent=True, code="TIMEOUT"
            ) from None
        except (httpx2.TransportError, httpx2.InvalidURL) as error:
            sent = not isinstance(error, (*never_left(), httpx2.InvalidURL))
            code = None if sent else "NOT_SENT"
            raise HttpFailure(str(error) or type(error).__name__, sent=sent, code=code) from error
        except httpx2.DecodingError as error:
            raise HttpFailure(f"the answer cannot be unpacked: {error}", sent=True) from error
        finally:
            if not self._keep_cookies:
                client.cookies.clear()

    async def fetch(self, url: str, *, seconds: float, hops: int = 3, **content: Any) -> Answer:
        """A GET that follows a few redirects, each under the same rules.

        What goes with it (headers, cookies) stays at the origin that it was meant for."""
        for _ in range(hops + 1):
            answer = await self.send("GET", url, seconds=seconds, **content)
            target = answer.headers.get("location")
            if answer.status not in _REDIRECTS or not target:
                return answer
            there = urljoin(url, target)
            if origin_or_none(there) != origin_or_none(url):
                content = {}
            url = there
        raise HttpFailure(f"more than {hops} redirects", sent=True)

    async def close(self) -> None:
        """Forgets cookies and ends the client."""
        clients, self._clients = self._clients, {}
        for client in clients.values():
            await client.aclose()

    def _client(self, url: str) -> "httpx2.AsyncClient":
        scheme = url.partition(":")[0].lower()
        if scheme not in self._clients:
            allowance, connect, resolve = self._options
            self._clients[scheme] = guarded_client(url, allowance, connect, resolve=resolve)
        return self._clients[scheme]

    async def _sent(
        self, client: "httpx2.AsyncClient", method: str, url: str, content: dict[str, Any]
    ) -> Answer:
        async with client.stream(method, url, follow_redirects=False, **content) as response:
            parts: list[bytes] = []
            size = 0
            async for part in response.aiter_bytes():
                size += len(part)
                if size > self._limit:
                    most = self._limit / MEGABYTE
                    raise HttpFailure(
                        f"the answer is longer than {most:g} MB", sent=True, code="TOO_LARGE"
                    )
                parts.append(part)
            headers = {name.lower(): value for name, value in response.headers.items()}
            return Answer(response.status_code, headers, b"".join(parts), url)


def endpoint_or_none(url: str) -> tuple[str, int] | None:
    """Host and port of a web address; None for anything else."""
    try:
        return endpoint(url)
    except ValueError:
        return None


def origin_or_none(url: str) -> tuple[str, str, int] | None:
    """Scheme, host and port of a web address; None for anything else."""
    where = endpoint_or_none(url)
    return (url.partition(":")[0].lower(), *where) if where else None


def guarded_client(
    url: str,
    allowance: Allowance,
    connect_timeout: float,
    *,
    headers: Mapping[str, str] | None = None,
    transport: "type[httpx2.AsyncHTTPTransport] | None" = None,
    resolve: Resolve | None = None,
) -> "httpx2.AsyncClient":
    """A client for servers like that at `url`. Time for an answer is limited by each call."""
    import httpx2

    timeout = httpx2.Timeout(None, connect=connect_timeout, write=connect_timeout)
    made: Any = transport or guarded_transport()
    return httpx2.AsyncClient(
        headers=dict(headers or {}),
        timeout=timeout,
        transport=made(_trust(url), allowance, resolve or addresses_of),
    )


def never_left() -> tuple[type[Exception], ...]:
    """Errors after which no server can have seen the request."""
    import httpx2

    return (
        httpx2.ConnectError,
        httpx2.ConnectTimeout,
        httpx2.PoolTimeout,
        httpx2.ProxyError,
        httpx2.UnsupportedProtocol,
        httpx2.LocalProtocolError,
    )


async def addresses_of(host: str, port: int) -> list[str]:
    """What the system resolves the host to, best first."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]).partition("%")[0] for entry in found))


class NotAllowed(Exception):
    """An address that is not called; the message is a sentence's part for a person."""


async def allowed_addresses(
    url: str, allowance: Allowance, resolve: Resolve = addresses_of
) -> list[str]:
    """The addresses of an http or https URL that may be connected to; NotAllowed where none may,
    ValueError for another URL."""
    host, port = endpoint(url)
    try:
        found = await resolve(host, port)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise NotAllowed(f"{host}: {reason}") from error
    reasons = {one: allowance.refusal(host, port, ip_address(one)) for one in found}
    allowed = [one for one, reason in reasons.items() if reason is None]
    if not allowed:
        raise NotAllowed(next(iter(reasons.values()), None) or f"{host} has no address")
    return allowed


@cache
def guarded_transport() -> "type[httpx2.AsyncHTTPTransport]":
    """Made late, since its base class comes with a library that takes long to import."""
    import ssl

    import httpx2

    class Transport(httpx2.AsyncHTTPTransport):
        """Connects to judged addresses only.

        No connection is kept for the next request: one that the server has closed meanwhile would
        leave that request's outcome unknown.
        """

        def __init__(
            self, trust: ssl.SSLContext | bool, allowance: Allowance, resolve: Resolve
        ) -> None:
            super().__init__(verify=trust, limits=httpx2.Limits(max_keepalive_connections=0))
            self._allowance = allowance
            self._resolve = resolve

        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            allowed = await self._allowed(request.url)
            for address in allowed[:-1]:
                try:
                    return await super().handle_async_request(_pinned(request, address))
                except (httpx2.ConnectError, httpx2.ConnectTimeout):
                    continue
            return await super().handle_async_request(_pinned(request, allowed[-1]))

        async def _allowed(self, url: httpx2.URL) -> list[str]:
            if url.scheme not in ("http", "https"):
                raise httpx2.UnsupportedProtocol(f"'{url.scheme}' is not http or https")
            try:
                return await allowed_addresses(str(url), self._allowance, self._resolve)
            except NotAllowed as error:
                raise httpx2.ConnectError(str(error)) from error

    return Transport


def _pinned(request: "httpx2.Request", address: str) -> "httpx2.Request":
    """The request to that address, with the name kept for `Host` and the certificate."""
    import httpx2

    extensions = {**request.extensions, "sni_hostname": request.url.host}
    return httpx2.Request(
        request.method,
        request.url.copy_with(host=address),
        headers=request.headers,
        stream=request.stream,
        extensions=extensions,
    )


def _trust(url: str) -> "ssl.SSLContext | bool":
    """The usual certificates; none for plain HTTP, where reading them would only take time."""
    import ssl

    plain = url.lower().startswith("http:")
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if plain else True
