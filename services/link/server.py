"""The service's end: answers `zhizao ask` for the user of its home folder, and nobody else."""

import asyncio
import json
import os
import re
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipelines.messages import Language
from services.callers import local_caller
from services.cli.asking import Asking
from services.cli.failing import crashed
from services.errors import KNOWN, sentence, wire
from services.link.agreement import HOST, MCP, Place, placed, program, whereabouts
from services.link.asked import Asked
from services.settings import PREFIX, Settings
from services.wiring import System

if TYPE_CHECKING:
    from services.http.live import LiveRuns

_LINE = 1 << 20
_BODY = 1 << 26
_GREETING = 10.0
"""Seconds that a caller has for its first line."""
_OURS = {
    "home",
    "host",
    "port",
    "allowed_hosts",
    "embed_origins",
    "heartbeat",
    "login",
    "login_rate",
    "public_url",
    "request_rate",
    "oidc_issuer",
    "oidc_client_id",
    "oidc_client_secret",
    "oidc_scopes",
    "oidc_audience",
    "oidc_clients",
    "oidc_name",
}
"""Settings that say nothing of an answer; the home folder is compared for itself."""
_OTHERS = (
    "DASHSCOPE_API_KEY",
    "DASHSCOPE_HTTP_BASE_URL",
    "DASHSCOPE_COMPATIBLE_BASE_URL",
    "TZ",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    *(f"{kind}_proxy" for kind in ("http", "https", "all", "no")),
    *(f"{kind}_PROXY" for kind in ("HTTP", "HTTPS", "ALL", "NO")),
)
_NAMED = re.compile(r"\$\{(\w+)")


@asynccontextmanager
async def answering(system: System) -> AsyncGenerator[None]:
    """Inside the block `zhizao ask` in the same home folder is answered by this process."""
    listener = _Listener(system)
    server = await asyncio.start_server(listener.talk, HOST, 0, limit=_LINE)
    place = listener.place = Place(server.sockets[0].getsockname()[1])
    place.write(system.settings.home)
    try:
        yield
    finally:
        place.remove(system.settings.home)
        server.close()
        await listener.close()


class _Listener:
    """Takes callers that know the token and would do the same as this process."""

    def __init__(self, system: System) -> None:
        self.place: Place
        self._system = system
        self._program = program()
        self._files = _seen(system.settings)
        self._talks: set[asyncio.Task[Any]] = set()
        self._live: LiveRuns | None = None

    async def talk(self, reader: StreamReader, writer: StreamWriter) -> None:
        """One connection, from its greeting to its exit code."""
        task = asyncio.current_task()
        assert task is not None
        self._talks.add(task)
        try:
            with suppress(OSError, ValueError, KeyError, TypeError, asyncio.IncompleteReadError):
                asked = await self._asked(reader, writer)
                if asked == MCP:
                    await self._protocol(reader, writer)
                elif isinstance(asked, Asked):
                    await _Work(self._system, asked, writer).run(reader)
        finally:
            self._talks.discard(task)
            writer.close()

    async def close(self) -> None:
        """Ends every talk; the callers go on by themselves."""
        for task in tuple(self._talks):
            task.cancel()
        await asyncio.gather(*self._talks, return_exceptions=True)
        if self._live is not None:
            await self._live.close()

    async def _protocol(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Speaks MCP with a program of this user's, for `zhizao mcp`."""
        from services.http.live import LiveRuns
        from services.mcp_server.streams import serve_streams

        self._live = self._live or LiveRuns(self._system)
        await serve_streams(self._live, reader, writer)

    async def _asked(self, reader: StreamReader, writer: StreamWriter) -> Asked | str | None:
        """What the caller asks, or the protocol to be spoken; None for one that is none of ours."""
        about = json.loads(await asyncio.wait_for(reader.readline(), _GREETING))
        limits = {"text": self._system.settings.body_limit, "body": _BODY}
        told = {"proof": self.place.proof(about["nonce"]), "fits": self._fits(about)}
        _send(writer, {**told, "limits": limits})
        head = json.loads(await reader.readline())
        if not self.place.is_token(head["token"]) or not 0 <= head["length"] <= _BODY:
            return None
        if head.get("kind") == MCP:
            return MCP
        return Asked.of_json(json.loads(await reader.readexactly(head["length"])))

    def _fits(self, about: dict[str, Any]) -> bool:
        """Whether the caller's own process would do just what this one does."""
        settings = self._system.settings
        same = about["program"] == self._program and about["home"] == whereabouts(settings.home)
        return same and _seen(settings) == self._files and self._means_the_same(about["variables"])

    def _means_the_same(self, variables: dict[str, str]) -> bool:
        place = self.place
        for name in self._names():
            value = os.environ.get(name)
            mine = None if value is None else place.mark(placed(name, value))
            if variables.get(place.mark(name)) != mine:
                return False
        return True

    def _names(self) -> Iterator[str]:
        """Variables that an answer may depend on: settings, the model's, what sources name."""
        yield from (PREFIX + name.upper() for name in Settings.model_fields if name not in _OURS)
        yield from _OTHERS
        system = self._system
        rows = system.stores.sources.visible(local_caller(system.settings))
        entries = (json.dumps(row.entry) for row in rows)
        for text in (system.settings.sources.read_text("utf-8"), *entries):
            yield from _NAMED.findall(text)


class _Work:
    """One request of a caller."""

    def __init__(self, system: System, asked: Asked, writer: StreamWriter) -> None:
        self._system, self._writer = system, writer
        self._language: Language = "en"
        self._said = asyncio.Queue[str]()
        self._asking = Asking(system.settings, asked, self._echo, self._speak, self._prompted)

    async def run(self, reader: StreamReader) -> None:
        """To its end, or until the caller stops it or goes away."""
        work = asyncio.create_task(self._answered())
        stop = asyncio.create_task(self._listen(reader))
        try:
            await asyncio.wait({work, stop}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop.cancel()
            if not work.done():
                work.cancel()
                await asyncio.wait({work})
        self._end(work)
        await self._writer.drain()

    async def _listen(self, reader: StreamReader) -> None:
        """Takes what the user says, until there is to be an end of it."""
        with suppress(OSError, ValueError, KeyError, TypeError):
            while line := await reader.readline():
                self._said.put_nowait(str(json.loads(line)["said"]))

    async def _prompted(self, label: str, default: str) -> str:
        _send(self._writer, {"prompt": label, "default": default})
        return await self._said.get()

    def _end(self, work: "asyncio.Task[int]") -> None:
        if work.cancelled():
            if said := self._asking.interrupted():
                self._complain(said)
            code = 1
        elif error := work.exception():
            home = self._system.settings.home
            self._complain(crashed(type(error), error, error.__traceback__, home))
            code = 1
        else:
            code = work.result()
        _send(self._writer, {"exit": code})

    async def _answered(self) -> int:
        try:
            return await self._asking.answer(self._system, self._asking.request())
        except KNOWN as error:
            self._complain(sentence(error, self._language))
            return wire(error).exit_code

    def _speak(self, language: Language) -> None:
        self._language = language

    def _echo(self, text: str) -> None:
        _send(self._writer, {"out": text})

    def _complain(self, text: str) -> None:
        _send(self._writer, {"err": text})


def _send(writer: StreamWriter, told: dict[str, Any]) -> None:
    writer.write(json.dumps(told).encode() + b"\n")


def _seen(settings: Settings) -> list[tuple[Path, int, int]]:
    """The files that were read at the start, as they are now."""
    files = (settings.sources, settings.environments)
    return [(one, one.stat().st_mtime_ns, one.stat().st_size) for one in files]
