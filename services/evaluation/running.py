"""Begins a run, goes on with one, keeps each record as it comes, and writes the reports."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from evals.errors import SuiteError
from evals.options import Options
from evals.records import Record, RunInfo
from evals.report import Report, build_report
from evals.reports.files import write_files
from evals.store.store import EvalStore
from services.evaluation.jobs import run_beside, run_here
from services.evaluation.planning import Plan, plan_run
from services.settings import Settings, program_version
from tool_registry.base.ids import new_id

_EACH = 20
"""Conversations for which another process is worth its start."""
Heard = Callable[[Record], None]


def open_eval_store(settings: Settings) -> EvalStore:
    """Where runs are kept: the deployment's database, or a file at home."""
    return EvalStore(settings.database or settings.home / "evals.db")


def begin(plan: Plan, store: EvalStore, who: str = "", label: str = "") -> RunInfo:
    """Notes a new run of the plan, who has it run, and what they call it."""
    run = RunInfo(
        id=new_id("eval"),
        options=plan.options,
        execution=plan.execution,
        change=plan.change,
        version=program_version(),
        planned=len(plan.conversations),
        started_at=time.time(),
        skipped=plan.skipped,
        who=who,
        label=label,
    )
    store.begin(run)
    return run


def carry_out(plan: Plan, run: RunInfo, store: EvalStore, jobs: int | None, hear: Heard) -> RunInfo:
    """Says what the run has not said yet; whatever stops it, what was said is kept."""
    said = {one.key for one in store.records(run.id)}
    left = [
        place
        for place, one in enumerate(plan.conversations)
        if (one.id, one.repetition) not in said
    ]
    count = len(said)

    def done(record: Record) -> None:
        nonlocal count
        store.add(run.id, count, record)
        count += 1
        hear(record)

    many = _jobs(plan, len(left)) if jobs is None else jobs
    if left and many > 1:
        run_beside(plan, left, many, done)
    elif left:
        run_here(plan, [plan.conversations[place] for place in left], done)
    finished = run.model_copy(update={"finished_at": time.time()})
    store.finish(finished)
    return finished


def _jobs(plan: Plan, left: int) -> int:
    """As many processes as there are processors, where that is worth it."""
    if plan.suite.application or plan.options.picks:
        return 1
    return max(1, min(os.cpu_count() or 1, left // _EACH))


def planned_again(run: RunInfo, settings: Settings) -> Plan:
    """The plan of a run that was begun; SuiteError where its suite has changed since."""
    plan = plan_run(run.options, settings)
    if len(plan.conversations) != run.planned:
        now = f"{len(plan.conversations)} conversations now, {run.planned} when the run began"
        raise SuiteError(f"the suite {run.suite} has {now}: begin a new run")
    return plan


def reported(run: RunInfo, store: EvalStore, out: Path | None) -> Report:
    """The report of a run; its files are written into the folder, where one is named."""
    records = store.records(run.id)
    report = build_report(run, records)
    if out is not None:
        write_files(report, records, out)
    return report


def options_of(given: dict[str, object]) -> Options:
    """The options of a command line."""
    return Options.model_validate(given)
