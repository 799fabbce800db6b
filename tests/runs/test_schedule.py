"""Runs that wait for their time in the store, on each kind of database."""

import pytest

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.request import Later, Request
from pipelines.runs.errors import NotWaiting, RunNotFound
from pipelines.runs.lease import Lease
from pipelines.runs.schedule import drop, due, move, scheduled
from pipelines.runs.store import RunStore
from tests.workshop.clock import HandClock
from tool_registry.base.caller import Caller

HOUR = 3600.0
ANN, BOB = Caller(user="ann"), Caller(user="bob")


def answer_of(run_id: str, status: Status) -> Answer:
    return Answer(run_id=run_id, session_id="s", status=status)


def parked(store: RunStore, clock: HandClock, hours: float, caller: Caller = ANN) -> str:
    """Id of a run that waits for so long."""
    later = Later(at=clock.now() + hours * HOUR, zone="Asia/Shanghai")
    request_id = f"r-{hours}-{caller.user}"
    begun = store.begin(
        Request(text="x", session_id="s", request_id=request_id, later=later, caller=caller)
    )
    assert begun.lease is not None
    store.end(begun.lease, answer_of(begun.run.id, Status.SCHEDULED))
    return begun.run.id


def taken(store: RunStore, run_id: str) -> Lease | None:
    return store.take_over(run_id).lease


def test_it_is_due_at_its_time_and_taken_by_one_alone(store: RunStore, clock: HandClock) -> None:
    run = parked(store, clock, 1)
    assert (due(store, HOUR), taken(store, run)) == ([], None)
    clock.jump(HOUR)
    assert due(store, HOUR) == [run]
    lease = taken(store, run)
    assert lease is not None
    assert (taken(store, run), due(store, HOUR)) == (None, [])
    assert (store.get(run).status, store.get(run).answer) == ("running", None)
    store.end(lease, answer_of(run, Status.SUCCEEDED))
    assert (due(store, HOUR), taken(store, run)) == ([], None)


def test_who_begins_with_it_and_is_gone_leaves_it_due(store: RunStore, clock: HandClock) -> None:
    run = parked(store, clock, 1)
    clock.jump(HOUR)
    assert taken(store, run) is not None
    clock.jump(10 * HOUR, steady=10 * HOUR)
    assert due(store, HOUR) == [run]
    assert taken(store, run) is not None


def test_what_is_late_by_more_than_the_grace_is_due_no_more(
    store: RunStore, clock: HandClock
) -> None:
    run = parked(store, clock, 1)
    clock.jump(2 * HOUR + 1)
    assert due(store, HOUR) == []
    move(store, run, Later(at=clock.now(), zone="UTC"))
    assert due(store, HOUR) == [run]


def test_moved_it_is_not_taken_at_its_old_time(store: RunStore, clock: HandClock) -> None:
    run = parked(store, clock, 1)
    clock.jump(HOUR)
    move(store, run, Later(at=clock.now() + 60, zone="UTC"))
    assert (due(store, HOUR), taken(store, run)) == ([], None)
    assert store.get(run).later == Later(at=clock.now() + 60, zone="UTC")


def test_begun_it_is_neither_moved_nor_dropped(store: RunStore, clock: HandClock) -> None:
    run = parked(store, clock, 1)
    clock.jump(HOUR)
    lease = taken(store, run)
    assert lease is not None
    with pytest.raises(NotWaiting):
        move(store, run, Later(at=1, zone="UTC"))
    with pytest.raises(NotWaiting):
        drop(store, run, "")
    store.end(lease, answer_of(run, Status.SUCCEEDED))
    with pytest.raises(NotWaiting):
        drop(store, run, "")
    with pytest.raises(RunNotFound):
        move(store, "run-none", Later(at=1, zone="UTC"))


def test_dropped_it_is_never_due(store: RunStore, clock: HandClock) -> None:
    run = parked(store, clock, 1)
    assert drop(store, run, "dropped").summary.text == "dropped"
    clock.jump(HOUR)
    assert (due(store, HOUR), scheduled(store, ANN)) == ([], [])
    assert store.get(run).status == "cancelled"


def test_what_waits_is_listed_for_its_own_person_by_time(store: RunStore, clock: HandClock) -> None:
    late, soon = parked(store, clock, 2), parked(store, clock, 1)
    other = parked(store, clock, 1, BOB)
    assert [run.id for run in scheduled(store, ANN)] == [soon, late]
    assert [run.id for run in scheduled(store, BOB)] == [other]


def test_a_run_of_no_time_is_not_gone_on_with(store: RunStore, clock: HandClock) -> None:
    store.begin(Request(text="x", session_id="s", request_id="r", caller=ANN))
    clock.jump(10 * HOUR, steady=10 * HOUR)
    assert due(store, HOUR) == []
