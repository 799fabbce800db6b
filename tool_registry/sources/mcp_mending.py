"""Answers made readable before the SDK looks at them.

The SDK refuses a whole list for one entry that does not keep to the protocol. Here such an entry
gets an empty name instead, by which it is told and left out, and the others can be used. It also
refuses fields without the text that stands for them, which would leave a call's outcome unknown.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Self, cast

from tool_registry.base.types import JsonValue

if TYPE_CHECKING:
    from types import TracebackType

    from mcp.client import Transport
    from mcp.client._transport import ReadStream, TransportStreams, WriteStream
    from mcp.shared.message import SessionMessage

    Received = SessionMessage | Exception

_OBJECTS = ("annotations", "outputSchema", "_meta", "execution")
_TEXTS = ("title", "description")


@asynccontextmanager
async def mending(transport: "Transport") -> "AsyncGenerator[TransportStreams]":
    """The transport, with answers mended on their way in."""
    async with transport as (read, write):
        told: tuple[ReadStream[Received], WriteStream[SessionMessage]] = (_Mending(read), write)
        yield told


def mended(tools: JsonValue) -> list[JsonValue]:
    """The list with nothing in it that keeps others from being read."""
    entries = cast("list[JsonValue]", tools) if isinstance(tools, list) else [None]
    return [_mended(entry) for entry in entries]


def _mended(entry: JsonValue) -> JsonValue:
    fields = dict(cast("dict[str, JsonValue]", entry)) if isinstance(entry, dict) else {}
    if not isinstance(fields.get("name"), str):
        fields["name"] = ""
    schema: JsonValue = fields.get("inputSchema")
    own = cast("dict[str, JsonValue]", schema) if isinstance(schema, dict) else {}
    fields["inputSchema"] = {**own, "type": "object"}
    for names, kind in ((_OBJECTS, dict), (_TEXTS, str)):
        for name in names:
            if name in fields and not isinstance(fields[name], kind):
                del fields[name]
    return fields


class _Mending:
    """A stream of messages; what needs no mending goes through as it is."""

    def __init__(self, inner: "ReadStream[Received]") -> None:
        self._inner = inner

    @property
    def last_context(self) -> Any:
        """Where the last message came from, as the SDK asks for it."""
        return getattr(self._inner, "last_context", None)

    async def receive(self) -> "Received":
        """The next message."""
        return _looked_at(await self._inner.receive())

    async def aclose(self) -> None:
        """Closes the stream itself."""
        await self._inner.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> "Received":
        return _looked_at(await self._inner.__anext__())

    async def __aenter__(self) -> Self:
        await self._inner.__aenter__()
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: "TracebackType | None",
    ) -> bool | None:
        return await self._inner.__aexit__(exc_type, exc_val, exc_tb)


def _looked_at(received: "Received") -> "Received":
    result: Any = getattr(getattr(received, "message", None), "result", None)
    if isinstance(result, dict) and "tools" in result:
        result["tools"] = mended(cast("Any", result)["tools"])
    elif isinstance(result, dict) and "structuredContent" in result:
        cast("Any", result).setdefault("content", [])
    return received
