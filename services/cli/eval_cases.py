"""`zhizao eval` on cases: checked, made of runs and catalogues, exported and imported."""

import asyncio
import gc
import os
import tempfile
from pathlib import Path
from typing import get_args

import click

from evals.case import load_suite
from evals.case_files import Written, add_cases, as_yaml
from evals.checking import Checked, check_labels
from evals.errors import SuiteError
from evals.exchange.inspect_ai import from_inspect, to_inspect
from evals.exchange.promptfoo import from_promptfoo, to_promptfoo
from evals.from_run import case_of
from evals.generating.generator import AUTHOR, Generator
from evals.options import OWN
from services.bench_wiring import Offer, catalogue_of, offered, sandbox_fixtures, sandbox_offer
from services.eval_wiring import GENERAL_PACK, open_bench
from services.evaluation.mock_bench import file_offer
from services.registry import read_environments
from services.settings import Settings, read_settings
from services.wiring import open_store
from tool_registry.base.types import JsonValue
from tool_registry.vocabulary.language import Language


@click.command("check")
@click.argument("suite")
@click.option("--case", multiple=True, metavar="ID", help="Only this row; repeatable.")
@click.pass_context
def check(ctx: click.Context, suite: str, case: tuple[str, ...]) -> None:
    """Hold the labels of SUITE against the tools: the calls that a case names as its solution are
    carried out on a sandbox, and must leave what it expects. Exit code 1 where one does not.
    """
    gc.enable()
    loaded = load_suite(suite)
    chosen = [one for one in loaded.cases if not case or one.id in case]
    settings = read_settings()

    async def checked(folder: Path) -> list[Checked]:
        with open_bench(settings, loaded.trade, folder) as bench:
            return [one async for one in check_labels(bench, loaded.trade, chosen)]

    with tempfile.TemporaryDirectory(prefix="zhizao-eval-") as folder:
        found = asyncio.run(checked(Path(folder)))
    for one in found:
        for problem in one.problems:
            click.echo(f"{one.case}: {problem}")
    wrong = sum(bool(one.problems) for one in found)
    click.echo(f"{len(found) - wrong} of {len(found)} solutions leave what their case expects")
    ctx.exit(1 if wrong else 0)


@click.command("from-run")
@click.argument("run_id", metavar="RUN")
@click.option("--to", "file", type=click.Path(path_type=Path), help="Suite to add it to.")
@click.option("--author", default="", help="Who stands for the case.")
def from_run(run_id: str, file: Path | None, author: str) -> None:
    """Make a case of a run of `zhizao ask`, the page or a bot: what came of it is expected.

    Printed as YAML, or added to a suite's file. Look at it: of a run that went wrong comes a wrong
    case.
    """
    run = open_store(read_settings()).get(run_id)
    _write([case_of(run.request, run.answer, author)], file, _OWN_HEAD)


@click.command("generate")
@click.option(
    "--catalogue", required=True, help="File of tools, OpenAPI document, a demo trade, or `own`."
)
@click.option("--to", "file", type=click.Path(path_type=Path), help="Suite to add them to.")
@click.option("--environment", default="pre", show_default=True)
@click.option("--language", "languages", multiple=True, type=click.Choice(["zh", "en"]))
@click.option("--limit", default=200, show_default=True, type=click.IntRange(1, 10_000))
def generate(
    catalogue: str, file: Path | None, environment: str, languages: tuple[str, ...], limit: int
) -> None:
    """Write cases about the tools of a catalogue, by walking its graph: requests with values, the
    other way round, with a prohibition, without an environment, and without what others make.

    Generated sentences are stiff: they tell whether tools are found, planned and bound at all.
    """
    gc.enable()
    settings = read_settings()
    if environment not in read_environments(settings).names:
        raise SuiteError(f"'{environment}' is no configured environment")
    with tempfile.TemporaryDirectory(prefix="zhizao-eval-") as folder:
        offer, settings = _offer(settings, catalogue, Path(folder))
        made = Generator(catalogue_of(offer, settings), environment, _languages(languages))
        cases = made.cases(limit)
    if not cases:
        raise SuiteError(f"no tool of {catalogue} runs in {environment}")
    _write(cases, file, _head(catalogue, file))


@click.command("export")
@click.argument("suite")
@click.option("--format", "kind", type=click.Choice(["promptfoo", "inspect"]), required=True)
@click.option("--to", "file", type=click.Path(path_type=Path), help="Default: standard output.")
def export(suite: str, kind: str, file: Path | None) -> None:
    """Write SUITE for promptfoo (a configuration, YAML) or inspect_ai (a dataset, JSON lines)."""
    loaded = load_suite(suite)
    drawn = any(one.fixture for case in loaded.cases for one in case.draw.values())
    fixtures: JsonValue = sandbox_fixtures(loaded.trade) if drawn else {}
    text = (to_promptfoo if kind == "promptfoo" else to_inspect)(loaded, fixtures)
    if file is None:
        click.echo(text, nl=False)
    else:
        file.write_text(text, "utf-8")


@click.command("import")
@click.argument("source", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--to", "file", type=click.Path(path_type=Path), help="Suite to add them to.")
def take(source: Path, file: Path | None) -> None:
    """Take the cases of promptfoo's configuration (YAML) or inspect_ai's dataset (JSON lines).

    Of files that `zhizao eval export` wrote everything comes back; of others the sentences and the
    words that must be said.
    """
    cases = from_inspect(source) if source.suffix == ".jsonl" else from_promptfoo(source)
    _write(cases, file, _OWN_HEAD | {"about": f"taken from {source.name}"})


_OWN_HEAD: Written = {
    "name": "own",
    "about": "requests of our own",
    "trade": "own",
    "execution": "mock",
    "catalogue": OWN,
}


def _write(cases: list[Written], file: Path | None, head: Written) -> None:
    if file is None:
        click.echo(as_yaml(cases), nl=False)
        return
    add_cases(file, cases, head | {"name": file.stem})
    click.echo(f"{file}: {len(cases)} cases added")


def _offer(settings: Settings, catalogue: str, folder: Path) -> tuple[Offer, Settings]:
    """The tools, and the settings under which they are understood."""
    if catalogue == OWN:
        return asyncio.run(offered(settings)), settings
    if not Path(catalogue).suffix:
        return sandbox_offer(settings, catalogue), settings
    return file_offer(settings, Path(catalogue), folder), settings.model_copy(
        update={"packs": (GENERAL_PACK,)}
    )


def _head(catalogue: str, file: Path | None) -> Written:
    """Of a suite that is begun: its tools are mocked, but for those of a demo trade."""
    head: Written = {"name": "generated", "about": f"generated from {catalogue}", "author": AUTHOR}
    if catalogue != OWN and not Path(catalogue).suffix:
        return head | {"trade": catalogue, "execution": "mock"}
    place = catalogue
    if file is not None and catalogue != OWN:
        place = os.path.relpath(Path(catalogue).resolve(), file.resolve().parent)
    return head | {"trade": "own", "execution": "mock", "catalogue": place}


def _languages(given: tuple[str, ...]) -> tuple[Language, ...]:
    chosen = given or ("zh", "en")
    return tuple(one for one in get_args(Language) if one in chosen)
