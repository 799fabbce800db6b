"""Calls without effect while planning or summarising, told as `read` events."""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pipelines.contracts.events import Event, ToolRead
from tool_registry.base.environment import Environments
from tool_registry.base.errors import GuardRefusal, RegistryError
from tool_registry.base.redaction import shown
from tool_registry.base.types import Effect, JsonValue
from tool_registry.model import ToolEssentialModel
from tool_registry.sources.guard import guarded_call
from tool_registry.sources.paths import nested
from tool_registry.sources.result import CallResult
from tool_registry.sources.source import Sources

Emit: TypeAlias = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class Reads:
    """Calls tools that change nothing, and refuses all others."""

    sources: Sources
    environments: Environments
    emit: Emit
    timeout: float = 30.0

    async def read(
        self, tool: ToolEssentialModel, environment: str, arguments: Mapping[str, JsonValue]
    ) -> CallResult:
        """The result of the tool; `arguments` by slot path.

        GuardRefusal for a tool that may leave an effect, and for what the guard does not let out.
        """
        if tool.effect is not Effect.NONE or tool.function.writes:
            raise GuardRefusal(f"tool '{tool.id}' may change something, so it is not read with")
        call, begun = nested(arguments), time.monotonic()
        result = await guarded_call(
            tool,
            environment,
            call,
            sources=self.sources,
            environments=self.environments,
            timeout=self.timeout,
        )
        self.emit(
            ToolRead(
                tool=tool.id,
                title=tool.title,
                environment=environment,
                arguments=shown(call),
                ok=result.ok,
                failure=result.failure,
                milliseconds=(time.monotonic() - begun) * 1000,
            )
        )
        return result


Read: TypeAlias = Callable[
    [ToolEssentialModel, str, Mapping[str, JsonValue]], Awaitable[CallResult]
]


def never_raising(reads: Reads) -> Read:
    """As `Reads.read`; a tool that cannot be called is a failed result, no failed run."""

    async def read(
        tool: ToolEssentialModel, environment: str, arguments: Mapping[str, JsonValue]
    ) -> CallResult:
        try:
            return await reads.read(tool, environment, arguments)
        except RegistryError as error:
            return CallResult.failed("refused_connection", str(error))

    return read
