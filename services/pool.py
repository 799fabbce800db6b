"""The sources that are open now: registered ones come and go while requests run."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tool_registry.base.errors import CallNotSent, ConfigurationError
from tool_registry.base.types import JsonValue
from tool_registry.model import Document, RawTool
from tool_registry.sources.config import SourceConfig
from tool_registry.sources.limit import CallLimit
from tool_registry.sources.result import CallResult
from tool_registry.sources.source import Sources, ToolSource, has_changed, notes_of
from tool_registry.stores.space import Space

Opener = Callable[[SourceConfig], ToolSource]


@dataclass(frozen=True, slots=True)
class Served:
    """A source that serves a caller, from the sources file or registered at run time."""

    config: SourceConfig
    """Its id names the space too."""
    space: Space
    revision: int = 0
    """The registry's revision of its last change; 0 where it comes from the file."""
    problem: str | None = None
    """Why its entry cannot be used."""


@dataclass(frozen=True, slots=True)
class Unusable:
    """A source that cannot be opened, and why."""

    reason: str

    async def list_tools(self) -> list[RawTool]:
        """Raises CallNotSent with the reason."""
        raise CallNotSent(self.reason)

    async def list_documents(self) -> list[Document]:
        """It has none."""
        return []

    async def call(
        self,
        tool_name: str,
        arguments: Mapping[str, JsonValue],
        *,
        environment: str,
        plan: Mapping[str, JsonValue] | None = None,
        key: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - part of what a source is
    ) -> CallResult:
        """Nothing is called."""
        return CallResult.failed("refused_connection", self.reason)

    async def close(self) -> None:
        """There is nothing to end."""


class OpenSource:
    """A source that can be taken away: calls that run are let finish, later ones are refused."""

    def __init__(self, source: ToolSource, served: Served) -> None:
        self.served = served
        self._source = source
        self._running = 0
        self._gone = False
        self._idle = asyncio.Event()

    @property
    def notes(self) -> tuple[str, ...]:
        """What its listing left out."""
        return notes_of(self._source)

    @property
    def changed(self) -> bool:
        """True where it has said that its list is another now."""
        return has_changed(self._source)

    async def list_tools(self) -> list[RawTool]:
        """All tools of the source."""
        return await self._source.list_tools()

    async def list_documents(self) -> list[Document]:
        """Its pages of knowledge."""
        return await self._source.list_documents()

    async def call(
        self,
        tool_name: str,
        arguments: Mapping[str, JsonValue],
        *,
        environment: str,
        plan: Mapping[str, JsonValue] | None = None,
        key: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - the source ends the request
    ) -> CallResult:
        """Calls a tool, unless the source was changed or removed meanwhile."""
        if self._gone:
            reason = f"source '{self.served.config.id}' was changed or removed: start anew"
            return CallResult.failed("refused_connection", reason)
        self._running += 1
        try:
            return await self._source.call(
                tool_name, arguments, environment=environment, plan=plan, key=key, timeout=timeout
            )
        finally:
            self._running -= 1
            if not self._running:
                self._idle.set()

    def refuse(self) -> None:
        """Takes no more calls, from now on."""
        self._gone = True

    async def close(self) -> None:
        """Takes no more calls, waits for those that run, and ends the connection."""
        self.refuse()
        while self._running:
            self._idle.clear()
            await self._idle.wait()
        await self._source.close()


class SourcePool(Sources):
    """Opens sources when they are first needed, and keeps them until they change."""

    def __init__(self, opener: Opener) -> None:
        super().__init__({})
        self._opener = opener
        self._open: dict[str, OpenSource] = {}
        self._leaving: set[asyncio.Task[None]] = set()

    def of(self, served: list[Served], limit: CallLimit | None = None) -> Sources:
        """These sources, open; `limit`: how often whoever gets them may call a tool."""
        return Sources({one.config.id: self._opened(one) for one in served}, limit)

    def keep(self, revisions: Mapping[str, int]) -> None:
        """Lets go of registered sources that are no longer what they were: id → revision now."""
        for id, source in tuple(self._open.items()):
            if source.served.revision and revisions.get(id) != source.served.revision:
                self._let_go(id)

    async def close(self) -> None:
        """Closes every source, and waits for those that were let go."""
        for id in tuple(self._open):
            self._let_go(id)
        await asyncio.gather(*self._leaving)

    def _opened(self, served: Served) -> OpenSource:
        found = self._open.get(served.config.id)
        if found is not None and found.served.revision != served.revision:
            self._let_go(served.config.id)
            found = None
        if found is None:
            found = OpenSource(self._source(served), served)
            self._open[served.config.id] = self._sources[served.config.id] = found
        return found

    def _source(self, served: Served) -> ToolSource:
        if served.problem:
            return Unusable(served.problem)
        try:
            return self._opener(served.config)
        except ConfigurationError as error:
            return Unusable(str(error))

    def _let_go(self, id: str) -> None:
        source = self._open.pop(id)
        self._sources.pop(id, None)
        source.refuse()
        task = asyncio.get_running_loop().create_task(source.close())
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)
