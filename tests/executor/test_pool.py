"""What is taken from among many is one user's: concurrent runs, others' searches, a release."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial
from types import MappingProxyType

import pytest

from pipelines.contracts.chain import Binding, ToolChain
from pipelines.contracts.execution import Execution
from pipelines.contracts.request import Request
from pipelines.execution.execute import execute
from pipelines.execution.reserving import Pool
from pipelines.runs.reservations import SECONDS, Reservations
from pipelines.runs.store import RunStore
from tests.executor.running import Bench, statuses
from tests.workshop.clock import HandClock
from tests.workshop.running import Running
from tests.workshop.tools import ENVIRONMENTS, TOOLS, chain, said, step
from tool_registry.base.caller import Caller
from tool_registry.base.ids import new_id
from tool_registry.catalogue import Catalogue
from tool_registry.sources.mcp_source import McpSource
from tool_registry.sources.source import Sources
from tool_registry.vocabulary.lexicon import Lexicon

pytestmark = pytest.mark.anyio
KNOWN = Catalogue(MappingProxyType(TOOLS), Lexicon(()), ENVIRONMENTS, ())
PART = "data.list[].partId"
ANY = Binding(source="selected", detail=f"s1 → {PART}", step="s1", path=PART)
PAINT = chain(step(1, "list_parts"), step(2, "paint_part", partId=ANY, colour=said("red")))
PARTS = chain(*(step(n, "make_part", ordinal=n, name=said("bolt")) for n in (1, 2)))


async def run(
    plan: ToolChain, user: str, database: str, workshop: Running, clock: HandClock
) -> Execution:
    """The chain as a process of its own runs it for that user."""
    with closing(RunStore(database, clock=clock)) as store:
        caller = Caller(user=user)
        request = Request(text="paint", session_id="s", request_id=new_id("q"), caller=caller)
        begun = store.begin(request)
        assert begun.lease is not None
        bench = Bench(store, begun.lease, workshop.config())
        claim = partial(Reservations(store).claim, request, begun.run.id, plan.environment)
        pool = Pool(TOOLS, KNOWN, user, "en", claim)
        async with Sources({"workshop": McpSource(bench.config)}) as sources:
            return await execute(plan, replace(bench.setting(sources), pool=pool))


def painted(workshop: Running) -> list[str]:
    return [one["arguments"]["partId"] for one in workshop.effects() if one["tool"] == "paint_part"]


async def test_two_users_at_once_get_two_things_and_a_third_is_told_why_there_is_none(
    database: str, workshop: Running, clock: HandClock
) -> None:
    paint = partial(run, PAINT, database=database, workshop=workshop, clock=clock)
    await run(PARTS, "ann", database, workshop, clock)
    done = await asyncio.gather(paint("ann"), paint("bob"))
    assert [one.status for one in done] == ["done", "done"]
    assert sorted(painted(workshop)) == ["P1", "P2"]
    passed = [b.detail for one in done for b in one.records[1].bindings.values()]
    assert len(passed) == 1
    assert "passed over" in passed[0]
    third = await paint("eve")
    assert statuses(third)[1] == ("s2", "failed")
    failure = third.records[1].failure
    assert failure is not None
    assert failure.code == "RESERVED"
    assert all(word in failure.message for word in ("P1", "P2", "ann", "bob"))
    assert len(painted(workshop)) == 2


async def test_ones_own_is_taken_again_and_what_is_released_or_expired_is_free(
    database: str, workshop: Running, clock: HandClock
) -> None:
    paint = partial(run, PAINT, database=database, workshop=workshop, clock=clock)
    await run(chain(PARTS.steps[0]), "ann", database, workshop, clock)
    assert [(await paint(user)).status for user in ("ann", "ann", "bob")] == [
        *("done", "done", "failed")
    ]
    with closing(RunStore(database, clock=clock)) as store:
        kept = Reservations(store)
        [mine] = kept.of(Caller(user="ann"))
        assert (mine.entity, mine.value, mine.environment) == ("part", "P1", "pre")
        assert not kept.release(Caller(user="bob"), mine.id)
        assert kept.release(Caller(user="ann"), mine.id)
    assert (await paint("bob")).status == "done"
    clock.jump(SECONDS + 1)
    assert (await paint("ann")).status == "done"


async def test_what_is_named_or_only_looked_at_is_not_reserved(
    database: str, workshop: Running, clock: HandClock
) -> None:
    await run(PARTS, "ann", database, workshop, clock)
    found = Binding(source="output", detail="s1", step="s1", path="data.partId")
    look = step(1, "get_part", partId=said("P1"))
    named = chain(look, step(2, "paint_part", partId=found, colour=said("red")))
    seen = chain(step(1, "list_parts"), step(2, "get_part", partId=ANY))
    for plan in (named, seen):
        await run(plan, "ann", database, workshop, clock)
    with closing(RunStore(database, clock=clock)) as store:
        assert Reservations(store).of(Caller(user="ann")) == []


def test_of_many_that_claim_one_thing_at_once_one_has_it(database: str) -> None:
    RunStore(database).close()

    def claimed(number: int) -> str:
        caller = Caller(user=f"user{number}")
        request = Request(text="x", session_id="s", request_id="q", caller=caller)
        with closing(RunStore(database)) as store:
            return Reservations(store).claim(request, "run", "pre", "part", "P1").user

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(claimed, range(8)))) == 1
    with closing(RunStore(database)) as store:
        other = Request(text="x", session_id="s", request_id="q", caller=Caller(user="other"))
        there = Reservations(store).claim(other, "run", "daily", "part", "P1")
        assert there.user == "other"
