"""Who asks by this protocol, and how a request of theirs is refused."""

import functools
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from a2a.auth.user import UnauthenticatedUser, User
from a2a.server.context import ServerCallContext
from a2a.server.routes.common import ServerCallContextBuilder
from a2a.types import Message
from a2a.utils.errors import A2AError, InternalError, InvalidParamsError, TaskNotFoundError
from a2a.utils.proto_utils import validate_proto_required_fields
from fastapi import Request

from pipelines.messages import Language
from services.a2a.intake import text_of
from services.errors import KNOWN, sentence, wire
from services.http.failing import speak, spoken
from services.identity import Principal
from tool_registry.base.caller import Caller
from tool_registry.stores.rows import Permission

F = TypeVar("F", bound=Callable[..., Any])
PRINCIPAL = "a2a_principal"
"""Where a request's principal stands in its state."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request."""

    principal: Principal
    request: Request

    @property
    def caller(self) -> Caller:
        """Who asks."""
        return self.principal.caller

    @property
    def language(self) -> Language:
        """In which they are spoken to."""
        return spoken(self.request)

    @property
    def base_url(self) -> str:
        """Where they reach the service."""
        return str(self.request.base_url)

    @property
    def version(self) -> str:
        """Of the protocol that they speak: `0.3` or `1.0`."""
        told = self.request.headers.get("a2a-version", "")
        return "1.0" if told.startswith("1") else "0.3"


class Contexts(ServerCallContextBuilder):
    """Hands the request, and who asks, to the handler."""

    def build(self, request: Request) -> ServerCallContext:
        """The context of one call."""
        user: User = UnauthenticatedUser()
        state = {"headers": dict(request.headers), "request": request}
        return ServerCallContext(user=user, state=state)


def asked_of(
    context: ServerCallContext, message: Message | None = None, must: Permission = "read"
) -> Asked:
    """Who asks, in the language of the message; NotPermitted where they may not."""
    request: Request = context.state["request"]
    if message is not None and (text := text_of(message)).strip():
        speak(request, text)
    principal: Principal = getattr(request.state, PRINCIPAL)
    principal.must(must)
    return Asked(principal, request)


def refusing(handle: F) -> F:
    """The operation, with its parameters checked and every foreseen failure as an error of the
    protocol."""

    @functools.wraps(handle)
    async def handled(self: Any, params: Any, context: ServerCallContext) -> Any:
        validate_proto_required_fields(params)
        try:
            return await handle(self, params, context)
        except KNOWN as error:
            raise refused(error, context) from error

    return cast("F", handled)


def refusing_stream(handle: F) -> F:
    """The same for an operation that answers with a stream."""

    @functools.wraps(handle)
    async def handled(self: Any, params: Any, context: ServerCallContext) -> AsyncGenerator[Any]:
        validate_proto_required_fields(params)
        inner = handle(self, params, context)
        try:
            async for one in inner:
                yield one
        except KNOWN as error:
            raise refused(error, context) from error
        finally:
            await inner.aclose()

    return cast("F", handled)


def refused(error: Exception, context: ServerCallContext) -> A2AError:
    """What a failure of ours is on this wire."""
    text = sentence(error, spoken(context.state["request"]))
    status = wire(error).http_status
    if status == 404:
        return TaskNotFoundError(text)
    return InternalError(text) if status >= 500 else InvalidParamsError(text)
