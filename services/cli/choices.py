"""`zhizao choices`: what you have chosen for which words."""

import click

from pipelines.messages import say
from pipelines.runs.chosen import examples, forget_choice
from services.callers import local_caller
from services.cli.failing import spoken
from services.cli.options import as_json, print_json
from services.errors import NotFound
from services.settings import read_settings
from services.wiring import open_store


@click.command()
@click.option("--forget", "gone", metavar="ID", help="Take one back.")
@as_json
@click.pass_context
def choices(ctx: click.Context, as_json: bool, gone: str | None) -> None:
    """Show what you have chosen for which words, the latest first; it is offered first then."""
    settings = read_settings()
    caller, store = local_caller(settings), open_store(settings)
    try:
        if gone is not None and not forget_choice(store, caller, gone):
            raise NotFound("choices.no_example", id=gone)
        found = examples(store, caller)
    finally:
        store.close()
    if as_json:
        print_json(found)
        return
    language = spoken(ctx)
    if gone is not None:
        click.echo(say(language, "choices.forgotten"))
    for one in found:
        click.echo(say(language, "choices.kept", id=one.id, words=one.words, title=one.title))
    if not found and gone is None:
        click.echo(say(language, "choices.none_kept"))
