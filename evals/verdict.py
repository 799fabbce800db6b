"""The one rule by which a run passes, and the exit code that every command gives for it."""

from typing import Literal, TypeAlias

from evals.records import RunInfo
from evals.statistics import Count

Verdict: TypeAlias = Literal["passed", "failed", "not run"]
EXIT_CODES: dict[Verdict, int] = {"passed": 0, "failed": 1, "not run": 2}


def verdict_of(run: RunInfo, overall: Count) -> Verdict:
    """`passed`: all that was planned was said, and every conversation passed. `not run`: something
    that was planned was not said. A gate asks for less: that nothing got worse than its baseline.
    """
    if not overall.total or overall.total < run.planned:
        return "not run"
    return "passed" if overall.passed == overall.total else "failed"
