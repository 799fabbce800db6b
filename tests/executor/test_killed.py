"""Processes killed in the middle: nothing is done twice, and what is in doubt is said."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pipelines.contracts.answer import Status
from pipelines.runs.ledger import entries
from pipelines.runs.store import RunStore
from tests.executor.running import Bench, seen, statuses
from tests.executor.worker import plan
from tests.workshop.running import ROOT, Running
from tests.workshop.waiting import wait_for
from tool_registry.base.caller import Caller

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


def start(database: Path, workshop: Running, count: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.executor.worker", str(database), workshop.url]
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [*command, str(count)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def kill(process: "subprocess.Popen[str]") -> None:
    process.send_signal(signal.SIGKILL)
    process.communicate()


def resumed(store: RunStore, workshop: Running) -> Bench:
    """The killed process's run, taken over by this one."""
    begun = store.take_over(store.interrupted()[0].id)
    assert begun.lease is not None
    assert begun.run.chain == plan(0)
    return Bench(store, begun.lease, workshop.config())


async def test_killed_between_effect_and_record_it_stays_unknown(
    workshop: Running, tmp_path: Path
) -> None:
    workshop.fail(make_part=["3"])
    worker = start(tmp_path / "runs.db", workshop, 1)
    wait_for(lambda: len(workshop.effects()) == 1)
    kill(worker)
    store = RunStore(tmp_path / "runs.db")
    execution = await resumed(store, workshop).run(plan(0))
    assert statuses(execution) == [("s1", "unknown"), ("s2", "skipped")]
    assert execution.question is not None
    assert len(workshop.effects()) == 1
    store.close()


async def test_killed_between_effect_and_record_it_is_read_back(
    workshop: Running, tmp_path: Path
) -> None:
    workshop.fail(make_part=["3"])
    worker = start(tmp_path / "runs.db", workshop, 1)
    wait_for(lambda: len(workshop.effects()) == 1)
    kill(worker)
    store = RunStore(tmp_path / "runs.db")
    look, asked = seen(True, {"data": {"partId": "P1"}})
    execution = await resumed(store, workshop).run(plan(0), look)
    assert statuses(execution) == [("s1", "done"), ("s2", "done")]
    assert [tool for _, tool, _ in asked] == ["workshop/make_part"]
    assert [effect["tool"] for effect in workshop.effects()] == ["make_part", "make_keyed_part"]
    store.close()


async def test_a_keyed_call_is_repeated_and_finished_steps_are_not(
    workshop: Running, tmp_path: Path
) -> None:
    workshop.fail(make_keyed_part=["3"])
    worker = start(tmp_path / "runs.db", workshop, 1)
    wait_for(lambda: len(workshop.effects()) == 2)
    kill(worker)
    store = RunStore(tmp_path / "runs.db")
    bench = resumed(store, workshop)
    execution = await bench.run(plan(0))
    assert statuses(execution) == [("s1", "done"), ("s2", "done")]
    assert bench.ledger == [("s1", "done", 1), ("s2", "done", 2)]
    assert len(workshop.effects()) == 2
    store.close()


def test_killed_at_random_no_effect_comes_twice_and_none_is_lost(
    workshop: Running, tmp_path: Path
) -> None:
    count, seed = 40, random.randrange(1_000_000)
    draw = random.Random(seed)
    for _ in range(4):
        worker = start(tmp_path / "runs.db", workshop, count)
        time.sleep(draw.uniform(0.02, 0.5))
        kill(worker)
    start(tmp_path / "runs.db", workshop, count).communicate()
    store = RunStore(tmp_path / "runs.db")
    runs = store.recent(Caller(), limit=count)
    made = [(effect["tool"], effect["arguments"]["name"]) for effect in workshop.effects()]
    assert len(made) == len(set(made)), f"seed {seed}: an effect came twice"
    assert len(runs) == count
    for run in runs:
        name = f"part of run {run.request.request_id.removeprefix('q-')}"
        states = {entry.step: entry.state for entry in entries(store, run.id)}
        if run.status != Status.UNKNOWN:
            assert {("make_part", name), ("make_keyed_part", name)} <= set(made), f"seed {seed}"
        else:
            assert states == {"s1": "unknown"}, f"seed {seed}"
    store.close()
