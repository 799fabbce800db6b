"""Posts to other systems, kept until they are delivered: answers in chats, webhooks."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Connection, delete, select, update

from services.channels.tables import posts
from services.channels.writer import Work, Writer
from tool_registry.base.clock import Clock
from tool_registry.base.ids import digest
from tool_registry.base.sql import insert_new, reading
from tool_registry.base.types import JsonValue

_LOG = logging.getLogger(__name__)
_PAUSES = (1.0, 5.0, 30.0, 120.0, 600.0, 1800.0, 3600.0)
"""Seconds until the next try; behind the last one a post is given up."""
_HELD = 60.0
"""Seconds in which a try has to end; then another process may try."""
_KEPT_FOR = 7 * 86_400.0
_AT_ONCE = 16
_LOOK = 1.0
"""Seconds between looks for posts whose time has come."""

Target = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Post:
    """Something to deliver."""

    id: str
    channel: str
    target: Target
    payload: JsonValue


def enqueue(
    connection: Connection, now: float, key: str, channel: str, target: Target, payload: JsonValue
) -> None:
    """Keeps a post in a transaction that does more; the same key of a channel is one post."""
    row = {
        "id": digest([channel, key]),
        "channel": channel,
        "target": target,
        "payload": payload,
        "created_at": now,
        "next_at": now,
        "attempts": 0,
        "done_at": None,
        "problem": None,
    }
    insert_new(connection, posts, row)


class NotDelivered(Exception):
    """A post that was not taken."""

    def __init__(self, reason: str, *, again: bool = True, wait: float = 0.0) -> None:
        """`again`: trying later makes sense, not before `wait` seconds are over."""
        super().__init__(reason)
        self.again = again
        self.wait = wait


def wait_told(headers: Mapping[str, str], most: float) -> float:
    """Seconds for which a server wants to be left alone, by its `Retry-After`."""
    told = headers.get("retry-after", "")
    return min(float(told), most) if told.isascii() and told.isdigit() else 0.0


class Sender(Protocol):
    """What delivers the posts of one channel."""

    async def send(self, post: Post) -> None:
        """Delivers it; NotDelivered where it was not taken."""
        ...

    async def close(self) -> None:
        """Ends its connections."""
        ...


class Outbox:
    """Stores posts and delivers them, at least once each; several processes share the work."""

    def __init__(self, writer: Writer, clock: Clock, senders: Mapping[str, Sender]) -> None:
        self._writer = writer
        self._clock = clock
        self._senders = senders
        self._news = asyncio.Event()

    def post(self, key: str, channel: str, target: Target, payload: JsonValue) -> Work[None]:
        """Keeps a post, as a part of what is written with it; see `look`."""

        def keep(connection: Connection) -> None:
            enqueue(connection, self._clock.now(), key, channel, target, payload)

        return keep

    def look(self) -> None:
        """There is something new to deliver."""
        self._news.set()

    async def deliver(self) -> None:
        """Delivers what is due until it is cancelled."""
        while True:
            self._news.clear()
            due = await asyncio.to_thread(self._due)
            tries = (self._try(post, attempts) for post, attempts in due)
            ends = await asyncio.gather(*tries, return_exceptions=True)
            for (post, attempts), error in zip(due, ends, strict=True):
                if isinstance(error, Exception):
                    _LOG.error("a post to %s broke off", post.channel, exc_info=error)
                    await self._failed(post, attempts, repr(error), again=True, wait=0.0)
            if not due:
                try:
                    await asyncio.wait_for(self._news.wait(), _LOOK)
                except TimeoutError:
                    continue

    async def _try(self, post: Post, attempts: int) -> None:
        try:
            await asyncio.wait_for(self._senders[post.channel].send(post), _HELD / 2)
        except NotDelivered as error:
            await self._failed(post, attempts, str(error), again=error.again, wait=error.wait)
        except TimeoutError:
            await self._failed(post, attempts, "no answer in time", again=True, wait=0.0)
        else:
            await self._change(post, done_at=self._clock.now(), payload=None, problem=None)

    async def _failed(
        self, post: Post, attempts: int, reason: str, *, again: bool, wait: float
    ) -> None:
        now = self._clock.now()
        if not again or attempts > len(_PAUSES):
            _LOG.warning("a post to %s was given up: %s", post.channel, reason)
            await self._change(post, done_at=now, payload=None, problem=reason[:500])
            return
        pause = max(wait, _PAUSES[min(attempts, len(_PAUSES)) - 1])
        await self._change(post, next_at=now + pause, problem=reason[:500])

    def _due(self) -> list[tuple[Post, int]]:
        """Posts whose time has come, taken for this process, and which try it is."""
        now, taken = self._clock.now(), list[tuple[Post, int]]()
        due = (posts.c.done_at.is_(None), posts.c.next_at <= now)
        known = posts.c.channel.in_(tuple(self._senders))
        with reading(self._writer.engine) as connection:
            query = select(posts).where(*due, known).order_by(posts.c.created_at).limit(_AT_ONCE)
            rows = connection.execute(query).all()
        for row in rows:
            own = update(posts).where(posts.c.id == row.id, *due)
            values = {"next_at": now + _HELD, "attempts": row.attempts + 1}
            with self._writer.engine.begin() as connection:
                if connection.execute(own.values(**values)).rowcount:
                    post = Post(row.id, row.channel, row.target, row.payload)
                    taken.append((post, row.attempts + 1))
        if not rows:
            self._forget(now - _KEPT_FOR)
        return taken

    def _forget(self, before: float) -> None:
        with reading(self._writer.engine) as connection:
            old = select(posts.c.id).where(posts.c.done_at < before).limit(1)
            if connection.execute(old).first() is None:
                return
        with self._writer.engine.begin() as connection:
            connection.execute(delete(posts).where(posts.c.done_at < before))

    async def _change(self, post: Post, **values: object) -> None:
        def change(connection: Connection) -> None:
            connection.execute(update(posts).where(posts.c.id == post.id).values(**values))

        await self._writer.do(change)
