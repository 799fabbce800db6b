"""A system with a registry of its own, a real MCP server beside it, and conversations with it."""

import json
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pipelines.contracts.answer import Answer
from pipelines.contracts.request import Request
from services.settings import Settings
from services.wiring import System
from tests.workshop.running import Running
from tool_registry.base.caller import Caller
from tool_registry.stores.rows import ToolStatus

ANN = Caller(user="ann", projects=("press",))
BOB = Caller(user="bob")
_NUMBERS = count(1)


@dataclass
class Talk:
    """Conversations with one system."""

    system: System
    folder: Path
    sessions: list[str] = field(default_factory=list[str])

    async def say(
        self, *texts: str, caller: Caller = ANN, at_home: bool = True, **more: Any
    ) -> Answer:
        """The answer to the last message of a new conversation."""
        session = f"session-{next(_NUMBERS)}"
        answers = [
            await self.go_on(session, text, caller=caller, at_home=at_home, **more)
            for text in texts
        ]
        return answers[-1]

    async def go_on(
        self, session: str, text: str, *, caller: Caller = ANN, at_home: bool = True, **more: Any
    ) -> Answer:
        """The answer to one more message of a conversation."""
        request = Request(
            text=text,
            session_id=session,
            request_id=f"request-{next(_NUMBERS)}",
            caller=caller,
            **more,
        )
        road = await self.system.road(caller, at_home=at_home)
        return await road.run(request, lambda event: None)

    async def ids(self, caller: Caller = ANN) -> list[str]:
        """The tools of a caller's pool."""
        return list((await self.system.catalogue(caller)).tools)

    def status(self, tool: str, caller: Caller = ANN) -> ToolStatus:
        return self.system.stores.tools.get(caller, tool).status

    def audit(self, caller: Caller = ANN) -> Sequence[str]:
        """What was changed, the oldest first."""
        rows = self.system.stores.audit.visible(caller)
        return [f"{row.what} {row.subject}" for row in reversed(rows)]


@pytest.fixture
async def talk(tmp_path: Path, workshop: Running) -> AsyncGenerator[Talk]:
    """A system whose own file declares the workshop as `bench`."""
    sources = tmp_path / "sources.json"
    entry: dict[str, Any] = {"url": workshop.url, "environments": {"pre": {}}}
    sources.write_text(json.dumps({"mcpServers": {"bench": entry}}), "utf-8")
    system = System(Settings(home=tmp_path / "home", sources=sources, packs=("general",)))
    yield Talk(system, tmp_path)
    await system.close()
