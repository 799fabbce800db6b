"""Running a chain in the workshop as the road does."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pipelines.contracts.chain import Step, ToolChain
from pipelines.contracts.events import Event, StepFinished
from pipelines.contracts.execution import CallOutcome, Execution, ReadBack
from pipelines.contracts.request import Request
from pipelines.execution.execute import execute
from pipelines.execution.run_setup import ExecutionOptions, RunSetup
from pipelines.runs.lease import Lease
from pipelines.runs.ledger import Ledger
from pipelines.runs.store import RunStore
from tests.workshop.tools import ENVIRONMENTS, TOOLS
from tool_registry.base.types import JsonValue
from tool_registry.model import ToolEssentialModel
from tool_registry.sources.entries import McpConfig
from tool_registry.sources.mcp_source import McpSource
from tool_registry.sources.source import Sources

QUICK = ExecutionOptions(call_timeout=0.6, poll_timeout=1.0)


@dataclass
class Bench:
    """One run: its store, its events, and the pauses that it asked for."""

    store: RunStore
    lease: Lease
    config: McpConfig
    tools: Mapping[str, ToolEssentialModel] = field(default_factory=lambda: TOOLS)
    events: list[Event] = field(default_factory=list[Event])
    pauses: list[float] = field(default_factory=list[float])

    async def run(
        self, chain: ToolChain, read_back: ReadBack | None = None, *, keep_going: bool = False
    ) -> Execution:
        async with Sources({"workshop": McpSource(self.config)}) as sources:
            setting = self.setting(sources, read_back)
            options = replace(setting.options, keep_going=keep_going)
            return await execute(chain, replace(setting, options=options))

    def setting(self, sources: Sources, read_back: ReadBack | None = None) -> RunSetup:
        return RunSetup(
            tools=self.tools,
            environments=ENVIRONMENTS,
            sources=sources,
            store=self.store,
            lease=self.lease,
            tenant="local",
            language="en",
            emit=self.events.append,
            options=QUICK,
            read_back=read_back,
            sleep=self._sleep,
        )

    @property
    def ledger(self) -> list[tuple[str, str, int]]:
        """(step, state, attempts) of each row."""
        entries = Ledger(self.store, self.lease).entries()
        return [(entry.step, entry.state, entry.attempts) for entry in entries]

    def taken_over(self) -> "Bench":
        """The run in the hands of the next process, after this one is gone."""
        self.store.release(self.lease)
        begun = self.store.take_over(self.lease.run_id)
        assert begun.lease is not None
        return Bench(self.store, begun.lease, self.config, self.tools)

    def finished(self) -> list[tuple[Any, Any]]:
        """(step, status) of each `step_finished` event, in order."""
        told = [one for one in self.events if isinstance(one, StepFinished)]
        return [(one.step, one.status) for one in told]

    async def _sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)


def begin(folder: Path, config: McpConfig) -> Bench:
    """A new run in a store of its own."""
    store = RunStore(folder / "runs.db")
    begun = store.begin(Request(text="make parts", session_id="s", request_id="q-1"))
    assert begun.lease is not None
    return Bench(store, begun.lease, config)


def seen(happened: bool | None, body: JsonValue = None) -> tuple[ReadBack, list[Any]]:
    """A read-back that always finds the same, and what it was asked."""
    asked: list[Any] = []

    async def look(
        step: Step, tool: ToolEssentialModel, arguments: Mapping[str, Any]
    ) -> CallOutcome:
        asked.append((step.id, tool.id, dict(arguments)))
        return CallOutcome(happened, body)

    return look, asked


def statuses(execution: Execution) -> list[tuple[str, str]]:
    """(step, status) of each record."""
    return [(record.step, record.status) for record in execution.records]
