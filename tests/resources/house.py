"""The inn as a running service, and sentences said to it."""

import json
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from evals.child_process import free_port, serving
from evals.foreign_trade import ForeignTrade
from pipelines.contracts.answer import Answer
from pipelines.contracts.request import Request
from pipelines.flow.road import Road
from services.settings import Settings, child_environment
from services.wiring import open_system
from tests.workshop.waiting import PATIENCE

PROGRAM = Path(__file__).with_name("inn.py")


@dataclass(slots=True)
class Inn:
    """Says sentences; tells what was written."""

    road: Road
    service: ForeignTrade
    said: int = 0

    async def say(self, text: str) -> Answer:
        """The answer to a sentence in a conversation of its own."""
        self.said += 1
        name = f"inn-{self.said}"
        request = Request(request_id=name, session_id=name, text=text, approved=True)
        return await self.road.run(request, lambda event: None)

    @property
    def log(self) -> list[dict[str, Any]]:
        """Everything that was written, in order."""
        with urlopen(f"{self.service.url}/_log", timeout=PATIENCE) as response:
            return json.load(response)

    @property
    def stages(self) -> list[tuple[str, str]]:
        """Number and stage of each reservation that was written."""
        return [(one["reservation_no"], one["stage"]) for one in self.log if "stage" in one]


def command_of(service: ForeignTrade) -> tuple[str, ...]:
    """Starts the inn as that service."""
    return (sys.executable, str(PROGRAM), "--port", str(service.port))


@asynccontextmanager
async def inn(folder: Path) -> AsyncGenerator[Inn]:
    """The inn with its first data."""
    service = ForeignTrade("inn", free_port())
    with serving(command_of(service), child_environment(), service.port, "inn", "/openapi.json"):
        file = folder / "sources.json"
        file.write_text(json.dumps({"mcpServers": {"inn": service.entry(("daily", "pre"))}}))
        settings = Settings(home=folder / "home", database=None, redis=None, sources=file)
        async with open_system(settings) as system:
            yield Inn(await system.road(), service)
