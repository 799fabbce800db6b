"""`zhizao eval`: runs a suite of cases on a sandbox of its own, and reports."""

import asyncio
import gc
import json
import tempfile
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import click

from evals import graph_bench
from evals.applications.premises import run_application, take_in
from evals.bench import Bench
from evals.case import TRADES, Suite, load_suite
from evals.conversation import Conversation
from evals.distractors import read_distractors
from evals.picking import Picks
from evals.report import Report, as_text, build_report, write_files
from evals.runner import Result, Runner
from evals.suites import base_of, plan
from evals.variation import Variation
from pipelines.models.options import Mode
from services.errors import InvalidRequest
from services.eval_wiring import open_bench, open_foreign_bench, premises
from services.registry import read_environments
from services.settings import Settings, read_settings


@dataclass(frozen=True, slots=True)
class Choice:
    """What the command line asks for."""

    suite: str
    seed: int = 0
    without_pack: tuple[str, ...] = ()
    data: Path | None = None
    only: tuple[str, ...] = ()
    own_wording: bool = False
    mode: Mode | None = None
    picks: Path | None = None


@click.group("eval")
def evaluate() -> None:
    """Measure how well requests are served."""


@evaluate.command("run")
@click.argument("suite")
@click.option("--seed", default=0, show_default=True, help="0 gives the well-known data.")
@click.option("--without-pack", multiple=True, metavar="NAME", help="Leave out a synonym pack.")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="Folder of catalogues, foreign services or installed applications.",
)
@click.option("--case", "only", multiple=True, metavar="ID", help="Only this row; repeatable.")
@click.option("--own-wording", is_flag=True, help="Each row in its own words only.")
@click.option("--mode", type=click.Choice(["rules", "model", "auto"]), help="Of all stages.")
@click.option(
    "--picks",
    type=click.Path(path_type=Path),
    help="File of choices: offers are written to it, the lines picked in it are taken.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Folder for report and answers.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.pass_context
def run(ctx: click.Context, out: Path | None, as_json: bool, **given: object) -> None:
    """Run SUITE: seed, more, bad_input, staff, dialogues, wordings, fresh, clinic, hotel, removal,
    corruption, distractors or renaming.

    Exit code: 0 all passed, 1 some failed, 2 it could not be run.
    """
    gc.enable()
    choice = Choice(**given)  # pyright: ignore[reportArgumentType]
    settings = read_settings()
    if choice.mode is not None:
        settings = settings.model_copy(update={"mode": choice.mode})
    suite, chosen, skipped = _chosen(choice, settings)
    results = _run_all(settings, suite, choice, chosen) if chosen else []
    change = str(chosen[0].variation) if chosen else ""
    report = build_report(choice.suite, choice.seed, results, change=change, skipped=skipped)
    if out:
        write_files(report, results, out)
    click.echo(report.model_dump_json(indent=2) if as_json else as_text(report))
    ctx.exit(_exit_code(report))


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


def _chosen(choice: Choice, settings: Settings) -> tuple[Suite, list[Conversation], list[str]]:
    """Suite, conversations, and what is skipped with the reason."""
    suite = load_suite(base_of(choice.suite))
    variation = Variation(
        without_packs=frozenset(choice.without_pack), renamed=choice.suite == "renaming"
    )
    if suite.service and not ((choice.data or TRADES) / suite.service).is_file():
        reason = f"{suite.name}: there is no {suite.service} in {choice.data or TRADES}"
        return suite, [], [reason]
    if suite.application and choice.data is None:
        reason = f"{suite.name}: needs the folder of applications, named with --data"
        return suite, [], [reason]
    if choice.suite == "distractors":
        if choice.data is None:
            reason = "distractors: needs a folder of benchmark catalogues, named with --data"
            return suite, [], [reason]
        foreign = read_distractors(choice.data, read_environments(settings))
        variation = Variation(without_packs=variation.without_packs, distractors=foreign)
    own = choice.own_wording or choice.suite == "distractors"
    chosen = plan(choice.suite, suite, variation, own=own)
    if unknown := sorted(set(choice.only) - {one.case.id for one in chosen}):
        raise InvalidRequest("services.no_case", suite=choice.suite, ids=", ".join(unknown))
    if choice.only:
        chosen = [one for one in chosen if one.case.id in choice.only]
    return suite, chosen, []


def _run_all(
    settings: Settings, suite: Suite, choice: Choice, chosen: list[Conversation]
) -> list[Result]:
    def done(result: Result) -> None:
        mark = "passed" if result.passed else "FAILED"
        click.echo(f"{mark} {result.conversation.id}", err=True)

    picks = Picks.read(choice.picks) if choice.picks else None
    with tempfile.TemporaryDirectory(prefix="zhizao-eval-") as folder:
        if suite.application and choice.data:
            place = premises(settings, suite.application, choice.data, Path(folder))
            results = run_application(place, chosen, picks, done)
        else:
            with _bench(settings, suite, choice, Path(folder)) as bench:
                results = asyncio.run(Runner(bench, choice.seed, picks).run(chosen, done))
    if picks is not None:
        picks.write()
    return results


def _bench(
    settings: Settings, suite: Suite, choice: Choice, folder: Path
) -> AbstractContextManager[Bench]:
    if suite.service:
        return open_foreign_bench(settings, suite, folder, choice.data or TRADES)
    return open_bench(settings, suite.trade, folder)


def _exit_code(report: Report) -> int:
    if report.skipped and not report.overall.total:
        return 2
    return 0 if report.overall.passed == report.overall.total else 1
