"""How the instances of one registry hear that it was changed.

The registry's revision in the database is the truth; a bus only says early that there is another.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Protocol

from sqlalchemy.exc import SQLAlchemyError

INTERVAL = 0.25
"""Seconds between looks for what was not told."""


class ChangeBus(Protocol):
    """Tells the others that the registry has another revision."""

    @property
    def problem(self) -> str | None:
        """Why changes may be heard late, as a sentence; None when all is well."""
        ...

    async def publish(self, revision: int) -> None:
        """Tells everybody, this process included. Never fails: the database holds the change."""
        ...

    def changes(self, known: int) -> AsyncGenerator[int]:
        """The registry's revision, each time that it is another than the known one. Endless."""
        ...

    async def close(self) -> None:
        """Ends its connections."""
        ...


class LocalBus:
    """For the processes of one machine: this one is told, the others look at the revision."""

    problem: str | None = None

    def __init__(self, read: Callable[[], int], interval: float = INTERVAL) -> None:
        """`read` asks the database for the revision."""
        self._read = read
        self._interval = interval
        self._news = asyncio.Event()

    async def publish(self, revision: int) -> None:
        """Wakes those who listen in this process."""
        self._news.set()
        self._news = asyncio.Event()

    async def changes(self, known: int) -> AsyncGenerator[int]:
        """Revisions, by looking often."""
        while True:
            news = self._news
            if (found := look(self._read, known)) != known:
                known = found
                yield found
            await _wait(news, self._interval)

    async def close(self) -> None:
        """There is nothing to end."""


def look(read: Callable[[], int], known: int) -> int:
    """The revision in the database; the known one while the database cannot be asked."""
    try:
        return read()
    except SQLAlchemyError:
        return known


async def _wait(news: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(news.wait(), seconds)
    except TimeoutError:
        return
