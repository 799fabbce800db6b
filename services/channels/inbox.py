"""Deliveries, written down before they are acknowledged, and served once.

Platforms deliver again what was not acknowledged in time, and sometimes what was. A delivery's id
is kept behind its end, so that the second one is known; its content is not."""

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.exc import SQLAlchemyError

from services.channels.delivery import Delivery
from services.channels.tables import deliveries
from services.channels.writer import Work, Writer
from services.errors import Unavailable
from tool_registry.base.clock import Clock
from tool_registry.base.sql import insert_new, reading

HELD = 20.0
"""Seconds for which a delivery is its process's; it says again and again that it goes on."""
_KNOWN_FOR = 7 * 86_400.0
"""Seconds for which a served delivery is known: longer than any platform delivers again."""


class Inbox:
    """Deliveries of all channels."""

    def __init__(self, writer: Writer, clock: Clock) -> None:
        self._writer = writer
        self._clock = clock

    async def put(self, delivery: Delivery) -> bool:
        """Keeps it; True where this process is to serve it, False where it came before.

        Unavailable where it cannot be written: the platform is to deliver it again.
        """
        row = _row(delivery, self._clock.now())

        def insert(connection: Connection) -> bool:
            return insert_new(connection, deliveries, row) is not None

        try:
            return await self._writer.do(insert)
        except SQLAlchemyError as error:
            raise Unavailable("channels.not_stored", reason=str(error)[:200]) from error

    def knows(self, id: str) -> bool:
        """True for one that came before."""
        with reading(self._writer.engine) as connection:
            query = select(deliveries.c.id).where(deliveries.c.id == id)
            return connection.execute(query).first() is not None

    async def renew(self, id: str) -> None:
        """It is still worked on."""
        await self._writer.do(self._change(id, until=self._clock.now() + HELD))

    async def release(self, id: str) -> None:
        """It was not served, and may be taken up by whoever looks next."""
        await self._writer.do(self._change(id, until=0.0))

    async def done(self, id: str, then: Work[None]) -> None:
        """It is served: its content is forgotten, and `then` is written with it."""
        forget = self._change(id, done_at=self._clock.now(), payload=None)

        def both(connection: Connection) -> None:
            forget(connection)
            then(connection)

        await self._writer.do(both)

    def left_behind(self) -> list[Delivery]:
        """Deliveries that nobody works on any more, the oldest first; they are the caller's now.
        Those that were served long ago are forgotten."""
        engine, now, found = self._writer.engine, self._clock.now(), list[Delivery]()
        free = (deliveries.c.done_at.is_(None), deliveries.c.until < now)
        with reading(engine) as connection:
            query = select(deliveries).where(*free).order_by(deliveries.c.received_at)
            rows = connection.execute(query).all()
        for row in rows:
            own = update(deliveries).where(deliveries.c.id == row.id, *free)
            with engine.begin() as connection:
                if connection.execute(own.values(until=now + HELD)).rowcount:
                    found.append(Delivery.model_validate(row.payload))
        old = delete(deliveries).where(deliveries.c.done_at < now - _KNOWN_FOR)
        with engine.begin() as connection:
            connection.execute(old)
        return found

    def _change(self, id: str, **values: object) -> Work[None]:
        def change(connection: Connection) -> None:
            connection.execute(update(deliveries).where(deliveries.c.id == id).values(**values))

        return change


def _row(delivery: Delivery, now: float) -> dict[str, object]:
    return {
        "id": delivery.id,
        "channel": delivery.channel,
        "payload": delivery.model_dump(mode="json"),
        "received_at": now,
        "until": now + HELD,
        "done_at": None,
    }
