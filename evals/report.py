"""The report of a run: counts with their uncertainty, per scorer and wording, and every failure."""

import json
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from xml.etree import ElementTree

from pydantic import BaseModel, ConfigDict

from evals.runner import Result
from pipelines.contracts.answer import ModelUse

SCORER_NAMES = ("chain", "effects", "question")
_Z = 1.959964  # 95 %


class Part(BaseModel):
    """Base of all parts: immutable, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Count(Part):
    """`passed` of `total`, with the 95 % Wilson interval of the rate."""

    passed: int
    total: int
    low: float
    high: float


class Finding(Part):
    """One conversation that failed, and why."""

    id: str
    texts: tuple[str, ...]
    status: str
    reasons: tuple[str, ...]


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


class Report(Part):
    """What `eval run --json` prints."""

    suite: str
    seed: int
    change: str
    """What was altered for this run: `pack commerce left out`; empty for none."""
    overall: Count
    at_once: Count | None = None
    """Conversations that passed without a choice; None where no case chooses."""
    rows: Count
    """Cases all of whose wordings passed."""
    scorers: dict[str, Count]
    wordings: dict[str, Count]
    milliseconds: dict[str, float]
    """Per turn: median, and the slowest."""
    models: Models
    skipped: tuple[str, ...]
    failures: tuple[Finding, ...]


def wilson(passed: int, total: int) -> Count:
    """The count with its interval; [0, 1] where nothing was counted."""
    if total == 0:
        return Count(passed=0, total=0, low=0.0, high=1.0)
    rate, z2 = passed / total, _Z * _Z
    centre = (rate + z2 / (2 * total)) / (1 + z2 / total)
    half = _Z / (1 + z2 / total) * math.sqrt(rate * (1 - rate) / total + z2 / (4 * total * total))
    return Count(
        passed=passed,
        total=total,
        low=round(max(0.0, centre - half), 4),
        high=round(min(1.0, centre + half), 4),
    )


def build_report(
    suite: str,
    seed: int,
    results: Sequence[Result],
    *,
    change: str = "",
    skipped: Sequence[str] = (),
) -> Report:
    """Counts over all conversations of a run."""
    rows: dict[str, list[bool]] = {}
    wordings: dict[str, list[bool]] = {}
    for result in results:
        rows.setdefault(result.conversation.case.id, []).append(result.passed)
        wordings.setdefault(str(result.conversation.wording), []).append(result.passed)
    times = [turn.milliseconds for result in results for turn in result.turns]
    return Report(
        suite=suite,
        seed=seed,
        change=change,
        overall=_count(result.passed for result in results),
        at_once=_at_once(results),
        rows=_count(all(passed) for passed in rows.values()),
        scorers={name: _scorer(name, results) for name in SCORER_NAMES},
        wordings={name: _count(passed) for name, passed in sorted(wordings.items())},
        milliseconds={"median": round(median(times), 1), "slowest": max(times)} if times else {},
        models=_models([turn.answer.model for result in results for turn in result.turns]),
        skipped=tuple(skipped),
        failures=tuple(_finding(result) for result in results if not result.passed),
    )


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


def _at_once(results: Sequence[Result]) -> Count | None:
    cases = {result.conversation.case.id: result.conversation.case for result in results}
    if not any(one.choose for case in cases.values() for one in case.expect):
        return None
    return _count(result.passed and not result.choices for result in results)


def _scorer(name: str, results: Sequence[Result]) -> Count:
    return _count(all(one.passed for one in result.scores(name)) for result in results)


def _count(passed: Iterable[bool]) -> Count:
    values = list(passed)
    return wilson(sum(values), len(values))


def _finding(result: Result) -> Finding:
    return Finding(
        id=result.conversation.id,
        texts=tuple(turn.text for turn in result.turns),
        status=result.turns[-1].answer.status,
        reasons=tuple(result.reasons()),
    )


def as_text(report: Report) -> str:
    """The report for a terminal."""
    change = f", {report.change}" if report.change else ""
    lines = [f"suite {report.suite}, seed {report.seed}{change}"]
    lines.append(f"{'conversations':<16}{_line(report.overall)}")
    if report.at_once is not None:
        lines.append(f"{'right at once':<16}{_line(report.at_once)}")
    lines.append(f"{'rows':<16}{_line(report.rows)}")
    lines += [f"{f'scorer {name}':<16}{_line(one)}" for name, one in report.scorers.items()]
    lines += [f"{f'wording {name}':<16}{_line(one)}" for name, one in report.wordings.items()]
    if report.milliseconds:
        times = report.milliseconds
        lines.append(
            f"{'per turn':<16}median {times['median']:.0f} ms, slowest {times['slowest']:.0f} ms"
        )
    lines += _model_lines(report.models)
    lines += [f"SKIPPED {reason}" for reason in report.skipped]
    for one in report.failures:
        lines.append(f"FAILED {one.id} ({one.status}): {' | '.join(one.texts)}")
        lines += [f"    {reason}" for reason in one.reasons]
    return "\n".join(lines)


def _model_lines(models: Models) -> list[str]:
    """Nothing where no stage has a model."""
    if not models.stages:
        return []
    share = 100 * models.asked / max(1, models.turns)
    tokens = f"{models.input_tokens:.0f} tokens in, {models.output_tokens:.0f} out"
    lines = [
        f"{'models':<16}asked for {models.asked} of {models.turns} requests ({share:.1f} %); "
        f"a request: {models.calls:.2f} calls, {tokens}"
    ]
    for stage, counts in models.stages.items():
        told = ", ".join(f"{name} {count}" for name, count in counts.items() if count)
        lines.append(f"{f'  {stage}':<16}{told}")
    return lines


def _line(count: Count) -> str:
    rate = 100 * count.passed / count.total if count.total else 0.0
    interval = f"95 %: {100 * count.low:.1f} to {100 * count.high:.1f}"
    return f"{count.passed:>4} of {count.total:<4} {rate:5.1f} %  ({interval})"


def write_files(report: Report, results: Sequence[Result], folder: Path) -> None:
    """`report.json` and `junit.xml` in the folder, and every answer in `answers.jsonl`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.json").write_text(report.model_dump_json(indent=2), "utf-8")
    (folder / "junit.xml").write_bytes(_junit(report, results))
    with (folder / "answers.jsonl").open("w", encoding="utf-8") as file:
        for result in results:
            answers = [turn.answer.model_dump(mode="json") for turn in result.turns]
            line = {"id": result.conversation.id, "passed": result.passed, "answers": answers}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def _junit(report: Report, results: Sequence[Result]) -> bytes:
    failed = report.overall.total - report.overall.passed
    counts = {
        "name": f"zhizao.{report.suite}",
        "tests": str(report.overall.total + len(report.skipped)),
        "failures": str(failed),
        "skipped": str(len(report.skipped)),
    }
    root = ElementTree.Element("testsuite", counts)
    for result in results:
        seconds = sum(turn.milliseconds for turn in result.turns) / 1000
        case = ElementTree.SubElement(
            root,
            "testcase",
            {"classname": report.suite, "name": result.conversation.id, "time": f"{seconds:.3f}"},
        )
        if not result.passed:
            reasons = "\n".join(result.reasons())
            ElementTree.SubElement(case, "failure", {"message": reasons[:200]}).text = reasons
    for reason in report.skipped:
        case = ElementTree.SubElement(root, "testcase", {"classname": report.suite, "name": reason})
        ElementTree.SubElement(case, "skipped", {"message": reason})
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
