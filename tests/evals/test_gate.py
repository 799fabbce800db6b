"""Two runs in pairs, and a gate that names the stage that got worse."""

from pathlib import Path

import pytest

from evals.comparing import as_text, compare, hidden, tries_of, unseen_of
from evals.errors import SuiteError
from evals.gate import baseline_of, gate, read_baseline
from evals.options import Options
from evals.records import Record, RunInfo
from evals.score import Stage


def run(*lost: Stage | None, planned: int | None = None) -> tuple[RunInfo, list[Record]]:
    """A run whose conversations were lost at these stages."""
    records = [
        Record(
            id=f"c{number}/0",
            case=f"c{number}",
            language="zh",
            length="short",
            intent="other",
            author="",
            unseen=number == 1,
            lost=stage,
            turns=(),
        )
        for number, stage in enumerate(lost)
    ]
    options = Options(suite="tickets")
    count = len(lost) if planned is None else planned
    return RunInfo(id="eval-2", options=options, planned=count, started_at=0), records


def test_pairs_are_compared_and_where_they_moved() -> None:
    _, old = run(None, None, "plan", None)
    _, new = run(None, "filter", None, "filter")
    found = compare("a", tries_of(old), "b", tries_of(new))
    assert (found.gains, found.losses) == (("c2/0 #1",), ("c1/0 #1", "c3/0 #1"))
    assert (found.worst, found.stages["filter"], found.stages["plan"]) == ("filter", 2, -1)
    shown = hidden(found, unseen_of(new))
    assert (shown.losses, shown.unseen_losses, shown.worst) == (("c3/0 #1",), 1, "filter")
    text = as_text(shown)
    assert "1 gained, 2 lost, p = 1 (may be chance)" in text
    assert "LOST an unseen case" in text
    assert "c1/0" not in text


def test_a_gate_passes_what_is_as_good_and_names_the_stage_of_what_is_not(tmp_path: Path) -> None:
    file = tmp_path / "baseline.json"
    file.write_text(baseline_of(*run(None, None, "plan", None)).model_dump_json())
    baseline = read_baseline(file)
    assert gate(baseline, *run(None, "plan", None, None)).verdict == "passed"
    failed = gate(baseline, *run(None, "filter", "plan", "filter"))
    assert failed.verdict == "failed"
    assert "the stage that got worse is filter: 2 of 2" in failed.message
    assert "LOST c3/0 #1" in failed.message
    assert gate(baseline, *run(None, "filter", "plan", "filter"), alpha=0.05).verdict == "passed"
    for told in (failed.message, failed.model_dump_json()):
        assert "c1/0" not in told
    assert "LOST unseen cases: 1" in failed.message


def test_a_gate_is_not_passed_by_saying_less() -> None:
    baseline = baseline_of(*run(None, None))
    found = gate(baseline, *run(None))
    assert (found.verdict, found.message) == (
        "not run",
        "1 conversations of the baseline were not said",
    )


def test_an_unfinished_run_makes_no_baseline() -> None:
    with pytest.raises(SuiteError, match="said 1 of 3: go on with it first"):
        baseline_of(*run(None, planned=3))


def test_a_baseline_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="zhizao eval baseline RUN writes one"):
        read_baseline(tmp_path / "none.json")
