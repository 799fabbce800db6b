"""Calls that are left to the page around the chat: one result counts, of their own person."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.page import HostPage, PageOutcome, PageResult, PageTool, Words
from pipelines.contracts.request import Request
from pipelines.flow.road import Road
from pipelines.runs.store import RunStore
from tests.trades.orchard import Orchard, orchard_catalogue
from tool_registry.base.caller import Caller
from tool_registry.sources.source import Sources

pytestmark = pytest.mark.anyio
NOTE = PageTool(
    name="write_note",
    title=Words(zh="写便签", en="Write the note"),
    parameters={"properties": {"note": {"type": "string"}}, "required": ["note"]},
    labels={"note": Words(zh="便签", en="note")},
)
PAGE = HostPage(title="Orchard", tools=(NOTE,))


@pytest.fixture
def road(tmp_path: Path) -> Iterator[Road]:
    store = RunStore(tmp_path / "runs.db")
    yield Road(orchard_catalogue(), Sources({"orchard": Orchard()}), store)
    store.close()


async def say(road: Road, key: str, text: str = "set the note to ripe", **more: Any) -> Answer:
    told: dict[str, Any] = {"page": PAGE, **more}
    request = Request(text=text, session_id="s", request_id=key, **told)
    return await road.run(request, lambda event: None)


async def tell(
    road: Road, key: str, run: str, outcome: PageOutcome = "done", **more: Any
) -> Answer:
    result = PageResult(run_id=run, outcome=outcome)
    told = {"text": "set the note to ripe", "session_id": "s", "request_id": key, **more}
    request = Request.model_validate({**told, "page_result": result})
    return await road.run(request, lambda event: None)


async def test_no_environment_takes_part_and_no_stage_runs(road: Road) -> None:
    shown = await say(road, "first")
    assert (shown.status, shown.chain[0].arguments) == (Status.NEEDS_INPUT, {"note": "ripe"})
    assert set(shown.skipped.values()) == {"page"}
    done = await tell(road, "second", shown.run_id)
    assert (done.status, done.summary.satisfied) == (Status.SUCCEEDED, True)
    assert done.intent is None


@pytest.mark.parametrize("page", [PAGE, None])
async def test_a_sentence_of_its_own_is_no_reply(road: Road, page: HostPage | None) -> None:
    asked = await say(road, "first", "fill in the note")
    assert asked.status is Status.NEEDS_INPUT
    made = await say(road, "second", "create a grower named Anna in pre", page=page)
    assert (made.status, [step.tool for step in made.chain]) == (
        Status.SUCCEEDED,
        ["orchard/createGrower"],
    )
    assert made.chain[0].arguments["name"] == "Anna"
    # What was asked is not wanted any more.
    late = await say(road, "third", "ripe", page=page)
    assert not any(step.tool.startswith("page:") for step in late.chain)


async def test_words_that_ask_for_nothing_are_the_reply(road: Road) -> None:
    await say(road, "first", "fill in the note")
    shown = await say(road, "second", "ripe and sweet")
    assert shown.chain[0].arguments == {"note": "ripe and sweet"}
    await say(road, "third", "fill in the note")
    gone = await say(road, "fourth", "ripe and sweet", page=None)
    assert (gone.status, gone.chain) == (Status.REFUSED, ())


async def test_another_sentence_for_the_page_counts_before_a_choice(road: Road) -> None:
    title = Words(zh="写内部便签", en="Write the inner note")
    page = PAGE.model_copy(
        update={"tools": (NOTE, NOTE.model_copy(update={"name": "inner", "title": title}))}
    )
    await say(road, "first", page=page)
    asked = await say(road, "second", "set the note to sweet", page=page)
    assert asked.status is Status.NEEDS_INPUT
    shown = await say(road, "third", "Write the inner note", page=page)
    assert (shown.chain[0].tool, shown.chain[0].arguments) == ("page:inner", {"note": "sweet"})


async def test_of_two_results_at_once_one_counts(road: Road) -> None:
    shown = await say(road, "first")
    told = await asyncio.gather(
        tell(road, "second", shown.run_id), tell(road, "third", shown.run_id, "refused")
    )
    statuses = {one.status for one in told}
    assert len(statuses & {Status.SUCCEEDED, Status.CANCELLED}) == 1
    assert Status.REFUSED in statuses


async def test_a_result_delivered_again_is_the_same_run(road: Road) -> None:
    shown = await say(road, "first")
    done = await tell(road, "second", shown.run_id)
    assert (await tell(road, "second", shown.run_id)).run_id == done.run_id


@pytest.mark.parametrize("other", [{"caller": Caller(user="mallory")}, {"session_id": "another"}])
async def test_nobody_else_tells_what_became_of_it(road: Road, other: dict[str, Any]) -> None:
    shown = await say(road, "first")
    told = await tell(road, "second", shown.run_id, **other)
    assert (told.status, told.chain) == (Status.REFUSED, ())
    assert (await tell(road, "third", shown.run_id)).status is Status.SUCCEEDED


async def test_a_plan_that_is_only_wanted_is_left_to_nobody(road: Road) -> None:
    shown = await say(road, "first", plan_only=True)
    assert shown.status is Status.PLANNED
    assert (await tell(road, "second", shown.run_id)).status is Status.REFUSED


async def test_a_run_whose_process_went_away_does_nothing(road: Road) -> None:
    shown = await say(road, "first")
    chain = road.store.get(shown.run_id).chain
    assert chain is not None
    begun = road.store.begin(Request(text="set the note to ripe", session_id="s", request_id="2"))
    assert begun.lease is not None
    road.store.freeze(begun.lease, chain)
    road.store.release(begun.lease)
    told = await road.resume(begun.run.id, lambda event: None)
    assert told.status is Status.FAILED
    assert "nothing was changed" in told.summary.text
