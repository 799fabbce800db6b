"""What a source of tools can do, and many of them together."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from tool_registry.base.errors import GuardRefusal
from tool_registry.base.types import JsonValue
from tool_registry.model import Document, RawTool
from tool_registry.sources.limit import CallLimit
from tool_registry.sources.result import CallResult


class ToolSource(Protocol):
    """One place that tools come from."""

    async def list_tools(self) -> list[RawTool]:
        """All tools, in the source's order; CallNotSent where it cannot be reached."""
        ...

    async def list_documents(self) -> list[Document]:
        """Its pages of knowledge; [] where it has none."""
        ...

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
        """Calls a tool. Never raises for what goes wrong: the result says it.

        `environment` is the configured one that the call is for, `plan` what the source put into
        the tool's `call`, `key` the idempotency key of a writing call, `timeout` seconds.
        """
        ...

    async def close(self) -> None:
        """Ends its connection; a later call opens a new one."""
        ...


@runtime_checkable
class Telling(Protocol):
    """A source that tells more of its list than the list itself."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What the last listing left out, each with its place."""
        ...

    @property
    def changed(self) -> bool:
        """True where the source has said that its list is another than the last one asked for."""
        ...


def notes_of(source: ToolSource) -> tuple[str, ...]:
    """What its last listing left out; () where it does not tell."""
    return source.notes if isinstance(source, Telling) else ()


def has_changed(source: ToolSource) -> bool:
    """True where it has said that a copy of its list is of no more use."""
    return isinstance(source, Telling) and source.changed


class Sources:
    """Many sources by id. `async with` closes all of them at the end."""

    def __init__(self, sources: Mapping[str, ToolSource], limit: CallLimit | None = None) -> None:
        """`limit`: how often whoever calls them here may call a tool."""
        self._sources = dict(sources)
        self.limit = limit

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of the sources, in configuration order."""
        return tuple(self._sources)

    def get(self, source_id: str) -> ToolSource:
        """The source; GuardRefusal where none has that id."""
        if source_id not in self._sources:
            raise GuardRefusal(f"there is no source '{source_id}', so nothing was called")
        return self._sources[source_id]

    async def close(self) -> None:
        """Closes every source, each even where another one fails to."""
        for source in self._sources.values():
            await source.close()

    async def __aenter__(self) -> "Sources":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
