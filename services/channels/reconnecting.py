"""Connections that the service opens itself, and again whenever they end."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable

_LOG = logging.getLogger(__name__)
_PAUSES = (1.0, 60.0)
"""Seconds between two connections: at first, and at most."""
_LASTING = 60.0
"""Seconds behind which a connection was a good one."""


async def keep_connected(
    name: str, connected: Callable[[], Awaitable[None]], errors: tuple[type[Exception], ...]
) -> None:
    """Runs one connection after the other, with growing pauses, until it is cancelled. `connected`:
    one of them, until it ends; `errors`: what it may end with."""
    loop, pause = asyncio.get_running_loop(), _PAUSES[0]
    while True:
        began = loop.time()
        try:
            await connected()
        except errors as error:
            _LOG.warning("%s: %s", name, error)
        if loop.time() - began > _LASTING:
            pause = _PAUSES[0]
        await asyncio.sleep(pause * random.uniform(0.8, 1.2))
        pause = min(2 * pause, _PAUSES[1])
