"""What an execution works with: tools, sources, the run's store and lease, limits, listeners."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pipelines.contracts.events import Event
from pipelines.contracts.execution import ReadBack
from pipelines.execution.reserving import Pool
from pipelines.execution.retry import Rebind
from pipelines.messages import Language
from pipelines.runs.lease import Lease
from pipelines.runs.ledger import Ledger
from pipelines.runs.stop import Stop
from pipelines.runs.store import RunStore, Sleep
from tool_registry.base.environment import Environments
from tool_registry.model import ToolEssentialModel
from tool_registry.sources.source import Sources

Emit: TypeAlias = Callable[[Event], None]
"""Tells that something happened; stores it and passes it on."""


@dataclass(frozen=True, slots=True)
class ExecutionOptions:
    """Limits, in seconds."""

    call_timeout: float = 30.0
    poll_timeout: float = 60.0
    poll_pauses: tuple[float, ...] = (0.1, 0.2, 0.4, 0.8, 1.5, 3.0)
    """Pauses between polls; the last one repeats until `poll_timeout`."""
    visibility_pauses: tuple[float, ...] = (0.1, 0.2, 0.4, 0.8, 1.5)
    """Pauses before reading again what may not be visible yet."""
    repeats: int = 2
    """How often a call is repeated whose repetition is harmless and whose outcome is unknown."""
    keep_going: bool = False
    """True where steps that need no other step's result run though an earlier one failed."""


@dataclass(frozen=True, slots=True)
class RunSetup:
    """Everything that `execute` needs besides the chain."""

    tools: Mapping[str, ToolEssentialModel]
    environments: Environments
    sources: Sources
    store: RunStore
    lease: Lease
    tenant: str
    language: Language
    emit: Emit
    options: ExecutionOptions = field(default_factory=ExecutionOptions)
    read_back: ReadBack | None = None
    rebind: Rebind | None = None
    """Binds what a tool turned out to want; without it a call is never bound anew."""
    pool: Pool | None = None
    """Reserves what the chain takes from among many; without it nothing is reserved."""
    sleep: Sleep = asyncio.sleep
    stop: Stop = field(default_factory=Stop)

    @property
    def ledger(self) -> Ledger:
        """The run's ledger, written under this lease."""
        return Ledger(self.store, self.lease)
