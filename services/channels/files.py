"""Files that came without a word: they wait for the message that says what to do with them."""

from collections.abc import Sequence

from sqlalchemy import Engine, delete, or_, select, update

from pipelines.contracts.request import Attachment
from services.channels.delivery import Delivery
from services.channels.tables import files
from tool_registry.base.clock import Clock
from tool_registry.base.sql import upsert

WAITING = 3600.0
"""Seconds for which a file waits."""


class WaitingFiles:
    """The latest files of each conversation."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock

    def keep(self, delivery: Delivery, attachments: Sequence[Attachment]) -> None:
        """They belong to the conversation's next message, in the place of any before them."""
        row = {
            "session_id": delivery.session_id,
            "attachments": [one.model_dump(mode="json") for one in attachments],
            "until": self._clock.now() + WAITING,
            "taken_by": None,
        }
        with self._engine.begin() as connection:
            upsert(connection, files, [row], replaced=("attachments", "until", "taken_by"))

    def take(self, delivery: Delivery) -> tuple[Attachment, ...]:
        """What waits for this message; the same again where the message is served again."""
        now, c = self._clock.now(), files.c
        own = (c.session_id == delivery.session_id, c.until > now)
        free = or_(c.taken_by.is_(None), c.taken_by == delivery.id)
        with self._engine.begin() as connection:
            connection.execute(delete(files).where(c.until <= now))
            row = connection.execute(select(files).where(*own, free)).first()
            if row is None:
                return ()
            connection.execute(update(files).where(*own).values(taken_by=delivery.id))
        return tuple(Attachment.model_validate(one) for one in row.attachments)
