"""Sources whose tools change while the registry runs, and registries over them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio

from services.registry import Registry
from services.settings import Settings
from tool_registry.base.errors import CallNotSent
from tool_registry.base.types import JsonValue
from tool_registry.model import Document, RawTool
from tool_registry.sources.entries import McpConfig, SourceConfig
from tool_registry.sources.result import CallResult

SCHEMA = {
    "type": "object",
    "properties": {"env": {"type": "string", "enum": ["daily", "pre"]}},
    "required": ["env"],
}


@dataclass
class Shelf:
    """What one address offers: name → description. Calls wait at the gate while it is shut."""

    tools: dict[str, str]
    away: bool = False
    closed: int = 0
    gate: anyio.Event = field(default_factory=anyio.Event)


@dataclass
class ShelfSource:
    """A source at a shelf."""

    config: SourceConfig
    shelf: Shelf

    async def list_tools(self) -> list[RawTool]:
        if self.shelf.away:
            raise CallNotSent(f"source '{self.config.id}' is away")
        return [
            RawTool(source=self.config.id, name=name, description=text, input_schema=SCHEMA)
            for name, text in self.shelf.tools.items()
        ]

    async def list_documents(self) -> list[Document]:
        return []

    async def call(
        self,
        tool_name: str,
        arguments: Mapping[str, JsonValue],
        *,
        environment: str,
        plan: Mapping[str, JsonValue] | None = None,
        key: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - as the protocol has it
    ) -> CallResult:
        await self.shelf.gate.wait()
        return CallResult.success({"tool": tool_name})

    async def close(self) -> None:
        self.shelf.closed += 1


@dataclass
class Shop:
    """Shelves by the host of their address, and the folder of a registry's state."""

    folder: Path
    database: str | None = None
    redis: str | None = None
    shelves: dict[str, Shelf] = field(default_factory=dict[str, Shelf])

    def shelf(self, host: str, **tools: str) -> Shelf:
        self.shelves[host] = Shelf(tools)
        return self.shelves[host]

    def declare(self, **entries: dict[str, Any]) -> None:
        """Writes the sources file."""
        (self.folder / "sources.json").write_text(json.dumps({"mcpServers": entries}), "utf-8")

    def registry(self) -> Registry:
        """One more instance."""
        settings = Settings(
            home=self.folder / "home",
            database=self.database,
            redis=self.redis,
            sources=self.folder / "sources.json",
            listing_seconds=0,
        )
        return Registry(settings, self._open)

    def _open(self, config: SourceConfig) -> ShelfSource:
        assert isinstance(config, McpConfig)
        host = str(config.url).removeprefix("http://").partition("/")[0]
        return ShelfSource(config, self.shelves[host])


def at(host: str, **more: Any) -> dict[str, Any]:
    """An entry of a source at that host."""
    return {"url": f"http://{host}/mcp", **more}
