"""The same server over standard streams, of this process or of one that this one stands behind."""

from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from typing import Any, cast

from mcp.server.stdio import stdio_server

from services.http.live import LiveRuns
from services.mcp_server.server import Server
from services.wiring import System


async def serve_stdio(system: System) -> None:
    """Speaks over standard input and output of this process, until its input ends."""
    live = LiveRuns(system)
    try:
        async with stdio_server() as (read, write):
            await Server(live).serve(read, write)
    finally:
        await live.close()


async def serve_streams(live: LiveRuns, reader: StreamReader, writer: StreamWriter) -> None:
    """Speaks over a connection, a message a line, until the other end goes."""
    source, sink = cast("Any", _Lines(reader)), cast("Any", _Out(writer))
    async with stdio_server(source, sink) as (read, write):
        await Server(live).serve(read, write)


class _Lines:
    """A reader as the SDK reads: lines of text."""

    def __init__(self, reader: StreamReader) -> None:
        self._reader = reader

    async def __aiter__(self) -> AsyncIterator[str]:
        while line := await self._reader.readline():
            yield line.decode("utf-8", "replace")


class _Out:
    """A writer as the SDK writes."""

    def __init__(self, writer: StreamWriter) -> None:
        self._writer = writer

    async def write(self, text: str) -> None:
        self._writer.write(text.encode("utf-8", "replace"))

    async def flush(self) -> None:
        await self._writer.drain()
