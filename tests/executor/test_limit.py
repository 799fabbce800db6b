"""A tool that its user calls too often: a run waits its turn, or ends ahead of any effect."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pipelines.contracts.execution import Execution
from pipelines.execution.execute import execute
from tests.executor.running import Bench, statuses
from tests.workshop.clock import HandClock
from tests.workshop.running import Running
from tests.workshop.tools import ENVIRONMENTS, TOOLS, chain, out, said, step
from tool_registry.base.buckets import LocalBuckets
from tool_registry.base.caller import Caller
from tool_registry.sources.guard import LIMITED, guarded_call
from tool_registry.sources.limit import CallLimit
from tool_registry.sources.mcp_source import McpSource
from tool_registry.sources.source import Sources

pytestmark = pytest.mark.anyio
BOLTS = [step(n, "make_part", ordinal=n, name=said("bolt")) for n in (1, 2, 3)]
GOOD = {"env": "pre", "name": "bolt"}


class Hall:
    """Time goes on only where somebody waits."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.buckets = LocalBuckets(self.clock)
        self.waited: list[float] = []

    def limit(self, per_minute: int, user: str = "ann") -> CallLimit:
        return CallLimit(self.buckets, Caller(user=user), per_minute, self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.clock.jump(seconds, seconds)


async def carried_out(
    bench: Bench, limit: CallLimit, steps: Sequence[object], patience: float
) -> Execution:
    async with Sources({"workshop": McpSource(bench.config)}, limit) as sources:
        setting = bench.setting(sources)
        options = replace(setting.options, call_timeout=patience)
        return await execute(chain(*steps), replace(setting, options=options))  # pyright: ignore[reportArgumentType]


async def test_a_run_waits_for_its_turn(bench: Bench, workshop: Running) -> None:
    hall = Hall()
    done = await carried_out(bench, hall.limit(2), BOLTS, patience=31.0)
    assert done.status == "done"
    assert hall.waited == [pytest.approx(30)]
    assert len(workshop.effects()) == 3


async def test_what_takes_too_long_ends_the_run_unsent_with_what_exists_told(
    bench: Bench, workshop: Running
) -> None:
    hall = Hall()
    done = await carried_out(bench, hall.limit(2), BOLTS, patience=29.0)
    assert statuses(done) == [("s1", "done"), ("s2", "done"), ("s3", "failed")]
    failure = done.records[2].failure
    assert failure is not None
    assert (failure.code, failure.without_effect, hall.waited) == (LIMITED, True, [])
    title = TOOLS["workshop/make_part"].title
    assert failure.message == (
        f'"{title}" may be called 2 times a minute by one person, so this call was not made;'
        " try again in 30 s"
    )
    assert len(workshop.effects()) == 2
    assert bench.ledger == [("s1", "done", 1), ("s2", "done", 1)]


async def test_each_tool_and_each_user_has_a_bucket_of_its_own(
    bench: Bench, workshop: Running
) -> None:
    hall = Hall()
    painted = step(2, "paint_part", partId=out("s1", "data.partId"), colour=said("red"))
    done = await carried_out(bench, hall.limit(1), [BOLTS[0], painted], patience=1.0)
    assert done.status == "done"
    async with Sources({"workshop": McpSource(bench.config)}, hall.limit(1, "bob")) as sources:
        make = TOOLS["workshop/make_part"]
        found = await guarded_call(make, "pre", GOOD, sources=sources, environments=ENVIRONMENTS)
    assert found.ok
    assert hall.waited == []


async def test_no_entrance_goes_round_the_guard(workshop: Running) -> None:
    hall, make = Hall(), TOOLS["workshop/make_part"]
    async with Sources({"workshop": McpSource(workshop.config())}, hall.limit(1)) as sources:
        results = [
            await guarded_call(
                make, "pre", GOOD, sources=sources, environments=ENVIRONMENTS, timeout=5.0
            )
            for _ in range(3)
        ]
    assert [one.ok for one in results] == [True, False, False]
    failure = results[2].failure
    assert failure is not None
    assert failure.without_effect
    assert "it may be called 1 times a minute; again in 60 s" in failure.message
    assert len(workshop.effects()) == 1
