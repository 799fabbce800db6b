"""What a model says of what the rules leave open: `tools fill`, `tools conflicts --ask-model`."""

import click

from services import conflicts
from services.cli.failing import spoken
from services.cli.options import as_json, at_desk, print_json, project
from services.filling import MOST, Filling, fill_open, total_text
from services.governing import RegistryView
from services.models import Models
from services.settings import read_access


@click.command("fill")
@click.argument("names", nargs=-1, metavar="[TOOL|SOURCE]…")
@click.option("--most", type=click.IntRange(1, 10_000), default=MOST, show_default=True)
@project
@as_json
@click.pass_context
def fill(
    ctx: click.Context, names: tuple[str, ...], most: int, project: str | None, as_json: bool
) -> None:
    """Have a model fill the fields of tools that the rules are unsure of; all tools without names.

    Each tool's text is asked about once; an edit of yours wins. --most: tools at one go.
    """

    async def act(registry_view: RegistryView) -> Filling:
        chosen = [one.raw.id for one in registry_view.some(names)]
        models = Models(registry_view.registry.settings, read_access())
        try:
            return await fill_open(
                registry_view.registry, registry_view.caller, models, chosen, spoken(ctx), most=most
            )
        finally:
            await models.close()

    found = at_desk(act, project)
    if as_json:
        print_json(found)
        return
    for line in (*found.says, total_text(found, spoken(ctx))):
        click.echo(line)


def print_opinions(
    ctx: click.Context, names: tuple[str, ...], project: str | None, *, as_json: bool
) -> None:
    """Prints a model's opinion on each pair of tools that the rules cannot tell apart."""

    async def act(registry_view: RegistryView) -> conflicts.Opinions:
        models = Models(registry_view.registry.settings, read_access())
        try:
            return await conflicts.opinions(
                registry_view, registry_view.some(names), models, spoken(ctx)
            )
        finally:
            await models.close()

    found = at_desk(act, project)
    if as_json:
        print_json(found)
        return
    for line in (*found.says, conflicts.total_text(found, spoken(ctx))):
        click.echo(line)
