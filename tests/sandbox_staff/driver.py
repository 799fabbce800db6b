"""How a test drives the staff trade: through a real client, with a clock to move."""

import json
from dataclasses import dataclass
from typing import Any, cast

import anyio
from mcp import Client
from mcp.types import CallToolResult, ListToolsResult, TextContent

from services.sandbox.server import build_server
from services.sandbox.store import Store

NOON = 1_780_000_000.0
"""A Thursday in May 2026."""


@dataclass
class Clock:
    now: float = NOON

    def __call__(self) -> float:
        return self.now


@dataclass
class Office:
    """What a test uses: calls, the log, the seeded things."""

    store: Store
    clock: Clock

    def result(self, tool: str, /, **args: Any) -> CallToolResult:
        async def call() -> CallToolResult:
            async with Client(build_server(self.store)) as client:
                return await client.call_tool(tool, args)

        return anyio.run(call)

    def tools(self) -> ListToolsResult:
        async def list_all() -> ListToolsResult:
            async with Client(build_server(self.store)) as client:
                return await client.list_tools()

        return anyio.run(list_all)

    def call(self, tool: str, /, **args: Any) -> dict[str, Any]:
        """The answer of a call that must succeed."""
        body = said(self.result(tool, **args))
        assert "error" not in body, body
        return body

    def later(self, tool: str, /, **args: Any) -> dict[str, Any]:
        """The same a second later, when new rows are visible and jobs are done."""
        self.clock.now += 1
        return self.call(tool, **args)

    def code(self, tool: str, /, **args: Any) -> str:
        """The error code of a call that must be refused."""
        return said(self.result(tool, **args))["error"]["code"]

    def log(self) -> list[str]:
        """The effects, as "environment op entity"."""
        found = self.store.effects()
        return [f"{one['environment']} {one['change']['op']} {one['entity']}" for one in found]

    def things(self, env: str) -> dict[str, dict[str, Any]]:
        """The fixtures of the environment."""
        with self.store.transaction() as db:
            return self.store.meta(db, "fixtures")[env]


def said(result: CallToolResult) -> dict[str, Any]:
    return json.loads(cast("list[TextContent]", result.content)[0].text)
