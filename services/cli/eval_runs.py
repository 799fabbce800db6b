"""`zhizao eval` on runs that were made: list, show, open a case, compare, gate."""

import getpass
import json
from datetime import datetime
from pathlib import Path

import click

from evals.case import suite_file
from evals.comparing import as_text as comparison_text
from evals.comparing import compare, hidden, tries_of, unseen_of
from evals.errors import NoSuchRun
from evals.gate import BASELINES, baseline_of, gate, read_baseline
from evals.opened_cases import open_case as note_opened
from evals.records import Record, RunInfo
from evals.report import hidden as hidden_report
from evals.reports.reproducing import command
from evals.reports.text import as_text, trace_lines
from evals.reports.traces import as_otlp
from evals.store.store import EvalStore
from evals.suites import base_of
from evals.verdict import EXIT_CODES
from services.evaluation.running import open_eval_store, reported
from services.evaluation.sending import headers_of, send
from services.settings import read_settings


@click.command("list")
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 1000))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_runs(limit: int, as_json: bool) -> None:
    """The latest runs, the newest first."""
    found = open_eval_store(read_settings()).latest(limit)
    if as_json:
        lines = [
            {**run.model_dump(mode="json"), "said": said, "passed": passed}
            for run, said, passed in found
        ]
        click.echo(json.dumps(lines, ensure_ascii=False, indent=2))
        return
    for run, said, passed in found:
        at = datetime.fromtimestamp(run.started_at).astimezone()
        name = f"  {run.label}" if run.label else ""
        state = f"{passed} of {said} passed" if said >= run.planned else f"{said} of {run.planned}"
        click.echo(f"{run.id}  {at:%Y-%m-%d %H:%M}  {state:<20}  {run.suite}  {run.about()}{name}")


@click.command("show")
@click.argument("run_id", metavar="RUN")
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the report's files.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.pass_context
def show(ctx: click.Context, run_id: str, out: Path | None, as_json: bool) -> None:
    """The report of RUN: its id, the beginning of it, or `last`."""
    store = open_eval_store(read_settings())
    report = reported(store.run(run_id), store, out)
    shown = hidden_report(report)
    click.echo(shown.model_dump_json(indent=2) if as_json else as_text(shown))
    ctx.exit(EXIT_CODES[report.verdict])


@click.command("open")
@click.argument("run_id", metavar="RUN")
@click.argument("case")
@click.option("--json", "as_json", is_flag=True, help="Print the records as JSON, a line each.")
def open_case(run_id: str, case: str, as_json: bool) -> None:
    """How CASE of RUN went, stage by stage. One that was unseen counts as seen from then on.

    That is noted beside the suite's file, in NAME.opened.jsonl, which belongs into git.
    """
    store = open_eval_store(read_settings())
    run = store.run(run_id)
    found = [one for one in store.records(run.id) if case in (one.case, one.id)]
    if not found:
        raise NoSuchRun(f"run {run.id} has no case {case}")
    if any(one.unseen and not one.passed for one in found):
        note_opened(suite_file(base_of(run.suite)), found[0].case, getpass.getuser())
    for one in found:
        if as_json:
            click.echo(one.model_dump_json(exclude_defaults=True))
        else:
            click.echo("\n".join(trace_lines(one)))
            click.echo(f"again: {command(run.options, one.id)}\n")


@click.command("compare")
@click.argument("before")
@click.argument("after")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def compare_runs(before: str, after: str, as_json: bool) -> None:
    """Compare two runs in pairs: what was gained and lost, where, and whether it is chance."""
    store = open_eval_store(read_settings())
    (old_run, old), (new_run, new) = (_run(store, one) for one in (before, after))
    found = compare(old_run.id, tries_of(old), new_run.id, tries_of(new))
    found = hidden(found, unseen_of(old) | unseen_of(new))
    click.echo(found.model_dump_json(indent=2) if as_json else comparison_text(found))


def _run(store: EvalStore, name: str) -> tuple[RunInfo, list[Record]]:
    run = store.run(name)
    return run, store.records(run.id)


@click.command("gate")
@click.argument("run_id", metavar="RUN")
@click.option("--baseline", "file", type=click.Path(path_type=Path), help="Default: the shipped.")
@click.option(
    "--alpha", type=click.FloatRange(0, 1), help="Fail only where chance is less likely than this."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def gate_run(
    ctx: click.Context, run_id: str, file: Path | None, alpha: float | None, as_json: bool
) -> None:
    """Hold RUN against a baseline. Exit code 1, with the stage that got worse, where it is worse:
    where more was lost than gained; 2 where something of the baseline was not said.
    """
    store = open_eval_store(read_settings())
    run, records = _run(store, run_id)
    found = gate(read_baseline(file or _shipped(run)), run, records, alpha=alpha)
    click.echo(found.model_dump_json(indent=2) if as_json else found.message)
    ctx.exit(EXIT_CODES[found.verdict])


@click.command("baseline")
@click.argument("run_id", metavar="RUN")
@click.option("--write", "file", type=click.Path(path_type=Path), help="Default: the shipped one.")
def baseline(run_id: str, file: Path | None) -> None:
    """Make RUN the baseline that later runs are held against."""
    store = open_eval_store(read_settings())
    run, records = _run(store, run_id)
    place = file or _shipped(run)
    made = baseline_of(run, records)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(made.model_dump_json(indent=1) + "\n", "utf-8")
    click.echo(f"{place}: {len(made.passed)} of {len(records)} passed")


@click.command("traces")
@click.argument("run_id", metavar="RUN")
@click.option("--to", envvar="OTEL_EXPORTER_OTLP_ENDPOINT", required=True, help="The collector.")
@click.option("--headers", envvar="OTEL_EXPORTER_OTLP_HEADERS", default="", help="name=value,…")
def traces(run_id: str, to: str, headers: str) -> None:
    """Send RUN to an OpenTelemetry collector: a trace for each conversation, OTLP over HTTP."""
    run, records = _run(open_eval_store(read_settings()), run_id)
    sent = send(as_otlp(run, records), to, headers_of(headers))
    click.echo(f"{sent} traces of {run.id} sent to {to}")


def _shipped(run: RunInfo) -> Path:
    """Where the baseline of a suite is: beside a file, or with the shipped ones."""
    given = Path(run.suite)
    if given.suffix in (".yaml", ".yml"):
        return given.with_suffix(".baseline.json")
    return BASELINES / f"{run.suite}.json"
