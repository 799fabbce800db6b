"""`zhizao eval`: runs suites of cases, reports, compares, and gates releases on them."""

import gc
import getpass
import json
import sys
import tempfile
from pathlib import Path
from typing import get_args

import click

from evals import graph_bench
from evals.applications.premises import take_in
from evals.comparing import as_text as comparison_text
from evals.comparing import compare, hidden, tries_of, unseen_of
from evals.options import Variant
from evals.records import RunInfo
from evals.report import Report
from evals.report import hidden as hidden_report
from evals.reports.text import as_text
from evals.store.store import EvalStore
from evals.verdict import EXIT_CODES
from services.cli.eval_cases import check, export, from_run, generate, take
from services.cli.eval_judge import judge_run
from services.cli.eval_progress import Progress
from services.cli.eval_runs import (
    baseline,
    compare_runs,
    gate_run,
    list_runs,
    open_case,
    show,
    traces,
)
from services.eval_wiring import premises
from services.evaluation.planning import Plan, plan_run
from services.evaluation.running import (
    begin,
    carry_out,
    open_eval_store,
    options_of,
    planned_again,
    reported,
)
from services.settings import read_settings
from tool_registry.base.program import program

_VARIANTS = click.Choice(list(get_args(Variant)))


@click.group("eval")
def evaluate() -> None:
    """Measure how well requests are served, and gate releases on it."""


for _command in (
    *(list_runs, show, open_case, compare_runs, gate_run, baseline, judge_run, traces),
    *(check, from_run, generate, export, take),
):
    evaluate.add_command(_command)


@evaluate.command("run")
@click.argument("suite")
@click.option("--seed", default=0, show_default=True, help="0 gives the well-known data.")
@click.option(
    "--variant",
    "variants",
    multiple=True,
    type=_VARIANTS,
    help="Who reads and plans; several are run one after the other and compared with the first.",
)
@click.option("--repetitions", default=1, show_default=True, type=click.IntRange(1, 100))
@click.option("--without-pack", multiple=True, metavar="NAME", help="Leave out a synonym pack.")
@click.option("--data", help="Folder of catalogues, foreign services or installed applications.")
@click.option("--case", multiple=True, metavar="ID", help="Only this row, or ROW/WORDING.")
@click.option("--own-wording", is_flag=True, help="Each row in its own words only.")
@click.option("--execution", type=click.Choice(["sandbox", "mock"]), help="mock calls no tool.")
@click.option("--catalogue", help="File of tools, OpenAPI document, or `own`; tools are mocked.")
@click.option("--scenario", multiple=True, help="File of what mocked tools answer.")
@click.option("--recorded", multiple=True, help="JSONL of recorded runs that they answer from.")
@click.option("--price", nargs=2, type=float, default=(0, 0), help="A million tokens, in and out.")
@click.option("--picks", help="File of choices: offers are written, the lines picked are taken.")
@click.option("--label", default="", help="What the run is called in lists.")
@click.option("--jobs", type=click.IntRange(1, 64), help="Processes; default: one a processor.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the report's files.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.pass_context
def run(
    ctx: click.Context,
    label: str,
    jobs: int | None,
    out: Path | None,
    as_json: bool,
    variants: tuple[Variant, ...],
    **given: object,
) -> None:
    """Run SUITE, a shipped one (sandbox, attacks, openapi, scale, seed, dialogues, …) or a file.

    Exit code: 0 all passed, 1 some failed, 2 it could not be run.
    """
    gc.enable()
    if given["catalogue"] and given["execution"] is None:
        given["execution"] = "mock"
    store = open_eval_store(read_settings())
    found: list[Report] = []
    for variant in variants or ("configured",):
        plan = plan_run(options_of({**given, "variant": variant}), read_settings())
        folder = out / variant if out and len(variants) > 1 else out
        begun = begin(plan, store, getpass.getuser(), label)
        found.append(_carried_out(plan, begun, store, jobs, folder))
        _print(found[-1], as_json=as_json)
    for other in found[1:]:
        _compared(found[0].run, other.run, store)
    ctx.exit(max(EXIT_CODES[one.verdict] for one in found))


@evaluate.command("resume")
@click.argument("run_id", metavar="RUN")
@click.option("--jobs", type=click.IntRange(1, 64), help="Processes; default: one a processor.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the report's files.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.pass_context
def resume(
    ctx: click.Context, run_id: str, jobs: int | None, out: Path | None, as_json: bool
) -> None:
    """Go on with RUN (its id, the beginning of it, or `last`) where it was stopped."""
    gc.enable()
    settings = read_settings()
    store = open_eval_store(settings)
    begun = store.run(run_id)
    report = _carried_out(planned_again(begun, settings), begun, store, jobs, out)
    _print(report, as_json=as_json)
    ctx.exit(EXIT_CODES[report.verdict])


def _carried_out(
    plan: Plan, run: RunInfo, store: EvalStore, jobs: int | None, out: Path | None
) -> Report:
    said = len(store.records(run.id))
    try:
        with Progress(run.planned, said) as progress:
            finished = carry_out(plan, run, store, jobs, progress.hear)
    except KeyboardInterrupt:
        click.echo(f"stopped; go on with: {program()} eval resume {run.id}", err=True)
        sys.exit(130)
    return reported(finished, store, out)


def _print(report: Report, *, as_json: bool) -> None:
    shown = hidden_report(report)
    click.echo(shown.model_dump_json(indent=2) if as_json else as_text(shown))
    if not as_json:
        click.echo(f"run {report.run.id}: {report.verdict}")


def _compared(first: RunInfo, other: RunInfo, store: EvalStore) -> None:
    old, new = store.records(first.id), store.records(other.id)
    names = (first.options.variant, other.options.variant)
    found = compare(names[0], tries_of(old), names[1], tries_of(new))
    click.echo(comparison_text(hidden(found, unseen_of(new))))


@evaluate.command("graph")
@click.option(
    "--data",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    required=True,
    help="Folder of benchmark catalogues.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def graph(data: Path, as_json: bool) -> None:
    """Compare the links between the tools of public catalogues with what their authors know.

    A set's closure is everything that a request's goal tool leans on; flows are arguments that
    took another call's result; halves a and b are cut by a hash, a was looked at while tuning.
    """
    gc.enable()
    figures = graph_bench.run(data)
    if as_json:
        click.echo(json.dumps([one.model_dump() for one in figures], indent=2))
    else:
        click.echo(graph_bench.as_text(figures))


@evaluate.command("application")
@click.argument("name")
@click.option("--data", type=click.Path(path_type=Path, exists=True), required=True)
def application(name: str, data: Path) -> None:
    """Fill the application NAME that is installed in --data, take its tools in, print its rows.

    Its description is in evals/applications; a suite with `application: NAME` is run on it.
    """
    gc.enable()
    with tempfile.TemporaryDirectory(prefix="zhizao-eval-") as folder:
        place = premises(read_settings(), name, data, Path(folder))
        with place.fresh():
            for one in take_in(place):
                click.echo(one.problem or f"{one.source}: {len(one.tools)} tools", err=True)
            click.echo(json.dumps(place.rows(), ensure_ascii=False, indent=1))
