"""What conversations speak of, kept in the database and in a real Redis."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pipelines.contracts.conversation import Remembered
from pipelines.contracts.request import Request
from pipelines.runs.entities import KEPT, Entities, StoredEntities
from pipelines.runs.memory import Memory, OpenQuestion
from pipelines.runs.redis_entities import RedisEntities
from pipelines.runs.store import RunStore
from tests.runs.worker import request
from tests.workshop.clock import HandClock
from tests.workshop.redis_server import RedisServer
from tool_registry.base.caller import Caller
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.redaction import MASK

P1 = Remembered("part", {"id": "P1"}, "pre", words="P1")
P2 = Remembered("part", {"id": "P2"}, "daily")
HOUR = 3600.0


@pytest.fixture(params=["stored", pytest.param("redis", marks=pytest.mark.needs("redis-server"))])
def opened(
    request: pytest.FixtureRequest, store: RunStore, clock: HandClock, tmp_path: Path
) -> Callable[[], Entities]:
    """Opens them, as another process would."""
    if request.param == "stored":
        return lambda: StoredEntities(store)
    server: RedisServer = request.getfixturevalue("redis")
    name, instead = str(tmp_path), StoredEntities(store)
    return lambda: RedisEntities(server.url, name, instead, clock)


def of(user: str = "local", tenant: str = "local", session: str = "talk") -> Request:
    caller = Caller(user=user, tenant=tenant)
    return Request(text="x", session_id=session, request_id="q", caller=caller)


def test_the_latest_come_first_each_for_its_time(
    opened: Callable[[], Entities], clock: HandClock
) -> None:
    kept = opened()
    kept.keep(of(), [P1], HOUR)
    clock.jump(wall=1800)
    kept.keep(of(), [P2], HOUR)
    kept.keep(of(), [], HOUR)
    assert opened().known(of()) == [P2, P1]
    clock.jump(wall=1801)
    assert opened().known(of()) == [P2]
    assert kept.problem is None


def test_nothing_reaches_another_user_tenant_or_conversation(
    opened: Callable[[], Entities],
) -> None:
    kept = opened()
    kept.keep(of(), [P1], HOUR)
    for stranger in (of(user="ann"), of(tenant="they"), of(session="other")):
        assert kept.known(stranger) == []
        kept.drop(stranger, [P1])
    assert kept.known(of()) == [P1]


def test_what_is_gone_is_dropped_and_secrets_are_not_kept(opened: Callable[[], Entities]) -> None:
    kept = opened()
    told = Remembered("key", {"id": "K1", "token": "Bearer abcdef0123456789"}, "pre")
    kept.keep(of(), [told, P2, P1], HOUR)
    kept.drop(of(), [Remembered("part", {"id": "P2"}, "pre"), Remembered("door", {"id": "P1"}, "")])
    [secret, left] = kept.known(of())
    assert (left, secret.attributes["id"]) == (P1, "K1")
    assert MASK in secret.attributes["token"]
    assert "abcdef" not in secret.attributes["token"]


def test_a_long_conversation_keeps_what_is_latest(opened: Callable[[], Entities]) -> None:
    kept = opened()
    for number in range(KEPT + 5):
        kept.keep(of(), [Remembered("part", {"id": str(number)}, "pre")], HOUR)
    known = kept.known(of())
    assert (len(known), known[0].attributes["id"]) == (KEPT, str(KEPT + 4))


@pytest.mark.needs("redis-server")
def test_another_database_at_the_same_redis_knows_nothing_of_it(
    redis: RedisServer, store: RunStore, clock: HandClock
) -> None:
    instead = StoredEntities(store)
    RedisEntities(redis.url, "one", instead, clock).keep(of(), [P1], HOUR)
    assert RedisEntities(redis.url, "two", instead, clock).known(of()) == []
    lasting = redis.lasting("zhizao:one:*")
    assert len(lasting) == 1
    assert 0 < lasting[0] <= HOUR


@pytest.mark.needs("redis-server")
def test_without_redis_the_database_remembers_and_the_question_is_never_lost(
    tmp_path: Path, store: RunStore, clock: HandClock
) -> None:
    server = RedisServer(tmp_path)
    server.start()
    kept = RedisEntities(server.url, "x", StoredEntities(store), clock)
    memory = Memory(store, entities=kept)
    memory.ask(request("q-1"), OpenQuestion("make a part"))
    server.stop()
    memory.remember(request("q-1"), [P1])
    assert memory.recall(request("q-2")) == [P1]
    assert memory.open_question(request("q-2")) == OpenQuestion("make a part")
    assert "cannot be reached" in (kept.problem or "")
    kept.close()


def test_an_address_that_is_none_is_named(store: RunStore, clock: HandClock) -> None:
    with pytest.raises(ConfigurationError):
        RedisEntities("htp://x", "x", StoredEntities(store), clock)
