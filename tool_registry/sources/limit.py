"""How often one user's requests may call a tool: asked by the guard, before each call."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from tool_registry.base.caller import Caller

if TYPE_CHECKING:
    from tool_registry.base.buckets import Buckets

Sleep: TypeAlias = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class CallLimit:
    """A bucket for each tool of one user. Calls wait for their turn as long as they may."""

    buckets: "Buckets"
    caller: Caller
    per_minute: int
    sleep: Sleep = asyncio.sleep

    async def turn(self, tool: str, patience: float) -> float:
        """Waits, at most `patience` seconds, until the tool may be called, and counts the call: 0.
        Else nothing is counted; the seconds until it may be."""
        waited = 0.0
        while wait := await self.buckets.take(self._key(tool), self.per_minute):
            if waited + wait > patience:
                return wait
            await self.sleep(wait)
            waited += wait
        return 0.0

    async def nears(self, tool: str, patience: float) -> float:
        """As `turn`, but nothing is counted: for who has to note a call before it leaves."""
        waited = 0.0
        while wait := await self.buckets.due(self._key(tool), self.per_minute):
            if waited + wait > patience:
                return wait
            await self.sleep(wait)
            waited += wait
        return 0.0

    def _key(self, tool: str) -> str:
        return f"tool:{self.caller.tenant}/{self.caller.user}:{tool}"
