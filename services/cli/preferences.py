"""`zhizao preferences`: what holds for all your requests."""

import click

from pipelines.messages import say
from pipelines.runs.preferences import preferences_of
from services.callers import local_caller
from services.cli.failing import spoken
from services.cli.options import as_json
from services.preferences import set_preferences
from services.registry import read_environments
from services.settings import read_settings
from services.wiring import open_store

_NONE = "none"


@click.command()
@click.option("--env", "environment", help="Environment for sentences that name none.")
@click.option("--language", help="Language of the answers: zh or en.")
@click.option("--approval", help="What to agree to first: always or destructive.")
@click.option("--clear", is_flag=True, help="Unset everything first.")
@as_json
@click.pass_context
def preferences(ctx: click.Context, as_json: bool, clear: bool, **told: str | None) -> None:
    """Show your preferences, or set those that are given; `none` unsets one."""
    settings = read_settings()
    environments, caller = read_environments(settings), local_caller(settings)
    store = open_store(settings)
    try:
        chosen = preferences_of(store, caller)
        given = {name: None if value == _NONE else value for name, value in told.items() if value}
        if clear or given:
            merged = {**({} if clear else chosen.model_dump()), **given}
            chosen = set_preferences(store, caller, merged, environments)
    finally:
        store.close()
    if as_json:
        click.echo(chosen.model_dump_json(indent=2))
        return
    for name, value in chosen.model_dump().items():
        click.echo(f"{name:<12} {value or say(spoken(ctx), 'conversation.unset')}")
