"""A plan that is made call by call, kept ahead of each."""

from pathlib import Path

import pytest

from pipelines.agent.tool_calls import grown
from pipelines.contracts.request import Request
from pipelines.runs.errors import PlanFrozen
from pipelines.runs.store import RunStore
from tests.workshop.tools import chain, said, step

ONE = step(1, "make_part", name=said("bolt"))
TWO = step(2, "make_part", name=said("nut"))


def test_a_plan_grows_at_its_end_and_nowhere_else(tmp_path: Path) -> None:
    store = RunStore(tmp_path / "runs.db")
    begun = store.begin(Request(text="make parts", session_id="s", request_id="r"))
    assert begun.lease is not None
    first = grown(chain(), ONE)
    store.grow(begun.lease, first)
    second = store.grow(begun.lease, grown(first, TWO))
    kept = store.get(begun.run.id).chain
    assert kept == second
    assert [one.id for one in second.steps] == ["s1", "s2"]
    assert first.digest != second.digest
    with pytest.raises(PlanFrozen):
        store.grow(begun.lease, grown(chain(), TWO))
    store.close()


def test_an_unsaid_pipeline_makes_no_other_request_of_an_old_one(tmp_path: Path) -> None:
    store = RunStore(tmp_path / "runs.db")
    told = Request(text="make parts", session_id="s", request_id="r")
    first = store.begin(told).run.id
    assert store.begin(told.model_copy(update={"pipeline": None})).run.id == first
    store.close()
