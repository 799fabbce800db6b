"""The wish from outside that a run end: no further call begins, those under way come to theirs."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager


class Stop:
    """Shared by the run and by whoever may stop it."""

    def __init__(self, *, asked: bool = False) -> None:
        self.asked = asked
        """True from the moment on in which somebody wants the run to end."""
        self._under_way = 0
        self._still = asyncio.Event()
        self._still.set()

    @contextmanager
    def under_way(self) -> Generator[None]:
        """Work that ends by itself, and soon, once a stop is asked for: it is not cut off."""
        self._under_way += 1
        self._still.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._still.set()

    async def settle(self) -> None:
        """Asks for the end, and returns when nothing is under way."""
        self.asked = True
        await self._still.wait()
