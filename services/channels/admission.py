"""Work begins only while the event loop keeps up: acknowledgements come first."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

_AT_ONCE = 32
"""Deliveries that one process works on at the same time, most of them waiting for tools."""
_QUIET = 20
"""Deliveries a second up to which nothing has to be waited for."""
_TICK = 0.01
_LATE = 0.01
"""Seconds by which a tick may come late on a loop that keeps up."""
_CALM = 10
"""Ticks in a row that come in time before the next work begins."""
_PATIENCE = 2.0
"""Seconds behind which work begins however late the loop is."""


class Admission:
    """Lets one piece of work after the other begin."""

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(_AT_ONCE)
        self._gate = asyncio.Lock()
        self._arrived: deque[float] = deque(maxlen=_QUIET)

    def arrived(self) -> None:
        """Something was acknowledged, and more may come."""
        self._arrived.append(asyncio.get_running_loop().time())

    @asynccontextmanager
    async def admitted(self) -> AsyncGenerator[None]:
        """The block begins when there is room and the loop keeps up."""
        async with self._room:
            async with self._gate:
                if self._is_flooded():
                    await _calm()
            yield

    def _is_flooded(self) -> bool:
        now = asyncio.get_running_loop().time()
        return len(self._arrived) == _QUIET and now - self._arrived[0] < 1.0


async def _calm() -> None:
    """Returns when the loop keeps up, or patience is over. What was admitted last has begun by
    then, so its own work counts."""
    loop = asyncio.get_running_loop()
    began, in_time = loop.time(), 0
    while in_time < _CALM and loop.time() - began < _PATIENCE:
        before = loop.time()
        await asyncio.sleep(_TICK)
        in_time = in_time + 1 if loop.time() - before < _TICK + _LATE else 0
