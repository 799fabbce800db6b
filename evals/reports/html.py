"""The report as one HTML file that needs nothing else: no network, no other file."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from evals.records import Record
from evals.report import Report
from evals.reports.plots import funnel, histogram, intervals
from evals.reports.reproducing import command
from tool_registry.base.types import JsonValue

_TEMPLATE = Path(__file__).with_name("page.html.jinja")
_LONG = 1200
"""Characters of an output that are shown."""


def as_html(report: Report, records: Sequence[Record]) -> str:
    """The page; failures of unseen cases are counted and not shown."""
    failed = [one for one in records if not one.passed and not one.unseen]
    times = [turn.milliseconds for one in records for turn in one.turns]
    slices = {
        name: {"counts": parts, "plot": intervals(parts)}
        for name, parts in report.slices.items()
        if len(parts) > 1
    }
    return _template().render(
        report=report,
        run=report.run,
        failed=failed,
        unread=sum(1 for one in records if not one.passed and one.unseen),
        funnel=funnel(report.overall.total, report.funnel),
        times=histogram(times, "ms"),
        slices=slices,
        commands={one.key: command(report.run.options, one.id) for one in failed},
    )


@cache
def _template() -> jinja2.Template:
    # Words of tools and people are escaped wherever they stand.
    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    environment.filters["short"] = _short
    environment.filters["percent"] = _percent
    return environment.from_string(_TEMPLATE.read_text("utf-8"))


def _short(value: JsonValue) -> str:
    """A value as JSON, cut where it is long."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)
    return text if len(text) <= _LONG else f"{text[:_LONG]} … ({len(text)} characters)"


def _percent(share: Any) -> str:
    return f"{100 * float(share):.1f} %"
