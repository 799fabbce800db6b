"""Entities of conversations in Redis, which forgets them by itself."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from time import monotonic
from typing import Any, TypeVar, cast

from redis.exceptions import RedisError

from pipelines.contracts.conversation import Remembered
from pipelines.contracts.request import Request
from pipelines.runs.entities import KEPT, Entities, alike, conversation_of, masked
from tool_registry.base.clock import Clock
from tool_registry.base.ids import digest
from tool_registry.base.redis_bus import connect_now, place

_T = TypeVar("_T")
_PAUSE = 5.0
"""Seconds after a failure in which Redis is not asked: a request does not wait for it again."""


class RedisEntities:
    """A list for each conversation, the latest first. Without Redis, what `instead` keeps."""

    def __init__(self, url: str, owner: str, instead: Entities, clock: Clock) -> None:
        """`owner` names the database of runs, so that several can share a Redis."""
        self._redis: Any = connect_now(url)
        self._where = place(url)
        self._owner = owner
        self._instead = instead
        self._clock = clock
        self._problem: str | None = None
        self._not_before = 0.0

    @property
    def problem(self) -> str | None:
        """Why a conversation may have to say again what it speaks of."""
        return self._problem

    def keep(self, request: Request, found: Sequence[Remembered], seconds: float) -> None:
        """Pushes them; the list lives as long as its latest entry."""
        until = self._clock.now() + seconds
        entries = [json.dumps([until, asdict(masked(one))]) for one in reversed(found)]

        def push() -> None:
            key = self._key(request)
            with self._redis.pipeline(transaction=True) as together:
                together.lpush(key, *entries)
                together.ltrim(key, 0, KEPT - 1)
                together.expire(key, max(1, int(seconds)))
                together.execute()

        if entries:
            self._asked(push, lambda: self._instead.keep(request, found, seconds))

    def known(self, request: Request) -> list[Remembered]:
        """Those of the list whose time is not over."""

        def look() -> list[Remembered]:
            return [one for _, one in self._entries(request)]

        return self._asked(look, lambda: self._instead.known(request))

    def drop(self, request: Request, gone: Sequence[Remembered]) -> None:
        """Takes each out by what it is, so that what is added meanwhile stays."""

        def take_out() -> None:
            for entry, one in self._entries(request):
                if alike(one, gone):
                    self._redis.lrem(self._key(request), 0, entry)

        self._asked(take_out, lambda: self._instead.drop(request, gone))

    def close(self) -> None:
        """Ends the connections."""
        self._redis.close()

    def _entries(self, request: Request) -> list[tuple[bytes, Remembered]]:
        found: list[tuple[bytes, Remembered]] = []
        for entry in cast("list[bytes]", self._redis.lrange(self._key(request), 0, KEPT - 1)):
            until, item = json.loads(entry)
            if until > self._clock.now():
                found.append((entry, Remembered(**item)))
        return found

    def _key(self, request: Request) -> str:
        whose = digest([request.caller.tenant, conversation_of(request)])
        return f"zhizao:{self._owner}:entities:{whose}"

    def _asked(self, ask: Callable[[], _T], instead: Callable[[], _T]) -> _T:
        if monotonic() < self._not_before:
            return instead()
        try:
            found = ask()
        except (RedisError, OSError) as error:
            self._problem = f"Redis at {self._where} cannot be reached: {error}"
            self._not_before = monotonic() + _PAUSE
            return instead()
        self._problem = None
        return found
