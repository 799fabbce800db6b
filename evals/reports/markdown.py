"""The report as Markdown, for a pull request or a page."""

from collections.abc import Mapping

from evals.report import Report
from evals.reports.reproducing import command
from evals.statistics import Count

_MOST = 50


def as_markdown(report: Report) -> str:
    """Counts, the funnel, slices, and the failures that may be read."""
    run = report.run
    about = ", ".join(
        filter(None, (f"seed {run.options.seed}", run.options.variant, run.execution, run.change))
    )
    lines = [f"# {run.suite}: {report.verdict}", "", f"Run `{run.id}`: {about}.", ""]
    lines += _table("", {"conversations": report.overall, **_kept_apart(report)})
    lost = {stage: number for stage, number in report.funnel.items() if number}
    lines += [
        "",
        "Lost at: " + (", ".join(f"{k} {v}" for k, v in lost.items()) or "no stage") + ".",
    ]
    for name, parts in report.slices.items():
        if len(parts) > 1:
            lines += ["", *_table(name, parts)]
    if report.flaky:
        lines += ["", f"Flaky: {', '.join(f'`{one}`' for one in report.flaky)}."]
    lines += _failures(report)
    return "\n".join(lines) + "\n"


def _kept_apart(report: Report) -> dict[str, Count]:
    if not report.unseen.total:
        return {"rows": report.rows}
    return {"seen": report.seen, "unseen": report.unseen, "rows": report.rows}


def _table(head: str, counts: Mapping[str, Count]) -> list[str]:
    rows = [
        f"| {name} | {one.passed} of {one.total} | {100 * one.rate:.1f} % "
        f"| {100 * one.low:.1f}–{100 * one.high:.1f} % |"
        for name, one in counts.items()
    ]
    return [f"| {head} | passed | rate | 95 % |", "| --- | --- | --- | --- |", *rows]


def _failures(report: Report) -> list[str]:
    shown = [one for one in report.failures if not one.unseen]
    unread = len(report.failures) - len(shown)
    lines = ["", "## Failures", ""] if report.failures else []
    for one in shown[:_MOST]:
        said = " / ".join(one.texts).replace("\n", " ")
        lines.append(f"- `{one.id}` ({one.lost}): {said}")
        lines += [f"  - {reason[:300]}".replace("\n", " ") for reason in one.reasons]
        lines.append(f"  - again: `{command(report.run.options, one.id)}`")
    if len(shown) > _MOST:
        lines.append(f"- and {len(shown) - _MOST} more")
    if unread:
        lines.append(f"- {unread} of unseen cases, which nobody has read")
    return lines
