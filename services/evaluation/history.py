"""Runs that were made, as a page shows them: what nobody has read stays closed until it is opened.

The rule is that of `zhizao eval show`, `compare` and `open`, on what was opened by now."""

from collections.abc import Iterable
from typing import Literal

from evals.case import load_suite, suite_file
from evals.case_files import as_yaml
from evals.comparing import Comparison, compare, hidden, tries_of
from evals.errors import NoSuchRun, SuiteError
from evals.expected import Expected
from evals.opened_cases import open_case, opened_cases
from evals.options import Execution
from evals.records import Part, Record, RunInfo, Try
from evals.report import Finding, Report, build_report
from evals.reports.reproducing import command
from evals.reports.text import trace_lines
from evals.score import Stage
from evals.statistics import Count, wilson
from evals.store.store import EvalStore
from evals.suites import DERIVED, base_of, plan
from evals.variation import NONE


class Listed(Part):
    """One run in a list."""

    id: str
    suite: str
    variant: str
    about: str
    """How it was run, in a line."""
    execution: Execution
    version: str
    who: str
    label: str
    started_at: float
    finished_at: float | None
    planned: int
    rate: Count
    """Of the conversations that were said: passed, with the 95 % Wilson interval."""


class Passed(Part):
    """One conversation that passed."""

    id: str
    repetition: int


class Shown(Part):
    """One run: its report with the slices of more than one part, and each failure, closed ones
    without their words."""

    run: Listed
    rate_seen: Count
    rate_unseen: Count
    funnel: dict[Stage, int]
    """Stage → conversations that were lost there."""
    slices: dict[str, dict[str, Count]]
    failures: tuple[Finding, ...]
    passed: tuple[Passed, ...]
    closed: int
    """Of the failures, those that nobody has opened."""


class Went(Part):
    """One conversation as it went; of a closed one nothing but that it failed."""

    id: str
    repetition: int
    state: Literal["passed", "failed", "closed"]
    lost: Stage | None = None
    texts: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    trace: tuple[str, ...] = ()
    again: str = ""
    """The command that says it again."""


class CaseShown(Part):
    """One case of a run."""

    case: str
    conversations: tuple[Went, ...]
    expected: str | None
    """What its suite expects now, as YAML; None where the suite, or the case in it, is gone, or the
    case is closed."""
    derived: bool
    """True: the run altered the case (a tool left out, say), and expected something else of it
    than is told in `expected`."""


def listed(store: EvalStore, limit: int) -> list[Listed]:
    """The latest runs, the newest first."""
    return [_listed(run, wilson(passed, said)) for run, said, passed in store.latest(limit)]


def shown(store: EvalStore, run_id: str) -> Shown:
    """One run; NoSuchRun where there is none of that id."""
    run = store.run(run_id)
    records = store.records(run.id)
    report = build_report(run, records)
    opened = _opened(run)
    failures = tuple(_closed(one, opened) for one in report.failures)
    return Shown(
        run=_listed(run, report.overall),
        rate_seen=report.seen,
        rate_unseen=report.unseen,
        funnel=report.funnel,
        slices=_slices(report),
        failures=failures,
        passed=tuple(_passed(one) for one in records if one.passed),
        closed=sum(not one.texts for one in failures),
    )


def compared(store: EvalStore, before: str, after: str) -> Comparison:
    """Two runs in pairs; of unseen cases only how many."""
    runs = [store.run(one) for one in (before, after)]
    old, new = ([*store.tries(run.id)] for run in runs)
    found = compare(runs[0].id, tries_of(old), runs[1].id, tries_of(new))
    opened = _opened(runs[0]) | _opened(runs[1])
    return hidden(found, _unread((*old, *new), opened))


def case_of(store: EvalStore, run_id: str, case: str) -> CaseShown:
    """One case, stage by stage, as far as it is open; NoSuchRun where the run has none such."""
    run = store.run(run_id)
    found = store.of_case(run.id, case)
    if not found:
        raise NoSuchRun(f"run {run.id} has no case {case}")
    opened = _opened(run)
    went = tuple(_went(run, one, opened) for one in found)
    is_closed = any(one.state == "closed" for one in went)
    expects, derived = ((), False) if is_closed else _expects(run, found[0].case)
    told = [one.model_dump(mode="json", exclude_unset=True) for one in expects]
    return CaseShown(
        case=found[0].case,
        conversations=went,
        expected=as_yaml(told) if told else None,
        derived=derived,
    )


def opened(store: EvalStore, run_id: str, case: str, who: str) -> CaseShown:
    """The same, once it is noted who reads it: from then on it counts as seen, for everybody."""
    run = store.run(run_id)
    found = store.of_case(run.id, case)
    if any(one.unseen and not one.passed for one in found):
        open_case(suite_file(base_of(run.suite)), found[0].case, who)
    return case_of(store, run_id, case)


def _listed(run: RunInfo, rate: Count) -> Listed:
    return Listed(
        id=run.id,
        suite=run.suite,
        variant=run.options.variant,
        about=run.about(),
        execution=run.execution,
        version=run.version,
        who=run.who,
        label=run.label,
        started_at=run.started_at,
        finished_at=run.finished_at,
        planned=run.planned,
        rate=rate,
    )


def _opened(run: RunInfo) -> frozenset[str]:
    """Cases of its suite that were opened by now; none where the suite is gone."""
    try:
        return opened_cases(suite_file(base_of(run.suite)))
    except SuiteError:
        return frozenset()


def _case(id: str) -> str:
    return id.rpartition("/")[0]


def _unread(tries: Iterable[Try], opened: frozenset[str]) -> frozenset[str]:
    unseen = (one for one in tries if one.unseen and _case(one.id) not in opened)
    return frozenset(f"{one.id} #{one.repetition + 1}" for one in unseen)


def _closed(one: Finding, opened: frozenset[str]) -> Finding:
    if not one.unseen or _case(one.id) in opened:
        return one
    return one.model_copy(update={"texts": (), "reasons": (), "status": "unread"})


def _passed(one: Record) -> Passed:
    return Passed(id=one.id, repetition=one.repetition)


def _slices(report: Report) -> dict[str, dict[str, Count]]:
    return {name: parts for name, parts in report.slices.items() if len(parts) > 1}


def _went(run: RunInfo, one: Record, opened: frozenset[str]) -> Went:
    if one.unseen and not one.passed and one.case not in opened:
        return Went(id=one.id, repetition=one.repetition, state="closed")
    return Went(
        id=one.id,
        repetition=one.repetition,
        state="passed" if one.passed else "failed",
        lost=one.lost,
        texts=tuple(turn.text for turn in one.turns),
        reasons=tuple(one.reasons()),
        trace=tuple(trace_lines(one)),
        again=command(run.options, one.id),
    )


def _expects(run: RunInfo, case: str) -> tuple[tuple[Expected, ...], bool]:
    """What the suite expects of the case, and whether the run expected something else of it; a
    suite may have cases of its own, made of others."""
    try:
        suite = load_suite(base_of(run.suite))
    except SuiteError:
        return (), False
    own = (one.case for one in plan(run.suite, suite, NONE, own=True))
    every = [(one, run.suite in DERIVED) for one in suite.cases] + [(one, False) for one in own]
    return next(((one.expect, way) for one, way in every if one.id == case), ((), False))
