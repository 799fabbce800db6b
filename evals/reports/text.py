"""The report for a terminal."""

import json
from typing import Any, cast

from evals.records import Record
from evals.report import Models, Report
from evals.statistics import Count
from tool_registry.base.program import program

_SHOWN_SLICES = ("language", "length", "intent", "author")
_RATES = ("candidate recall", "candidate precision", "chain exact", "node F1", "edge F1")


def as_text(report: Report) -> str:
    """The report in lines; what nobody has read stays unread."""
    run = report.run
    lines = [f"suite {run.suite}, {run.about()}"]
    lines.append(f"{'conversations':<22}{_line(report.overall)}")
    if report.unseen.total:
        lines.append(f"{'  of seen cases':<22}{_line(report.seen)}")
        lines.append(f"{'  of unseen cases':<22}{_line(report.unseen)}")
    if report.at_once is not None:
        lines.append(f"{'right at once':<22}{_line(report.at_once)}")
    lines.append(f"{'rows':<22}{_line(report.rows)}")
    lines += [f"{f'pass^{k}':<22}{100 * share:>18.1f} %" for k, share in report.pass_hat.items()]
    lines += [f"FLAKY {one}" for one in report.flaky]
    lines += [f"{f'scorer {name}':<22}{_line(one)}" for name, one in report.scorers.items()]
    lines += [
        f"{name:<22}{100 * report.measures[name].mean:>18.1f} % of {report.measures[name].turns}"
        for name in _RATES
        if name in report.measures
    ]
    for name in _SHOWN_SLICES:
        parts = report.slices[name]
        if len(parts) > 1:
            lines += [f"{f'{name} {part}':<22}{_line(one)}" for part, one in parts.items()]
    lost = ", ".join(f"{stage} {count}" for stage, count in report.funnel.items() if count)
    lines.append(f"{'lost at':<22}{lost or 'no stage'}")
    lines += _time_lines(report.milliseconds)
    lines += _model_lines(report.models)
    lines += [f"SKIPPED {reason}" for reason in run.skipped]
    lines += _failures(report)
    return "\n".join(lines)


def _failures(report: Report) -> list[str]:
    lines: list[str] = []
    for one in report.failures:
        if one.unseen:
            continue
        again = f" (repetition {one.repetition + 1})" if report.run.options.repetitions > 1 else ""
        lines.append(f"FAILED {one.id}{again} ({one.status}, {one.lost}): {' | '.join(one.texts)}")
        lines += [f"    {reason}" for reason in one.reasons]
    if unread := sum(one.unseen for one in report.failures):
        how = f"{program()} eval open {report.run.id} CASE"
        lines.append(f"{unread} failures of unseen cases are not shown: {how}")
    return lines


def _time_lines(times: dict[str, float]) -> list[str]:
    if not times:
        return []
    told = f"median {times['median']:.0f} ms, p95 {times['p95']:.0f} ms"
    return [f"{'per turn':<22}{told}, slowest {times['slowest']:.0f} ms"]


def _model_lines(models: Models) -> list[str]:
    """Nothing where no stage has a model."""
    if not models.stages:
        return []
    share = 100 * models.asked / max(1, models.turns)
    tokens = f"{models.input_tokens:.0f} tokens in, {models.output_tokens:.0f} out"
    lines = [
        f"{'models':<22}asked for {models.asked} of {models.turns} requests ({share:.1f} %); "
        f"a request: {models.calls:.2f} calls, {tokens}"
    ]
    for stage, counts in models.stages.items():
        told = ", ".join(f"{name} {count}" for name, count in counts.items() if count)
        lines.append(f"{f'  {stage}':<22}{told}")
    return lines


def _line(count: Count) -> str:
    interval = f"95 %: {100 * count.low:.1f} to {100 * count.high:.1f}"
    return f"{count.passed:>4} of {count.total:<4} {100 * count.rate:5.1f} %  ({interval})"


def trace_lines(record: Record) -> list[str]:
    """One conversation, stage by stage."""
    lost = "passed" if record.passed else f"lost at {record.lost}"
    lines = [f"{record.id}{f' #{record.repetition + 1}' if record.repetition else ''}: {lost}"]
    for turn in record.turns:
        answer, intent = turn.answer, turn.answer.intent
        lines.append(f"  said      {turn.text}")
        if intent is not None:
            goals = "; ".join(f"{one.action} {one.object.type or '?'}" for one in intent.goals)
            where = intent.environment or "no environment"
            lines.append(f"  reading   {intent.intent_type}, {where}: {goals or 'no goal'}")
        kept = [one.tool for one in answer.candidates if one.role != "dropped"]
        lines.append(f"  filter    {', '.join(kept) or 'no candidates'}")
        lines += [
            f"  call      {step.tool} {json.dumps(step.arguments, ensure_ascii=False)} "
            f"– {step.status}"
            for step in answer.chain
        ]
        lines += [
            f"  effect    {one['change']['op']} {one['entity']} {one['id']} in {one['environment']}"
            for one in cast("tuple[dict[str, Any], ...]", turn.effects)
        ]
        said = answer.summary.text.replace("\n", "\n            ")
        lines.append(f"  answer    {answer.status}: {said}")
        lines += [f"  question  {answer.question}"] if answer.question else []
        lines += [f"  choice    {one.text}" for one in answer.choices]
        lines += [f"  FAILED    {one.scorer}: {why}" for one in turn.scores for why in one.reasons]
    return lines
