"""`zhizao reader`: train the reader, measure it, check labelled requests."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from evals.reader.corpus import Trade

_FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)
_FILE = click.Path(path_type=Path, dir_okay=False)
_BUSINESS = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.group()
def reader() -> None:
    """Train and measure the reader that is shipped."""


@reader.command()
@click.option(
    "--corpus", type=_FOLDER, help="Businesses with their requests; default: the shipped."
)
@click.option("--out", type=_FILE, help="The file of weights; default: the shipped.")
@click.option("--leave", multiple=True, help="A business that is left out, as often as needed.")
@click.option("--epochs", default=8, show_default=True, help="Times that every request is seen.")
@click.option("--minutes", type=float, help="Stop by then.")
@click.option("--threads", default=2, show_default=True)
@click.option("--seed", default=7, show_default=True)
def train(
    corpus: Path | None,
    out: Path | None,
    leave: tuple[str, ...],
    epochs: int,
    minutes: float | None,
    threads: int,
    seed: int,
) -> None:
    """Train the reader; needs the extra `train`.

    How sure it is of a reading is learned on the businesses that are left out."""
    from evals.reader.corpus import CORPUS, read_corpus
    from evals.reader.training.trunk import trunk_file

    trades = _some(read_corpus(corpus or CORPUS), corpus)
    _known(leave, [trade.business.name for trade in trades])
    trunk_file()  # says what is missing, ahead of an import that fails
    from evals.reader.leftover import learn
    from evals.reader.training.learning import Schedule
    from evals.reader.training.run import Plan, calibrate
    from evals.reader.training.run import train as run
    from pipelines.intent.reader.local import WEIGHTS

    kept = [trade for trade in trades if trade.business.name not in leave]
    schedule = Schedule(epochs=epochs, minutes=minutes, seed=seed)
    size = run(kept, Plan(out or WEIGHTS, schedule, threads=threads), click.echo)
    click.echo(f"{out or WEIGHTS}: {size / 1e6:.1f} MB")
    if out is None:
        click.echo(f"{learn(kept)} words are known to be grammar")
    if leave:
        held = calibrate([one for one in trades if one.business.name in leave], out or WEIGHTS)
        click.echo(f"confidence learned on {held} requests of the businesses left out")


@reader.command()
@click.option(
    "--corpus", type=_FOLDER, help="Businesses with their requests; default: the shipped."
)
@click.option("--weights", type=_FILE, help="The file of weights; default: the shipped.")
@click.option("--only", multiple=True, help="A business that is measured, as often as needed.")
@click.option("--wrong", default=0, help="So many requests that were not read rightly are shown.")
def measure(corpus: Path | None, weights: Path | None, only: tuple[str, ...], wrong: int) -> None:
    """How much of labelled requests is read rightly."""
    from evals.reader.corpus import CORPUS, read_corpus
    from evals.reader.measure import measured, told
    from pipelines.intent.reader.local import WEIGHTS, opened

    trades = _some(read_corpus(corpus or CORPUS), corpus)
    _known(only, [trade.business.name for trade in trades])
    chosen = [trade for trade in trades if not only or trade.business.name in only]
    try:
        decoder = opened(weights or WEIGHTS)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    found = measured(decoder, chosen)
    click.echo(f"{len(chosen)} businesses, {found.requests} requests, in per cent")
    click.echo(told(found))
    for text, faults in found.wrong[:wrong]:
        click.echo(f"\n{text}")
        for fault in faults:
            click.echo(f"    {fault}")


@reader.command()
@click.option("--weights", type=_FILE, help="The file of weights; default: the shipped.")
def names(weights: Path | None) -> None:
    """Encode the names of the demo businesses beside the weights.

    A first sentence then waits for no name that is in them; without them it is read the same, a
    few seconds later."""
    from pipelines.intent.reader.local import WEIGHTS, keep_names
    from services.bench_wiring import SANDBOXES, sandbox_catalogue
    from services.settings import read_settings

    catalogues = [sandbox_catalogue(read_settings(), trade) for trade in SANDBOXES]
    try:
        held = keep_names(catalogues, weights or WEIGHTS)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{held} names are encoded")


@reader.command()
@click.argument("folder", type=_FOLDER)
def sentences(folder: Path) -> None:
    """Read the labelled requests of FOLDER, about the demo business, as the product does."""
    from functools import partial

    from evals.reader.corpus import read_corpus
    from evals.reader.sentences import compared
    from pipelines.intent.reader import read_alone
    from services.bench_wiring import sandbox_catalogue
    from services.reading import names_folder
    from services.settings import read_settings

    trades = _some(read_corpus(folder), folder)
    settings = read_settings()
    catalogue = sandbox_catalogue(settings)
    read = partial(read_alone, catalogue=catalogue, folder=names_folder(settings))
    click.echo("\n".join(compared(trades, read, catalogue.environments).lines()))


@reader.command()
@click.argument("business", type=_BUSINESS)
@click.pass_context
def check(ctx: click.Context, business: Path) -> None:
    """Check the labelled requests beside the file of a BUSINESS."""
    from evals.reader.corpus import read_trade

    trade, faults = read_trade(business)
    for fault in faults:
        click.echo(str(fault))
    click.echo(f"{len(trade.requests)} requests fit, {len(faults)} do not")
    if faults:
        ctx.exit(1)


def _known(names: tuple[str, ...], known: list[str]) -> None:
    for name in names:
        if name not in known:
            raise click.UsageError(f"no business {name!r} in the corpus: {', '.join(known)}")


def _some(trades: "list[Trade]", folder: Path | None) -> "list[Trade]":
    """The businesses, where there are requests of any."""
    if not any(trade.requests for trade in trades):
        raise click.UsageError(f"{folder} holds no business (BUSINESS.yaml) with labelled requests")
    return trades
