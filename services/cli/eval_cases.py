"""`zhizao eval` on cases: labels checked; from runs, from a catalogue, to and from other files."""

import asyncio
import gc
import tempfile
from pathlib import Path

import click

from evals.case import load_suite
from evals.checking import Checked, check_labels
from services.eval_wiring import open_bench
from services.settings import read_settings


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
