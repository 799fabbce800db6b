"""A gate: a run against a baseline kept in git. It names the stage that got worse."""

from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from evals.comparing import Comparison, compare, hidden, tries_of, unseen_of
from evals.errors import SuiteError
from evals.records import Part, Record, RunInfo
from evals.score import STAGES, Stage
from evals.verdict import Verdict
from tool_registry.base.program import program

BASELINES = Path(__file__).parent / "baselines"
_SHOWN = 10
_WHAT: dict[Stage, str] = {
    "reading": "what was understood (reader, vocabulary, questions)",
    "filter": "the right tool was not found (filter, synonyms, parsing)",
    "plan": "the wrong calls or arguments (planner, graph)",
    "execution": "calls that did not do what was due (executor, tools)",
    "summary": "what the answer says of it (summary)",
}


class Baseline(Part):
    """What a run came to, small enough to be read in a diff."""

    suite: str
    seed: int = 0
    variant: str = ""
    execution: str = "sandbox"
    passed: tuple[str, ...]
    """Conversations with their repetition, sorted."""
    lost: dict[Stage, tuple[str, ...]]
    """Stage → those that it lost, sorted."""

    def tries(self) -> dict[str, Stage | None]:
        """As they are compared."""
        found: dict[str, Stage | None] = dict.fromkeys(self.passed)
        for stage, keys in self.lost.items():
            found |= dict.fromkeys(keys, stage)
        return found


class Gate(Part):
    """Whether a run may pass, and why not."""

    verdict: Verdict
    message: str
    comparison: Comparison


def baseline_of(run: RunInfo, records: Sequence[Record]) -> Baseline:
    """The baseline that a run makes; SuiteError for a run that is not finished."""
    if len(records) < run.planned:
        raise SuiteError(f"run {run.id} said {len(records)} of {run.planned}: go on with it first")
    tries = tries_of(records)
    return Baseline(
        suite=run.options.suite,
        seed=run.options.seed,
        variant=run.options.variant,
        execution=run.execution,
        passed=tuple(sorted(key for key, lost in tries.items() if lost is None)),
        lost={
            stage: tuple(sorted(key for key, lost in tries.items() if lost == stage))
            for stage in STAGES
        },
    )


def read_baseline(file: Path) -> Baseline:
    """SuiteError where the file holds none."""
    try:
        return Baseline.model_validate_json(file.read_bytes())
    except OSError as error:
        how = f"{program()} eval baseline RUN writes one"
        raise SuiteError(f"there is no baseline {file}; {how}") from error
    except ValidationError as error:
        raise SuiteError(f"{file} holds no baseline") from error


def gate(
    baseline: Baseline, run: RunInfo, records: Sequence[Record], *, alpha: float | None = None
) -> Gate:
    """Fails where more was lost than gained; with `alpha` only where that is no chance.

    Cases that nobody has read count, and are not named."""
    found = compare("baseline", baseline.tries(), run.id, tries_of(records))
    found = hidden(found, unseen_of(records))
    if found.only_before and not run.options.case:
        message = f"{found.only_before} conversations of the baseline were not said"
        return Gate(verdict="not run", message=message, comparison=found)
    worse = found.loss_count - found.gain_count
    if worse <= 0 or (alpha is not None and found.p >= alpha):
        return Gate(verdict="passed", message=_told(found, "passed"), comparison=found)
    return Gate(verdict="failed", message=_told(found, "failed"), comparison=found)


def _told(found: Comparison, verdict: Verdict) -> str:
    counts = f"{found.loss_count} lost, {found.gain_count} gained of {found.pairs}"
    rates = f"{100 * found.rate_before.rate:.1f} % → {100 * found.rate_after.rate:.1f} %"
    lines = [f"gate {verdict}: {rates}, {counts} (p = {found.p:.4g})"]
    if verdict == "failed" and found.worst is not None:
        worst = found.worst
        lines.append(
            f"the stage that got worse is {worst}: {found.lost[worst]} of {found.loss_count} "
            f"that passed before are lost there – {_WHAT[worst]}"
        )
        rest = [f"{stage} {n}" for stage, n in found.lost.items() if n and stage != worst]
        lines += [f"others: {', '.join(rest)}"] if rest else []
        lines += [f"LOST {key}" for key in found.losses[:_SHOWN]]
        if len(found.losses) > _SHOWN:
            lines.append(f"and {len(found.losses) - _SHOWN} more")
        lines += [f"LOST unseen cases: {found.unseen_losses}"] if found.unseen_losses else []
    return "\n".join(lines)
