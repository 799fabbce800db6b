"""The change bus between machines: Redis publishes, and keeps the revision for who missed it."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any

import redis
import redis.retry
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from tool_registry.base.bus import INTERVAL, look
from tool_registry.base.errors import ConfigurationError

_SECONDS = 1.0
"""How long Redis may take; a registry is never kept waiting longer."""


class RedisBus:
    """Changes of one registry, over one Redis. Belongs to the event loop of its first use."""

    def __init__(
        self, url: str, registry: str, read: Callable[[], int], interval: float = INTERVAL
    ) -> None:
        """`registry` names the database, so that several can share a Redis; `read` asks it."""
        self._redis: Any = connect(url)
        self._where = place(url)
        self._channel = f"zhizao:{registry}:changes"
        self._key = f"zhizao:{registry}:revision"
        self._read = read
        self._interval = interval
        self._problem: str | None = None

    @property
    def problem(self) -> str | None:
        """Why changes may be heard late."""
        return self._problem

    async def publish(self, revision: int) -> None:
        """Tells everybody; where Redis is gone, the others find out when it is back."""
        try:
            await self._redis.set(self._key, revision)
            await self._redis.publish(self._channel, revision)
        except (RedisError, OSError) as error:
            self._lost(error)

    async def changes(self, known: int) -> AsyncGenerator[int]:
        """Revisions, looked up when Redis hints at one; without Redis, looked up often."""
        while True:
            try:
                async for _ in self._hints():
                    if (found := look(self._read, known)) != known:
                        known = found
                        yield found
            except (RedisError, OSError) as error:
                self._lost(error)
            if (found := look(self._read, known)) != known:
                known = found
                yield found
            await asyncio.sleep(self._interval)

    async def close(self) -> None:
        """Ends the connections."""
        await self._redis.aclose()

    async def _hints(self) -> AsyncGenerator[None]:
        """Once when connected, at every message, and when a message must have been missed."""
        async with self._redis.pubsub() as listening:
            await listening.subscribe(self._channel)
            self._problem = None
            yield
            known = await self._redis.get(self._key)
            while True:
                message = await listening.get_message(
                    ignore_subscribe_messages=True, timeout=self._interval
                )
                kept = await self._redis.get(self._key)
                if message is not None or kept != known:
                    known = kept
                    yield

    def _lost(self, error: Exception) -> None:
        self._problem = f"Redis at {self._where} cannot be reached: {error}"


def connect(url: str) -> Any:
    """A `redis.asyncio.Redis` that gives up soon; its package is typed in parts only.

    ConfigurationError where the URL is none of Redis.
    """
    return _client(Redis, Retry(NoBackoff(), 0), url)


def connect_now(url: str) -> Any:
    """The same for code that does not await: a `redis.Redis`."""
    return _client(redis.Redis, redis.retry.Retry(NoBackoff(), 0), url)


def _client(kind: Any, retry: Any, url: str) -> Any:
    limits = {"socket_connect_timeout": _SECONDS, "socket_timeout": _SECONDS}
    try:
        return kind.from_url(url, **limits, retry=retry)
    except ValueError as error:
        raise ConfigurationError(f"the address of Redis cannot be used: {error}") from error


def place(url: str) -> str:
    """The address without user and password."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"
