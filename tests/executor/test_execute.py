"""Chains run forward on a real server: results judged, effects made once, failures told."""

import asyncio

import pytest

from pipelines.contracts.chain import Binding
from pipelines.contracts.intent import Constraint, Span
from pipelines.execution.account import account
from pipelines.execution.execute import execute
from pipelines.runs.errors import PlanFrozen
from pipelines.runs.ledger import entries
from tests.executor.running import Bench, seen, statuses
from tests.workshop.running import Running
from tests.workshop.tools import MAKE, TOOLS, chain, out, said, step
from tool_registry.sources.mcp_source import McpSource
from tool_registry.sources.source import Sources

pytestmark = pytest.mark.anyio
MADE = step(1, "make_part", name=said("bolt"))
PAINTED = step(2, "paint_part", partId=out("s1", "data.partId"), colour=said("red"))


async def test_a_value_goes_from_one_result_into_the_next_call(
    bench: Bench, workshop: Running
) -> None:
    execution = await bench.run(chain(MADE, PAINTED))
    assert execution.status == "done"
    assert workshop.effects()[1]["arguments"] == {"env": "pre", "partId": "P1", "colour": "red"}
    assert bench.ledger == [("s1", "done", 1), ("s2", "done", 1)]
    assert [event.type for event in bench.events] == ["step_started", "step_finished"] * 2
    assert account(chain(MADE, PAINTED), entries(bench.store, bench.lease.run_id)) == execution


async def test_every_writing_call_carries_a_key_of_its_own(bench: Bench, workshop: Running) -> None:
    steps = [step(n, "make_part", ordinal=n, name=said("bolt")) for n in (1, 2, 3)]
    await bench.run(chain(*steps))
    keys = [effect["key"] for effect in workshop.effects()]
    assert len(set(keys)) == 3
    assert None not in keys


async def test_an_unplanned_repeat_of_a_call_returns_the_stored_result(
    bench: Bench, workshop: Running
) -> None:
    twin = step(2, "make_part", name=said("bolt"))
    execution = await bench.run(chain(MADE, twin))
    assert [record.body["data"]["partId"] for record in execution.records] == ["P1", "P1"]
    assert len(workshop.effects()) == 1


async def test_steps_that_stand_for_themselves_go_on_after_a_failure(
    bench: Bench, workshop: Running
) -> None:
    workshop.fail(make_part=["refuse"])
    other = step(3, "make_part", ordinal=2, name=said("nut"))
    execution = await bench.run(chain(MADE, PAINTED, other), keep_going=True)
    assert statuses(execution) == [("s1", "failed"), ("s2", "skipped"), ("s3", "done")]
    assert [effect["arguments"]["name"] for effect in workshop.effects()] == ["nut"]


async def test_a_failure_stops_the_chain_and_cites_the_author(
    bench: Bench, workshop: Running
) -> None:
    workshop.fail(make_part=["refuse"])
    execution = await bench.run(chain(MADE, PAINTED))
    assert statuses(execution) == [("s1", "failed"), ("s2", "skipped")]
    failed = execution.records[0]
    assert failed.failure is not None
    assert (failed.failure.code, failed.troubleshooting) == ("NO_STEEL", "ask the foreman")
    assert workshop.effects() == []
    assert bench.finished() == [("s1", "failed"), ("s2", "skipped")]


@pytest.mark.parametrize("fault", ["5", "break after", "malformed", "cut off", "break before"])
async def test_an_outcome_that_nobody_can_tell_is_unknown_and_asked_about(
    bench: Bench, workshop: Running, fault: str
) -> None:
    workshop.fail(make_part=[fault])
    execution = await bench.run(chain(MADE, PAINTED))
    assert statuses(execution) == [("s1", "unknown"), ("s2", "skipped")]
    assert execution.question is not None
    assert "pre-release" in execution.question
    assert bench.ledger == [("s1", "unknown", 1)]


async def test_a_lost_answer_is_read_back_and_the_chain_goes_on(
    bench: Bench, workshop: Running
) -> None:
    workshop.fail(make_part=["break after"])
    look, asked = seen(True, {"data": {"partId": "P1"}})
    execution = await bench.run(chain(MADE, PAINTED), look)
    assert statuses(execution) == [("s1", "done"), ("s2", "done")]
    assert execution.records[0].verified
    assert asked == [("s1", "workshop/make_part", {"env": "pre", "name": "bolt"})]
    assert bench.ledger[0] == ("s1", "verified", 1)
    assert [effect["tool"] for effect in workshop.effects()] == ["make_part", "paint_part"]


async def test_a_tool_that_honours_keys_is_asked_again_with_the_same_key(
    bench: Bench, workshop: Running
) -> None:
    workshop.fail(make_keyed_part=["break after"])
    execution = await bench.run(chain(step(1, "make_keyed_part", name=said("bolt"))))
    assert execution.status == "done"
    assert bench.ledger == [("s1", "done", 2)]
    assert len(workshop.effects()) == 1


async def test_a_reading_call_is_simply_repeated(bench: Bench, workshop: Running) -> None:
    workshop.fail(list_parts=["break before"])
    execution = await bench.run(chain(step(1, "list_parts")))
    assert execution.status == "done"


async def test_reads_that_do_not_need_each_other_run_side_by_side(
    bench: Bench, workshop: Running
) -> None:
    workshop.fail(list_parts=["0.3", "0.3", "0.3"])
    started = asyncio.get_running_loop().time()
    execution = await bench.run(chain(*(step(n, "list_parts") for n in (1, 2, 3))))
    assert execution.status == "done"
    kinds = [event.type for event in bench.events]
    assert kinds == ["step_started"] * 3 + ["step_finished"] * 3
    assert asyncio.get_running_loop().time() - started < 5


async def test_what_was_just_made_is_waited_for(bench: Bench, workshop: Running) -> None:
    workshop.fail(list_parts=["not yet", "not yet"])
    wanted = Constraint(attribute="name", value="bolt", span=Span(start=0, end=4, text="bolt"))
    chosen = Binding(
        source="selected",
        detail="s2 → data.list[].partId",
        step="s2",
        path="data.list[].partId",
        where=(wanted,),
        where_paths={"name": "data.list[].name"},
    )
    painted = step(3, "paint_part", partId=chosen, colour=said("red"))
    execution = await bench.run(chain(MADE, step(2, "list_parts"), painted))
    assert execution.status == "done"
    assert bench.pauses == [0.1, 0.2]
    assert workshop.effects()[1]["arguments"]["partId"] == "P1"


async def test_a_reading_tool_that_does_not_find_it_yet_is_asked_again(
    bench: Bench, workshop: Running
) -> None:
    workshop.fail(get_part=["not yet"])
    execution = await bench.run(chain(MADE, step(2, "get_part", partId=out("s1", "data.partId"))))
    assert execution.status == "done"
    assert bench.pauses == [0.1]


async def test_nothing_is_waited_for_where_nothing_was_made(
    bench: Bench, workshop: Running
) -> None:
    execution = await bench.run(chain(step(1, "get_part", partId=said("P404"))))
    assert statuses(execution) == [("s1", "failed")]
    assert bench.pauses == []


async def test_a_value_that_no_result_holds_stops_before_the_call(
    bench: Bench, workshop: Running
) -> None:
    painted = step(2, "paint_part", partId=out("s1", "data.list[].partId"), colour=said("red"))
    execution = await bench.run(chain(step(1, "list_parts"), painted))
    assert statuses(execution) == [("s1", "done"), ("s2", "failed")]
    failure = execution.records[1].failure
    assert failure is not None
    assert "paint part" in failure.message
    assert "partId" in failure.message
    assert workshop.effects() == []


async def test_submitted_work_is_waited_for(bench: Bench, workshop: Running) -> None:
    workshop.fail(get_work=["RUNNING", "RUNNING"])
    painted = step(2, "paint_part", partId=out("s1", "resultId"), colour=said("red"))
    execution = await bench.run(chain(step(1, "submit_work", name=said("bolt")), painted))
    assert execution.status == "done"
    assert bench.pauses == [0.1, 0.2]
    assert workshop.effects()[1]["arguments"]["partId"] == "R7"


@pytest.mark.parametrize(
    ("states", "status"), [(["FAILED"], "failed"), (["RUNNING"] * 9, "unknown")]
)
async def test_work_that_fails_or_never_ends_is_said_so(
    bench: Bench, workshop: Running, states: list[str], status: str
) -> None:
    workshop.fail(get_work=states)
    execution = await bench.run(chain(step(1, "submit_work", name=said("bolt"))))
    assert statuses(execution) == [("s1", status)]
    failure = execution.records[0].failure
    assert failure is not None
    assert states[0] in failure.message


async def test_a_declared_replacement_is_tried_where_nothing_happened(
    bench: Bench, workshop: Running
) -> None:
    spare = MAKE.model_copy(update={"replacements": ("workshop/make_spare_part",)})
    bench.tools = {**TOOLS, spare.id: spare}
    workshop.fail(make_part=["refuse"])
    look, _ = seen(False)
    execution = await bench.run(chain(MADE, PAINTED), look)
    assert statuses(execution) == [("s1", "done"), ("s2", "done")]
    assert execution.records[0].replaces == "workshop/make_part"
    assert workshop.effects()[0]["tool"] == "make_spare_part"
    assert workshop.effects()[0]["arguments"] == {"env": "pre", "label": "bolt"}


@pytest.mark.parametrize("fault", ["refuse", "break after"])
async def test_no_replacement_is_tried_where_something_may_have_happened(
    bench: Bench, workshop: Running, fault: str
) -> None:
    spare = MAKE.model_copy(update={"replacements": ("workshop/make_spare_part",)})
    bench.tools = {**TOOLS, spare.id: spare}
    workshop.fail(make_part=[fault])
    execution = await bench.run(chain(MADE))
    assert execution.status in ("failed", "unknown")
    assert [effect["tool"] for effect in workshop.effects()] == ["make_part"] * (fault != "refuse")


async def test_the_wrong_environment_never_leaves(bench: Bench, workshop: Running) -> None:
    elsewhere = MADE.model_copy(update={"arguments": {**MADE.arguments, "env": said("prod")}})
    execution = await bench.run(chain(elsewhere))
    assert statuses(execution) == [("s1", "failed")]
    assert bench.ledger == []
    assert workshop.effects() == []


async def test_a_run_has_one_plan(bench: Bench) -> None:
    await bench.run(chain(step(1, "list_parts")))
    with pytest.raises(PlanFrozen):
        await bench.run(chain(MADE))


async def test_a_cancelled_run_leaves_an_account(bench: Bench, workshop: Running) -> None:
    workshop.fail(paint_part=["3"])
    async with Sources({"workshop": McpSource(workshop.config())}) as sources:
        task = asyncio.create_task(execute(chain(MADE, PAINTED), bench.setting(sources)))
        while len(workshop.effects()) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)  # the other process tells by a file alone
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert bench.finished() == [("s1", "done"), ("s2", "unknown")]
    told = account(chain(MADE, PAINTED), entries(bench.store, bench.lease.run_id))
    assert statuses(told) == [("s1", "done"), ("s2", "sent")]
    assert told.status == "unknown"


async def test_what_is_refused_of_one_row_stops_no_other(bench: Bench, workshop: Running) -> None:
    workshop.fail(make_part=["refuse"])
    rows = [
        step(n, "make_part", name=said(name)).model_copy(update={"goal": f"G{n}"})
        for n, name in enumerate(("bolt", "nut", "ring"), 1)
    ]
    execution = await bench.run(chain(*rows))
    assert statuses(execution) == [("s1", "failed"), ("s2", "done"), ("s3", "done")]
    assert [effect["arguments"]["name"] for effect in workshop.effects()] == ["nut", "ring"]


@pytest.mark.parametrize("fault", ["5", "break after", "break before"])
async def test_a_row_that_nobody_knows_the_outcome_of_stops_all_behind_it(
    bench: Bench, workshop: Running, fault: str
) -> None:
    workshop.fail(make_part=[fault])
    other = step(2, "make_part", name=said("nut")).model_copy(update={"goal": "G2"})
    execution = await bench.run(chain(MADE, other))
    assert statuses(execution)[1] == ("s2", "skipped")


async def test_another_deed_than_the_one_refused_is_not_begun(
    bench: Bench, workshop: Running
) -> None:
    workshop.fail(paint_part=["refuse"])
    painted = step(2, "paint_part", partId=out("s1", "data.partId"), colour=said("red"))
    other = step(3, "make_part", name=said("nut")).model_copy(update={"goal": "G2"})
    execution = await bench.run(chain(MADE, painted, other))
    assert statuses(execution) == [("s1", "done"), ("s2", "failed"), ("s3", "skipped")]
