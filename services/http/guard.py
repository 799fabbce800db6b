"""What is refused before anything is read: foreign hosts and pages, and bodies that are too big.

A web page of anybody can make a browser send requests to this machine (DNS rebinding, CSRF)."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.http.failing import failure


class HostGuard:
    """Lets through only requests whose Host, and Origin if there is one, is an allowed name."""

    def __init__(self, app: ASGIApp, allowed: tuple[str, ...]) -> None:
        self.app = app
        self.allowed = frozenset(name.casefold() for name in allowed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers 421 for a foreign Host and 403 for a foreign Origin."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        if not self._allows(f"//{host}"):
            response = failure(request, 421, "services.host", host=host)
        elif origin is not None and not self._allows(origin):
            response = failure(request, 403, "services.origin", origin=origin)
        else:
            await self.app(scope, receive, send)
            return
        await response(scope, receive, send)

    def _allows(self, address: str) -> bool:
        if "*" in self.allowed:
            return True
        try:
            name = urlsplit(address).hostname or ""
        except ValueError:
            return False
        return name in self.allowed or f"[{name}]" in self.allowed


class BodyLimit:
    """Reads a body as far as the limit of its path and answers 413 beyond it."""

    def __init__(self, app: ASGIApp, limit: int, wider: Mapping[str, int]) -> None:
        self.app = app
        self.limit = limit
        self.wider = wider

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hands the whole body on as one message."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = self.wider.get(str(scope.get("path")), self.limit)
        body = await self._read(receive, limit)
        if body is None:
            request = Request(scope)
            response = failure(request, 413, "services.text_too_big", limit=limit)
            await response(scope, receive, send)
            return
        await self.app(scope, replay(body, receive), send)

    async def _read(self, receive: Receive, limit: int) -> bytes | None:
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if len(body) > limit:
                return None
            if not message.get("more_body", False):
                return body


def replay(body: bytes, receive: Receive) -> Receive:
    """The body as it was read, once, then whatever the server says (that the client has gone)."""
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return pending.pop() if pending else await receive()

    return again
