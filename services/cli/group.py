"""The command `zhizao`: one module per command, loaded when it is used."""

from importlib import import_module

import click

from services.cli.failing import reporting

_COMMANDS = {
    "ask": "services.cli.ask:ask",
    "audit": "services.cli.people:audit",
    "bench": "services.cli.bench:bench",
    "choices": "services.cli.choices:choices",
    "data": "services.cli.data:data",
    "environments": "services.cli.sources:environments",
    "eval": "services.cli.evaluate:evaluate",
    "doctor": "services.cli.doctor:doctor",
    "filter": "services.cli.filter:filter_tools",
    "intent": "services.cli.intent:intent",
    "keys": "services.cli.people:keys",
    "mcp": "services.cli.mcp_server:mcp",
    "people": "services.cli.people:people",
    "preferences": "services.cli.preferences:preferences",
    "reader": "services.cli.reader:reader",
    "runs": "services.cli.runs:runs",
    "sandbox": "services.cli.sandbox:sandbox",
    "serve": "services.cli.serve:serve",
    "sources": "services.cli.sources:sources",
    "synonyms": "services.cli.synonyms:synonyms",
    "tools": "services.cli.tools:tools",
    "undo": "services.cli.data:undo",
}


class _Commands(click.Group):
    """Loads a command's module on first use, so that each start pays only for its own."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def invoke(self, ctx: click.Context) -> object:
        with reporting(ctx):
            return super().invoke(ctx)


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        version = import_module("services.settings").program_version()
        click.echo(f"{ctx.find_root().info_name} {version}")
        ctx.exit()


@click.group(cls=_Commands)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help="Show the version and exit.",
)
def commands() -> None:
    """Zhizao: say in one sentence which test data you need."""
