"""Token buckets: how often something may be done in a minute, counted by key.

A full bucket holds a minute's worth, so that a burst is served at once; it fills up evenly. The
buckets are pyrate-limiter's: those of this process here, those that instances share in Redis."""

from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Protocol

from tool_registry.base.clock import Clock

if TYPE_CHECKING:
    from pyrate_limiter import Decision, InMemoryStateStore, Rate, TokenBucket

_MINUTE = 60_000
_BUCKETS = 10_000
"""Keys that are remembered in this process, at most; what was used longest ago goes first."""


class Buckets(Protocol):
    """Buckets by key. `per_minute`: how much flows into one in a minute; 0: there is no limit."""

    @property
    def problem(self) -> str | None:
        """Why each instance may count for itself; None when all is well."""
        ...

    async def take(self, key: str, per_minute: int) -> float:
        """Takes one out: 0. Else nothing is taken; the seconds until there is one."""
        ...

    async def due(self, key: str, per_minute: int) -> float:
        """Seconds until there is one to take; 0 where there is. Nothing is taken."""
        ...

    async def close(self) -> None:
        """Ends its connections."""
        ...


class LocalBuckets:
    """Buckets of this process."""

    problem: str | None = None

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._stores: OrderedDict[str, InMemoryStateStore] = OrderedDict()

    async def take(self, key: str, per_minute: int) -> float:
        """Takes one out, or tells how long there is none."""
        if not per_minute:
            return 0.0
        algorithm, rates = policy(per_minute)
        found: Any = self._store(key).check(algorithm, rates, self._now(), 1)
        return wait_of(found)

    async def due(self, key: str, per_minute: int) -> float:
        """How long there is none to take."""
        if not per_minute:
            return 0.0
        algorithm, rates = policy(per_minute)
        state: Any = self._store(key).read(algorithm, rates)
        return wait_of(algorithm.step(rates, state, self._now(), 1)[1])

    async def close(self) -> None:
        """There is nothing to end."""

    def _now(self) -> int:
        return int(self._clock.monotonic() * 1000)

    def _store(self, key: str) -> "InMemoryStateStore":
        from pyrate_limiter import InMemoryStateStore

        found = self._stores.setdefault(key, InMemoryStateStore())
        self._stores.move_to_end(key)
        if len(self._stores) > _BUCKETS:
            self._stores.popitem(last=False)
        return found


def policy(per_minute: int) -> "tuple[TokenBucket, list[Rate]]":
    """The algorithm, and the rate as it takes it."""
    # It takes long to load, and few commands call anything.
    from pyrate_limiter import Rate, TokenBucket

    return TokenBucket(), [Rate(per_minute, _MINUTE)]


def wait_of(decision: "Decision") -> float:
    """Seconds until there is one to take. Never 0 for what was not given: who comes again after
    that time shall find some."""
    return 0.0 if decision.allowed else max(1, decision.retry_after_ms or 0) / 1000
