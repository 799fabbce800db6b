"""Runs are kept record by record, and found again by the beginning of their id."""

from pathlib import Path

import pytest

from evals.errors import SuiteError
from evals.options import Options
from evals.records import RunInfo
from evals.store.store import EvalStore
from tests.evals.test_running import Theatre, run_all


def run(id: str, at: float) -> RunInfo:
    return RunInfo(id=id, options=Options(suite="tickets"), planned=5, started_at=at)


def test_records_come_back_as_they_were_and_runs_the_newest_first(tmp_path: Path) -> None:
    store = EvalStore(tmp_path / "evals.db")
    results = run_all(Theatre())
    store.begin(run("eval-a1", 1))
    store.begin(run("eval-b1", 2))
    for place, record in enumerate(results):
        store.add("eval-a1", place, record)
    store.finish(run("eval-a1", 1).model_copy(update={"finished_at": 9}))
    store.close()
    again = EvalStore(tmp_path / "evals.db")
    assert again.records("eval-a1") == results
    assert [(one.id, said, passed) for one, said, passed in again.latest()] == [
        ("eval-b1", 0, 0),
        ("eval-a1", 5, 4),
    ]
    assert again.run("eval-a").finished_at == 9
    assert again.run("last").id == "eval-b1"
    again.remove("eval-b1")
    assert again.run("last").id == "eval-a1"


def test_a_run_that_is_none_or_several_is_told(tmp_path: Path) -> None:
    store = EvalStore(tmp_path / "evals.db")
    with pytest.raises(SuiteError, match="no run begins with 'x'"):
        store.run("x")
    store.begin(run("eval-1", 1))
    store.begin(run("eval-2", 2))
    with pytest.raises(SuiteError, match="several runs begin with 'eval-'"):
        store.run("eval-")
