"""Deliveries, written down before they are acknowledged, and served once.

Platforms deliver again what was not acknowledged in time, and sometimes what was. A delivery's id
is kept behind its end, so that the second one is known; its content is not."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import Engine, delete, select, update
from sqlalchemy.exc import SQLAlchemyError

from services.channels.delivery import Delivery
from services.channels.tables import deliveries
from services.errors import Unavailable
from tool_registry.base.clock import Clock
from tool_registry.base.sql import insert_new, reading

HELD = 20.0
"""Seconds for which a delivery is its process's; it says again and again that it goes on."""
_KNOWN_FOR = 7 * 86_400.0
"""Seconds for which a served delivery is known: longer than any platform delivers again."""


class Inbox:
    """Deliveries of all channels. Those that come at the same moment are written at once: the disk
    is waited for once, by a thread of its own that no run keeps busy."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock
        self._waiting: list[tuple[Delivery, asyncio.Future[bool]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "inbox")

    async def put(self, delivery: Delivery) -> bool:
        """Keeps it; True where this process is to serve it, False where it came before.

        Unavailable where it cannot be written: the platform is to deliver it again.
        """
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((delivery, written))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        return await written

    def renew(self, id: str) -> None:
        """It is still worked on."""
        self._change(id, until=self._clock.now() + HELD)

    def release(self, id: str) -> None:
        """It was not served, and may be taken up by whoever looks next."""
        self._change(id, until=0.0)

    def done(self, id: str) -> None:
        """It is served: its content is forgotten."""
        self._change(id, done_at=self._clock.now(), payload=None)

    def left_behind(self) -> list[Delivery]:
        """Deliveries that nobody works on any more, the oldest first; they are the caller's now.
        Those that were served long ago are forgotten."""
        now, found = self._clock.now(), list[Delivery]()
        free = (deliveries.c.done_at.is_(None), deliveries.c.until < now)
        with reading(self._engine) as connection:
            query = select(deliveries).where(*free).order_by(deliveries.c.received_at)
            rows = connection.execute(query).all()
        for row in rows:
            own = update(deliveries).where(deliveries.c.id == row.id, *free)
            with self._engine.begin() as connection:
                if connection.execute(own.values(until=now + HELD)).rowcount:
                    found.append(Delivery.model_validate(row.payload))
        old = delete(deliveries).where(deliveries.c.done_at < now - _KNOWN_FOR)
        with self._engine.begin() as connection:
            connection.execute(old)
        return found

    def close(self) -> None:
        """Ends the thread."""
        self._thread.shutdown(wait=True)

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            told = [delivery for delivery, _ in batch]
            try:
                fresh = await loop.run_in_executor(self._thread, self._insert, told)
            except SQLAlchemyError as error:
                for _, written in batch:
                    _fail(written, Unavailable("channels.not_stored", reason=str(error)[:200]))
                continue
            for (_, written), is_new in zip(batch, fresh, strict=True):
                if not written.done():
                    written.set_result(is_new)

    def _insert(self, batch: Sequence[Delivery]) -> list[bool]:
        now = self._clock.now()
        with self._engine.begin() as connection:
            rows = [_row(delivery, now) for delivery in batch]
            return [insert_new(connection, deliveries, row) is not None for row in rows]

    def _change(self, id: str, **values: object) -> None:
        with self._engine.begin() as connection:
            connection.execute(update(deliveries).where(deliveries.c.id == id).values(**values))


def _fail(written: "asyncio.Future[bool]", error: Exception) -> None:
    if not written.done():
        written.set_exception(error)


def _row(delivery: Delivery, now: float) -> dict[str, object]:
    return {
        "id": delivery.id,
        "channel": delivery.channel,
        "payload": delivery.model_dump(mode="json"),
        "received_at": now,
        "until": now + HELD,
        "done_at": None,
    }
