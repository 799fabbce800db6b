"""Instances hear of changes, and share what they have parsed: the same with and without Redis."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio
import pytest

from tests.workshop.redis_server import RedisServer
from tests.workshop.waiting import PATIENCE
from tool_registry.base.bus import ChangeBus, LocalBus
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.ids import digest
from tool_registry.base.redis_bus import RedisBus, connect, place
from tool_registry.stores.cache import FileCache, ToolCache
from tool_registry.stores.redis_cache import RedisCache

pytestmark = pytest.mark.anyio
KEY = digest("a key")


@dataclass
class Registry:
    """Stands in for the database: everybody reads the revision here."""

    revision: int = 1

    def read(self) -> int:
        return self.revision


@dataclass
class Rig:
    """Makes instances of one kind."""

    bus: Callable[[Registry], ChangeBus]
    cache: Callable[[], ToolCache]


@pytest.fixture(params=["local", pytest.param("redis", marks=pytest.mark.needs("redis-server"))])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Rig:
    if request.param == "local":
        return Rig(lambda r: LocalBus(r.read, 0.05), lambda: FileCache(tmp_path / "parsed", 2))
    server: RedisServer = request.getfixturevalue("redis")
    name = tmp_path.name
    return Rig(lambda r: RedisBus(server.url, name, r.read, 0.05), lambda: RedisCache(server.url))


@asynccontextmanager
async def heard(bus: ChangeBus) -> AsyncGenerator[AsyncGenerator[int]]:
    async with aclosing(bus.changes(1)) as changes:
        yield changes
    await bus.close()


async def test_changes_from_before_listening_and_after_are_heard(rig: Rig) -> None:
    registry = Registry()
    speaker = rig.bus(registry)
    async with heard(rig.bus(registry)) as changes:
        for revision in (2, 3, 4):
            registry.revision = revision
            await speaker.publish(revision)
            with anyio.fail_after(PATIENCE):
                assert await anext(changes) == revision
    await speaker.close()


async def test_what_was_put_is_found_by_another_instance(rig: Rig) -> None:
    first, second = rig.cache(), rig.cache()
    assert await second.get(KEY) is None
    await first.put(KEY, b"\x00 parsed \xff")
    assert await second.get(KEY) == b"\x00 parsed \xff"
    await first.put(KEY, b"parsed again")
    assert await second.get(KEY) == b"parsed again"
    assert (first.problem, second.problem) == (None, None)
    for cache in (first, second):
        await cache.close()


async def test_a_folder_keeps_the_latest_few(tmp_path: Path) -> None:
    cache = FileCache(tmp_path / "parsed", 2)
    for number in range(4):
        await cache.put(digest(number), b"x")
    assert len(list((tmp_path / "parsed").iterdir())) == 2


@pytest.mark.needs("redis-server")
async def test_without_redis_changes_are_heard_from_the_database_and_said_to_be_late(
    tmp_path: Path,
) -> None:
    server, registry = RedisServer(tmp_path), Registry()
    server.start()
    bus = RedisBus(server.url, "one", registry.read, 0.05)
    try:
        async with heard(bus) as changes:
            registry.revision = 2
            with anyio.fail_after(PATIENCE):
                assert await anext(changes) == 2
                assert bus.problem is None
                server.stop()
                registry.revision = 3
                assert await anext(changes) == 3
                await bus.publish(3)
                assert "cannot be reached" in (bus.problem or "")
                server.start()
                registry.revision = 4
                assert await anext(changes) == 4
                while bus.problem is not None:
                    registry.revision += 1
                    await anext(changes)
    finally:
        server.stop()


@pytest.mark.needs("redis-server")
async def test_without_redis_nothing_is_found_and_nothing_fails(tmp_path: Path) -> None:
    server = RedisServer(tmp_path)
    cache = RedisCache(server.url)
    await cache.put(KEY, b"x")
    assert await cache.get(KEY) is None
    assert "cannot be reached" in (cache.problem or "")
    server.start()
    try:
        assert await cache.get(KEY) is None
        assert cache.problem is None
    finally:
        server.stop()
        await cache.close()


def test_an_address_of_something_else_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="the address of Redis cannot be used"):
        connect("http://127.0.0.1/")
    assert place("redis://user:geheim@127.0.0.1:6379/0") == "redis://127.0.0.1:6379/0"
