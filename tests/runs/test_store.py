"""One request, one run: however often it is delivered, by however many processes."""

import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pipelines.contracts.answer import Answer, Status, Summary
from pipelines.contracts.chain import Binding, Step, ToolChain
from pipelines.contracts.events import IntentRead, StepStarted
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.request import Request
from pipelines.runs.errors import LeaseLost, PlanFrozen, RequestReused, RunNotFound
from pipelines.runs.store import LEASE_SECONDS, RunStore
from tests.runs.worker import request
from tests.workshop.clock import HandClock
from tests.workshop.waiting import PATIENCE
from tool_registry.base.caller import Caller, Role
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.redaction import MASK
from tool_registry.base.types import FunctionType, IntentType

ROOT = Path(__file__).parents[2]

READ = IntentRead(intent=IntentResult(text="x", language="en", intent_type=IntentType.OTHER))


def answered(run_id: str, text: str = "done") -> Answer:
    summary = Summary(text=text)
    return Answer(run_id=run_id, session_id="s", status=Status.SUCCEEDED, summary=summary)


def chain(name: str) -> ToolChain:
    step = Step(
        id="s1",
        tool="workshop/make_part",
        title="make",
        function=FunctionType.CREATE,
        arguments={"name": Binding(source="generated", detail=name, value=name)},
        purpose="",
        goal="G1",
    )
    return ToolChain(environment="pre", steps=(step,), digest=f"digest of {name}")


def worker(database: str, *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.runs.worker", database, *arguments]
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    environ = {**os.environ, "PYTHONPATH": path}
    return subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True)


def test_the_same_request_again_gives_the_stored_answer(store: RunStore) -> None:
    first = store.begin(request("q-1"))
    assert first.lease is not None
    store.finish(first.lease, answered(first.run.id, "one bolt"))
    again = store.begin(request("q-1"))
    assert again.lease is None
    assert again.run.id == first.run.id
    assert again.run.answer is not None
    assert again.run.answer.summary.text == "one bolt"


def test_a_request_that_is_under_way_is_not_begun_again(store: RunStore) -> None:
    first, again = store.begin(request("q-1")), store.begin(request("q-1"))
    assert first.lease is not None
    assert (again.run.id, again.lease, again.run.answer) == (first.run.id, None, None)


def test_a_request_id_with_another_sentence_is_refused(store: RunStore) -> None:
    store.begin(request("q-1"))
    with pytest.raises(RequestReused):
        store.begin(request("q-1").model_copy(update={"text": "make a nut"}))


def test_tenants_have_their_own_request_ids(store: RunStore) -> None:
    ours = store.begin(request("q-1"))
    theirs = store.begin(request("q-1").model_copy(update={"caller": Caller(tenant="they")}))
    assert theirs.run.id != ours.run.id


@pytest.mark.slow
def test_five_deliveries_by_five_processes_do_the_work_once(database: str) -> None:
    workers = [worker(database, "deliver", "q-1") for _ in range(5)]
    said = sorted(one.communicate(timeout=PATIENCE)[0].split() for one in workers)
    assert [word for word, _ in said] == ["waited"] * 4 + ["worked"]
    assert len({run_id for _, run_id in said}) == 1


def test_threads_of_one_process_too(store: RunStore) -> None:
    with ThreadPoolExecutor(8) as pool:
        begun = list(pool.map(store.begin, [request("q-1")] * 8))
    assert sum(one.lease is not None for one in begun) == 1


def test_a_killed_process_is_replaced_at_once_and_cannot_write_any_more(database: str) -> None:
    holder = worker(database, "hold", "q-1")
    assert holder.stdout is not None
    run_id = holder.stdout.readline().strip()
    store = RunStore(database)
    assert store.begin(request("q-1")).lease is None
    assert store.interrupted() == []
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    assert [run.id for run in store.interrupted()] == [run_id]
    taken = store.take_over(run_id)
    assert taken.lease is not None
    assert taken.lease.epoch == 2
    store.close()


def test_a_silent_holder_loses_the_run_when_its_time_is_up(
    store: RunStore, clock: HandClock
) -> None:
    begun = store.begin(request("q-1"))
    assert begun.lease is not None
    clock.jump(wall=LEASE_SECONDS - 1, steady=LEASE_SECONDS - 1)
    store.renew(begun.lease)
    clock.jump(wall=2, steady=2)
    assert store.take_over(begun.run.id).lease is None
    clock.jump(wall=LEASE_SECONDS, steady=LEASE_SECONDS)
    assert store.take_over(begun.run.id).lease is not None
    with pytest.raises(LeaseLost):
        store.finish(begun.lease, answered(begun.run.id))
    with pytest.raises(LeaseLost):
        store.append(begun.lease, READ)
    with pytest.raises(LeaseLost):
        store.freeze(begun.lease, chain("bolt"))
    with pytest.raises(LeaseLost):
        store.renew(begun.lease)
    assert store.get(begun.run.id).answer is None


def test_a_jump_of_the_wall_clock_takes_no_run_away(store: RunStore, clock: HandClock) -> None:
    begun = store.begin(request("q-1"))
    clock.jump(wall=3600)
    assert store.take_over(begun.run.id).lease is None
    clock.jump(wall=-7200)
    assert store.take_over(begun.run.id).lease is None


def test_a_released_run_goes_on_with_its_frozen_plan(store: RunStore) -> None:
    begun = store.begin(request("q-1"))
    assert begun.lease is not None
    store.freeze(begun.lease, chain("bolt"))
    store.freeze(begun.lease, chain("bolt"))
    with pytest.raises(PlanFrozen):
        store.freeze(begun.lease, chain("nut"))
    store.release(begun.lease)
    again = store.begin(request("q-1"))
    assert again.lease is not None
    assert again.run.chain == chain("bolt")


def test_events_are_numbered_and_hold_no_secrets(store: RunStore) -> None:
    begun = store.begin(request("q-1"))
    assert begun.lease is not None
    store.append(begun.lease, READ)
    arguments = {"_mcp_t": True, "note": "password=hunter22", "token": "Bearer abcdef0123456789"}
    second = store.append(begun.lease, StepStarted(step="s1", tool="t", arguments=arguments))
    told = store.events(begun.run.id)
    assert [(event.seq, event.type) for event in told] == [(1, "intent"), (2, "step_started")]
    assert store.events(begun.run.id, after=1) == [second]
    assert second.data["arguments"] == {"note": f"password={MASK}", "token": f"Bearer {MASK}"}


def test_the_same_request_id_of_another_user_is_another_request(store: RunStore) -> None:
    ann, bob = (Caller(user=name) for name in ("ann", "bob"))
    first = store.begin(request("q-1").model_copy(update={"caller": ann}))
    other = store.begin(request("q-1").model_copy(update={"caller": bob}))
    assert first.run.id != other.run.id
    assert [run.id for run in store.recent(ann)] == [first.run.id]
    assert [run.id for run in store.of_session(bob, "s")] == [other.run.id]


def test_a_request_that_comes_again_after_a_change_of_roles_is_the_same(store: RunStore) -> None:
    author = Caller(user="ann", role=Role.AUTHOR)
    first = store.begin(request("q-1").model_copy(update={"caller": author}))
    owner = author.model_copy(update={"role": Role.OWNER})
    again = store.begin(request("q-1").model_copy(update={"caller": owner}))
    assert again.run.id == first.run.id


def test_an_answer_is_stored_and_returned_without_secrets(store: RunStore) -> None:
    begun = store.begin(request("q-1"))
    assert begun.lease is not None
    told = store.finish(begun.lease, answered(begun.run.id, "made; password: hunter22"))
    assert told.summary.text == f"made; password: {MASK}"
    assert store.get(begun.run.id).answer == told


def test_recent_runs_are_those_of_the_caller_the_newest_first(
    store: RunStore, clock: HandClock
) -> None:
    ids: list[str] = []
    for key in ("q-1", "q-2"):
        ids.append(store.begin(request(key)).run.id)
        clock.jump(wall=1)
    assert [run.id for run in store.recent(Caller())] == ids[::-1]
    assert store.recent(Caller(user="they")) == []
    with pytest.raises(RunNotFound):
        store.get("run-nowhere")


def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    RunStore(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE runs_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(ConfigurationError, match=r"schema version 99.*newer program"):
        RunStore(path)


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    path.write_text("these are no runs, and no database either" * 50, encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"runs\.db.*cannot be used"):
        RunStore(path)


def test_a_request_survives_unusual_text(store: RunStore) -> None:
    text = "造一个💥 '; DROP TABLE runs; -- \\ \x00"
    odd = Request(text=text, session_id="s", request_id="q-odd")
    assert store.get(store.begin(odd).run.id).request.text == text
