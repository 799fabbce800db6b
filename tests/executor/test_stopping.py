"""A stopped run: calls under way come to their end, no other begins, what is lost is looked for."""

import asyncio
import time

import pytest

from pipelines.execution.execute import execute
from tests.executor.running import Bench, seen, statuses
from tests.workshop.running import Running
from tests.workshop.tools import chain, said, step
from tool_registry.sources.mcp_source import McpSource
from tool_registry.sources.source import Sources

pytestmark = pytest.mark.anyio
MANY = chain(*(step(n, "make_part", ordinal=n, name=said("bolt")) for n in (1, 2, 3)))


async def test_the_call_under_way_ends_and_no_other_begins(bench: Bench, workshop: Running) -> None:
    workshop.fail(make_part=["0.3"])
    async with Sources({"workshop": McpSource(bench.config)}) as sources:
        setting = bench.setting(sources)
        work = asyncio.create_task(execute(MANY, setting))
        await asyncio.to_thread(_until_called, workshop)
        await setting.stop.settle()
        execution = await work
    assert statuses(execution) == [("s1", "done"), ("s2", "skipped"), ("s3", "skipped")]
    assert execution.stopped
    assert bench.ledger == [("s1", "done", 1)]
    assert len(workshop.effects()) == 1


async def test_a_stop_behind_the_last_call_changes_nothing(bench: Bench, workshop: Running) -> None:
    workshop.fail(make_part=["0.3"])
    async with Sources({"workshop": McpSource(bench.config)}) as sources:
        setting = bench.setting(sources)
        alone = chain(step(1, "make_part", name=said("bolt")))
        work = asyncio.create_task(execute(alone, setting))
        await asyncio.to_thread(_until_called, workshop)
        await setting.stop.settle()
        execution = await work
    assert execution.status == "done"
    assert not execution.stopped


async def test_finding_out_reads_back_what_is_lost_and_calls_nothing_else(
    bench: Bench, workshop: Running
) -> None:
    workshop.fail(make_part=["break after"])
    lost = await bench.run(MANY)
    assert statuses(lost) == [("s1", "unknown"), ("s2", "skipped"), ("s3", "skipped")]
    again, (look, asked) = bench.taken_over(), seen(True, {"data": {"partId": "P1"}})
    async with Sources({"workshop": McpSource(bench.config)}) as sources:
        setting = again.setting(sources, look)
        setting.stop.asked = True
        found = await execute(MANY, setting)
    assert statuses(found) == [("s1", "done"), ("s2", "skipped"), ("s3", "skipped")]
    assert found.records[0].verified
    assert [one[0] for one in asked] == ["s1"]
    assert len(workshop.effects()) == 1


async def test_finding_out_does_not_even_repeat_what_may_be_repeated(
    bench: Bench, workshop: Running
) -> None:
    workshop.fail(make_keyed_part=["break after"] * 3)
    alone = chain(step(1, "make_keyed_part", name=said("bolt")))
    lost = await bench.run(alone)
    assert statuses(lost) == [("s1", "unknown")]
    again, (look, _) = bench.taken_over(), seen(None)
    async with Sources({"workshop": McpSource(bench.config)}) as sources:
        setting = again.setting(sources, look)
        setting.stop.asked = True
        found = await execute(alone, setting)
    assert statuses(found) == [("s1", "unknown")]
    assert again.ledger == bench.ledger


def _until_called(workshop: Running) -> None:
    while not workshop.effects():
        time.sleep(0.02)
