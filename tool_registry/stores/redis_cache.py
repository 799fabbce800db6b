"""Parsed tools in Redis: what one instance has parsed, the others need not."""

from typing import Any

from redis.exceptions import RedisError

from tool_registry.base.redis_bus import connect, place

KEPT = 7 * 24 * 3600
"""Seconds that something is kept after it was put."""


class RedisCache:
    """A `ToolCache` in Redis. Without Redis nothing is found, and nothing kept."""

    def __init__(self, url: str) -> None:
        self._redis: Any = connect(url)
        self._where = place(url)
        self._problem: str | None = None

    @property
    def problem(self) -> str | None:
        """Why things may be parsed again."""
        return self._problem

    async def get(self, key: str) -> bytes | None:
        """What was put there, if it is still kept."""
        try:
            found: bytes | None = await self._redis.get(f"zhizao:parsed:{key}")
        except (RedisError, OSError) as error:
            self._problem = f"Redis at {self._where} cannot be reached: {error}"
            return None
        self._problem = None
        return found

    async def put(self, key: str, value: bytes) -> None:
        """Keeps it for a week."""
        try:
            await self._redis.set(f"zhizao:parsed:{key}", value, ex=KEPT)
        except (RedisError, OSError) as error:
            self._problem = f"Redis at {self._where} cannot be reached: {error}"

    async def close(self) -> None:
        """Ends the connections."""
        await self._redis.aclose()
