"""Token buckets, in this process and in a real Redis: the same limits, by a clock in the hand."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.workshop.clock import HandClock
from tests.workshop.redis_server import RedisServer
from tool_registry.base.buckets import Buckets, LocalBuckets
from tool_registry.base.redis_buckets import RedisBuckets

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["local", pytest.param("redis", marks=pytest.mark.needs("redis-server"))])
async def buckets(
    request: pytest.FixtureRequest, clock: HandClock, tmp_path: Path
) -> AsyncGenerator[Buckets]:
    if request.param == "local":
        yield LocalBuckets(clock)
        return
    server: RedisServer = request.getfixturevalue("redis")
    found = RedisBuckets(server.url, str(tmp_path), clock)
    yield found
    assert found.problem is None
    await found.close()


async def test_a_minutes_worth_may_come_at_once_and_then_as_it_flows_in(
    buckets: Buckets, clock: HandClock
) -> None:
    assert [await buckets.take("ann", 3) for _ in range(3)] == [0, 0, 0]
    assert await buckets.take("ann", 3) == pytest.approx(20)
    clock.jump(19.9, 19.9)
    assert await buckets.take("ann", 3) == pytest.approx(0.1)
    clock.jump(0.1, 0.1)
    assert [await buckets.take("ann", 3) for _ in range(2)] == [0, pytest.approx(20)]
    clock.jump(3600, 3600)
    assert [await buckets.take("ann", 3) for _ in range(4)] == [0, 0, 0, pytest.approx(20)]


async def test_who_is_refused_has_used_nothing_and_a_look_takes_nothing(
    buckets: Buckets, clock: HandClock
) -> None:
    assert [await buckets.due("ann", 1) for _ in range(5)] == [0] * 5
    assert await buckets.take("ann", 1) == 0
    for _ in range(5):
        assert await buckets.take("ann", 1) == await buckets.due("ann", 1) == pytest.approx(60)
    clock.jump(60, 60)
    assert await buckets.take("ann", 1) == 0


async def test_keys_do_not_share_and_no_limit_is_none(buckets: Buckets) -> None:
    assert await buckets.take("ann", 1) == 0
    assert await buckets.take("bob", 1) == 0
    assert [await buckets.take("kim", 0) for _ in range(1000)] == [0] * 1000
    assert await buckets.due("kim", 0) == 0


async def test_many_at_once_get_no_more_than_there_is(buckets: Buckets) -> None:
    waits = await asyncio.gather(*(buckets.take("ann", 10) for _ in range(50)))
    assert sum(wait == 0 for wait in waits) == 10


@pytest.mark.needs("redis-server")
async def test_instances_share_a_bucket_and_registries_do_not(
    redis: RedisServer, clock: HandClock, tmp_path: Path
) -> None:
    name = str(tmp_path)
    one, two, other = (RedisBuckets(redis.url, n, clock) for n in (name, name, f"{name}-2"))
    assert await one.take("ann", 2) == 0
    assert await two.take("ann", 2) == 0
    assert await one.take("ann", 2) == await two.due("ann", 2) == pytest.approx(30)
    assert await other.take("ann", 2) == 0
    assert all(0 < left <= 120 for left in redis.lasting("zhizao:*:bucket:*"))
    for each in (one, two, other):
        await each.close()


@pytest.mark.needs("redis-server")
async def test_without_redis_each_instance_counts_for_itself_and_says_so(
    clock: HandClock, tmp_path: Path
) -> None:
    server = RedisServer(tmp_path)
    server.start()
    found = RedisBuckets(server.url, "registry", clock)
    try:
        assert await found.take("ann", 1) == 0
        server.stop()
        assert await found.take("ann", 1) == 0
        assert await found.take("ann", 1) == await found.due("ann", 1) == pytest.approx(60)
        assert server.url.rpartition("/")[0] in (found.problem or "")
        server.start()
        clock.jump(5, 5)
        assert await found.take("ann", 1) == 0
        assert found.problem is None
    finally:
        await found.close()
        server.stop()


async def test_no_more_keys_are_remembered_than_fit(
    clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tool_registry.base.buckets._BUCKETS", 2)
    found = LocalBuckets(clock)
    for key in ("ann", "bob", "kim"):
        assert await found.take(key, 1) == 0
    assert await found.take("kim", 1) > 0
    assert await found.take("ann", 1) == 0
