"""A stage that did not run says why in the answer."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipelines.contracts.answer import STAGES, Answer, Status
from pipelines.contracts.request import PlanChange, Request
from pipelines.flow.road import Road
from pipelines.runs.store import RunStore
from tests.trades.orchard import Orchard, orchard_catalogue
from tool_registry.sources.source import Sources

pytestmark = pytest.mark.anyio


@pytest.fixture
def road(tmp_path: Path) -> Iterator[Road]:
    store = RunStore(tmp_path / "runs.db")
    yield Road(orchard_catalogue(), Sources({"orchard": Orchard()}), store)
    store.close()


async def ask(road: Road, text: str, key: str, **more: object) -> Answer:
    told = {"text": text, "session_id": "s", "request_id": key, "environment": "pre", **more}
    return await road.run(Request.model_validate(told), lambda event: None)


async def test_every_stage_of_a_request_that_is_served_runs(road: Road) -> None:
    answer = await ask(road, "create a grower", "whole")
    assert (answer.status, answer.skipped) == (Status.SUCCEEDED, {})
    assert set(answer.timings_ms) == set(STAGES)


async def test_what_is_answered_early_ends_ahead_of_the_other_stages(road: Road) -> None:
    answer = await ask(road, "thanks", "early")
    assert answer.skipped == dict.fromkeys(STAGES[1:], "ended_before")


async def test_a_plan_that_is_only_shown_is_not_executed(road: Road) -> None:
    answer = await ask(road, "create a grower", "shown", plan_only=True)
    assert answer.skipped == {"execute": "ended_before", "summary": "ended_before"}


async def test_a_plan_that_was_shown_is_neither_read_nor_planned_again(road: Road) -> None:
    shown = await ask(road, "create a grower", "first", plan_only=True)
    answer = await ask(road, "create a grower", "agreed", plan=PlanChange(run_id=shown.run_id))
    assert answer.status is Status.SUCCEEDED
    assert answer.skipped == dict.fromkeys(("intent", "filter", "plan"), "agreed_plan")
