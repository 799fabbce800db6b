"""The report of a run, made of its records: counts with their uncertainty, and every failure."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, median

from pydantic import Field

from evals.records import Part, Record, RunInfo
from evals.score import STAGES, Stage
from evals.statistics import Count, count, pass_hat
from evals.verdict import Verdict, verdict_of
from pipelines.contracts.answer import ModelUse

SLICES: dict[str, Callable[[Record], str]] = {
    "language": lambda one: one.language,
    "length": lambda one: one.length,
    "intent": lambda one: one.intent,
    "author": lambda one: one.author or "unknown",
    "wording": lambda one: str(one.wording),
}
"""What records are cut by."""
_KS = (1, 2, 3, 5, 8)


class Finding(Part):
    """One conversation that failed, and why."""

    id: str
    repetition: int = 0
    texts: tuple[str, ...]
    status: str
    lost: Stage
    reasons: tuple[str, ...]
    unseen: bool = False
    """True: nobody has read it; a report that is shown leaves its texts and reasons out."""


class Models(Part):
    """What language models were asked in a run; figures a request are over all turns."""

    turns: int
    asked: int
    """Turns for which a model was asked."""
    calls: float
    """A turn."""
    input_tokens: float
    """A turn, as the service counted them."""
    output_tokens: float
    stages: dict[str, dict[str, int]]
    """Stage → outcome → turns; `repaired` counts those with an answer that was sent back."""


class Measure(Part):
    """A scorer's values over all turns that it measured."""

    turns: int
    mean: float
    median: float
    highest: float


class Report(Part):
    """What `eval run --json` prints."""

    run: RunInfo
    verdict: Verdict
    overall: Count
    seen: Count
    """Conversations of cases of which somebody has read a failure, or may have."""
    unseen: Count
    at_once: Count | None = None
    """Conversations that passed without a choice; None where nothing was chosen."""
    rows: Count
    """Cases all of whose wordings and repetitions passed."""
    pass_hat: dict[int, float] = Field(default_factory=dict[int, float])
    """k → how likely all of k tries of a conversation pass; empty without repetitions."""
    flaky: tuple[str, ...] = ()
    """Conversations that passed in some repetitions and failed in others."""
    scorers: dict[str, Count]
    measures: dict[str, Measure]
    funnel: dict[Stage, int]
    """Stage → conversations that were lost there."""
    slices: dict[str, dict[str, Count]]
    milliseconds: dict[str, float]
    """Per turn: median, 95th percentile, and the slowest."""
    models: Models
    failures: tuple[Finding, ...]


def build_report(run: RunInfo, records: Sequence[Record]) -> Report:
    """Counts over all conversations of a run."""
    times = sorted(turn.milliseconds for one in records for turn in one.turns)
    overall = count(one.passed for one in records)
    return Report(
        run=run,
        verdict=verdict_of(run, overall),
        overall=overall,
        seen=count(one.passed for one in records if not one.unseen),
        unseen=count(one.passed for one in records if one.unseen),
        at_once=_at_once(records),
        rows=count(all(passed) for passed in _tries(records, lambda one: one.case).values()),
        pass_hat=_pass_hat(run, records),
        flaky=_flaky(records),
        scorers=_scorers(records),
        measures=_measures(records),
        funnel={stage: sum(one.lost == stage for one in records) for stage in STAGES},
        slices={name: _slice(records, key) for name, key in SLICES.items()},
        milliseconds=_times(times),
        models=_models([turn.answer.model for one in records for turn in one.turns]),
        failures=tuple(_finding(one, one.lost) for one in records if one.lost),
    )


def hidden(report: Report) -> Report:
    """The report as it is shown: what nobody has read stays unread."""
    told = tuple(_closed(one) if one.unseen else one for one in report.failures)
    return report.model_copy(update={"failures": told})


def _closed(one: Finding) -> Finding:
    return one.model_copy(update={"texts": (), "reasons": (), "status": "unread"})


def _tries(records: Iterable[Record], key: Callable[[Record], str]) -> dict[str, list[bool]]:
    found: dict[str, list[bool]] = {}
    for one in records:
        found.setdefault(key(one), []).append(one.passed)
    return found


def _pass_hat(run: RunInfo, records: Sequence[Record]) -> dict[int, float]:
    if run.options.repetitions < 2:
        return {}
    tries = _tries(records, lambda one: one.id).values()
    found = {k: pass_hat(tries, k) for k in _KS if k <= run.options.repetitions}
    return {k: round(share, 4) for k, share in found.items() if share is not None}


def _flaky(records: Sequence[Record]) -> tuple[str, ...]:
    tries = _tries(records, lambda one: one.id)
    return tuple(id for id, passed in tries.items() if any(passed) and not all(passed))


def _scorers(records: Sequence[Record]) -> dict[str, Count]:
    """Scorer → conversations all of whose turns it passed; those that only measure are left out."""
    found: dict[str, list[bool]] = {}
    for record in records:
        turns = [one for turn in record.turns for one in turn.scores]
        for name in dict.fromkeys(one.scorer for one in turns):
            found.setdefault(name, []).append(all(t.passed for t in turns if t.scorer == name))
    only = {name for name, one in _values(records).items() if one}
    return {
        name: count(passed)
        for name, passed in found.items()
        if name not in only or not all(passed) or name in ("reading", "candidates", "arguments")
    }


def _values(records: Sequence[Record]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for one in (score for record in records for turn in record.turns for score in turn.scores):
        if one.value is not None:
            found.setdefault(one.scorer, []).append(one.value)
    return found


def _measures(records: Sequence[Record]) -> dict[str, Measure]:
    return {
        name: Measure(
            turns=len(values),
            mean=round(fmean(values), 4),
            median=round(median(values), 4),
            highest=round(max(values), 4),
        )
        for name, values in _values(records).items()
    }


def _slice(records: Sequence[Record], key: Callable[[Record], str]) -> dict[str, Count]:
    return {name: count(passed) for name, passed in sorted(_tries(records, key).items())}


def _times(times: Sequence[float]) -> dict[str, float]:
    if not times:
        return {}
    late = times[min(len(times) - 1, int(len(times) * 0.95))]
    return {"median": round(median(times), 1), "p95": late, "slowest": times[-1]}


def _models(uses: Sequence[ModelUse]) -> Models:
    stages: dict[str, Counter[str]] = {}
    for use in (one for model in uses for one in model.stages):
        counts = stages.setdefault(use.stage, Counter())
        counts[use.outcome] += 1
        counts["repaired"] += bool(use.repairs)
    turns = max(1, len(uses))
    return Models(
        turns=len(uses),
        asked=sum(1 for use in uses if use.calls),
        calls=round(sum(use.calls for use in uses) / turns, 3),
        input_tokens=round(sum(use.input_tokens for use in uses) / turns, 1),
        output_tokens=round(sum(use.output_tokens for use in uses) / turns, 1),
        stages={stage: dict(counts) for stage, counts in sorted(stages.items())},
    )


def _at_once(records: Sequence[Record]) -> Count | None:
    if not any(one.choices for one in records):
        return None
    return count(one.passed and not one.choices for one in records)


def _finding(record: Record, lost: Stage) -> Finding:
    return Finding(
        id=record.id,
        repetition=record.repetition,
        texts=tuple(turn.text for turn in record.turns),
        status=record.turns[-1].answer.status,
        lost=lost,
        reasons=tuple(record.reasons()),
        unseen=record.unseen,
    )
