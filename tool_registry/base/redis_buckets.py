"""Token buckets in Redis, which all instances of one registry share."""

from typing import Any

from pyrate_limiter import Decision, RedisStateStore
from redis.exceptions import RedisError

from tool_registry.base.buckets import LocalBuckets, policy, wait_of
from tool_registry.base.clock import Clock
from tool_registry.base.ids import digest
from tool_registry.base.redis_bus import connect, place

_PAUSE = 5.0
"""Seconds after a failure in which Redis is not asked: nobody waits for it again."""


class RedisBuckets:
    """`Buckets` in Redis. Without Redis, each counts for itself."""

    def __init__(self, url: str, registry: str, clock: Clock) -> None:
        """`registry` names the database, so that several can share a Redis."""
        self._redis: Any = connect(url)
        self._where = place(url)
        self._registry = registry
        self._clock = clock
        self._instead = LocalBuckets(clock)
        self._problem: str | None = None
        self._not_before = 0.0

    @property
    def problem(self) -> str | None:
        """Why each instance counts for itself."""
        return self._problem

    async def take(self, key: str, per_minute: int) -> float:
        """Takes one out, or tells how long there is none."""
        if not per_minute:
            return 0.0
        if self._is_asked():
            algorithm, rates = policy(per_minute)
            try:
                found: Any = self._store(key).check(algorithm, rates, self._now(), 1)
                return self._told(await found)
            except (RedisError, OSError) as error:
                self._lost(error)
        return await self._instead.take(key, per_minute)

    async def due(self, key: str, per_minute: int) -> float:
        """How long there is none to take."""
        if not per_minute:
            return 0.0
        if self._is_asked():
            algorithm, rates = policy(per_minute)
            try:
                found: Any = self._store(key).read(algorithm, rates)
                return self._told(algorithm.step(rates, await found, self._now(), 1)[1])
            except (RedisError, OSError) as error:
                self._lost(error)
        return await self._instead.due(key, per_minute)

    async def close(self) -> None:
        """Ends the connections."""
        await self._redis.aclose()

    def _is_asked(self) -> bool:
        return self._clock.monotonic() >= self._not_before

    def _now(self) -> int:
        return int(self._clock.now() * 1000)

    def _store(self, key: str) -> RedisStateStore:
        return RedisStateStore(self._redis, f"zhizao:{self._registry}:bucket:{digest(key)[:32]}")

    def _told(self, decision: Decision) -> float:
        self._problem = None
        return wait_of(decision)

    def _lost(self, error: Exception) -> None:
        self._problem = f"Redis at {self._where} cannot be reached: {error}"
        self._not_before = self._clock.monotonic() + _PAUSE
