"""The sandbox's commands; they work with the server up or down."""

import io
import json
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any, cast

import click

from services.sandbox import tampering
from services.sandbox.errors import SandboxError
from services.sandbox.home import state_folder
from services.sandbox.spec import load_tools
from services.sandbox.store import Store
from services.sandbox.tampering import KINDS, Fault, Tampering
from services.sandbox.trade import COMMON, load_trade

Command = Callable[..., Any]


class _Sentences(click.Group):
    """Starts the server when no command is named, and prints our errors as one sentence."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (args[0].startswith("-") and args[0] != "--help"):
            args = ["serve", *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except SandboxError as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=_Sentences)
def main() -> None:
    """A demo business behind MCP, with state, rules, faults and an effects log."""


def _trade_option(command: Command) -> Command:
    return click.option(
        "--trade", default="commerce", envvar="ZHIZAO_SANDBOX_TRADE", show_default=True
    )(command)


def _json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


@main.command()
@_trade_option
@click.option("--transport", type=click.Choice(["http", "stdio"]), default="http")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8100, show_default=True)
def serve(trade: str, transport: str, host: str, port: int) -> None:
    """Serve the trade's tools at /mcp, or on standard input and output."""
    from services.sandbox.server import serve_http, serve_stdio

    if transport == "stdio":
        serve_stdio(_store(trade))
    else:
        serve_http(_store(trade), host, port)


@main.command("commands")
def many() -> None:
    """Carry out commands from standard input: a JSON list of arguments a line, for programs.

    Each is answered by a line {"output": …} or {"error": …}; the process is started once for all.
    """
    for line in sys.stdin:
        click.echo(_dump(_carried_out(json.loads(line))))


def _carried_out(arguments: list[str]) -> dict[str, str]:
    written = io.StringIO()
    try:
        with redirect_stdout(written):
            main.main(arguments, "services.sandbox", standalone_mode=False)
    except click.ClickException as error:
        return {"error": error.format_message()}
    return {"output": written.getvalue()}


@main.command()
@_trade_option
@click.option("--seed", default=0, show_default=True, help="0 is the well-known data.")
def reset(trade: str, seed: int) -> None:
    """Forget everything, the effects log and faults included, and seed anew."""
    _store(trade).reset(seed)
    click.echo(f"{trade}: reset with seed {seed}")


@main.command()
@_trade_option
@_json_option
@click.option("--since", default=0, help="Only effects with a greater seq.")
def effects(trade: str, as_json: bool, since: int) -> None:
    """What the tools changed, oldest first."""
    found = _store(trade).effects(since)
    if as_json:
        click.echo(_dump(found))
        return
    for one in found or [None]:
        if one is None:
            click.echo("no effects")
        else:
            parts = (one["environment"] or "-", one["tool"], one["change"]["op"])
            click.echo(f"{one['seq']:>5}  {'  '.join(parts)}  {one['entity']} {one['id']}")


@main.command()
@_trade_option
@_json_option
@click.argument("entity")
@click.argument("id")
@click.option("--env", help="Environment; not needed for what belongs to none.")
def show(trade: str, as_json: bool, entity: str, id: str, env: str | None) -> None:
    """One stored row, as the databases have it."""
    store = _store(trade)
    env = _checked(store, entity, env)
    with store.transaction() as db:
        store.settle(db)
        row = store.world(db, env).get(entity, id)
    if row is None:
        hint = "; name the environment with --env" if env == COMMON else ""
        raise SandboxError(f"no {entity} with id '{id}' in {env}{hint}")
    if as_json:
        click.echo(_dump(row))
        return
    for name, value in row.items():
        click.echo(f"{name:>20}  {value if isinstance(value, str) else _dump(value)}")


@main.command()
@_trade_option
@_json_option
def fixtures(trade: str, as_json: bool) -> None:
    """The seeded things by environment and name."""
    store = _store(trade)
    with store.transaction() as db:
        found = store.meta(db, "fixtures")
    if as_json:
        click.echo(_dump(found))
        return
    for env, things in found.items():
        for name, thing in things.items():
            click.echo(f"{env:>6}  {name:<24}  {_dump(thing)}")


@main.group()
def fault() -> None:
    """Make a tool fail on demand."""


@fault.command("set")
@_trade_option
@click.argument("tool")
@click.option("--kind", type=click.Choice(KINDS), required=True)
@click.option("--seconds", type=float, help="Latency, in seconds.")
@click.option("--after", is_flag=True, help="Latency after the effect instead of before it.")
@click.option("--times", type=click.IntRange(1), help="Calls to spoil; all when absent.")
def fault_set(trade: str, tool: str, **options: Any) -> None:
    """Arm a fault."""
    store = _store(trade)
    _check_tool(store, tool)
    with store.transaction() as db:
        tampering.set_fault(db, Fault(tool, **options))
    click.echo(f"{tool}: {options['kind']}")


@fault.command("list")
@_trade_option
@_json_option
def fault_list(trade: str, as_json: bool) -> None:
    """The armed faults."""
    with _store(trade).transaction() as db:
        faults = tampering.list_faults(db)
    if as_json:
        click.echo(_dump([vars(one) for one in faults]))
        return
    for one in faults:
        times = "every call" if one.times is None else f"{one.times} calls"
        click.echo(f"{one.tool}: {one.kind}, {times}")
    if not faults:
        click.echo("no faults")


@fault.command("clear")
@_trade_option
def fault_clear(trade: str) -> None:
    """Disarm all faults and armed corruptions."""
    with _store(trade).transaction() as db:
        tampering.clear_faults(db)
    click.echo("no faults")


def _tampering_options(command: Command) -> Command:
    for name, text in (
        ("move-env", "Move the row to the other environment."),
        ("duplicate", "Add a copy under another id."),
        ("delete", "Delete the row."),
    ):
        command = click.option(f"--{name}", is_flag=True, help=text)(command)
    return click.option("--set", "assignments", multiple=True, metavar="FIELD=VALUE")(command)


@main.command("corrupt")
@_trade_option
@click.argument("entity")
@click.argument("id")
@click.option("--env")
@_tampering_options
def corrupt_now(trade: str, entity: str, id: str, env: str | None, **options: Any) -> None:
    """Change a row behind everybody's back: not in the effects log."""
    store = _store(trade)
    env = _checked(store, entity, env)
    with store.transaction() as db:
        environments = store.trade.environments
        tampering.corrupt(db, env, environments, (entity, id), _tampering(**options))
    click.echo(f"{entity} {id} in {env}: changed")


@main.command("corrupt-next")
@_trade_option
@click.argument("tool")
@_tampering_options
def corrupt_next(trade: str, tool: str, **options: Any) -> None:
    """Falsify the tool's next effect right after it happens."""
    store = _store(trade)
    _check_tool(store, tool)
    with store.transaction() as db:
        tampering.arm(db, tool, _tampering(**options))
    click.echo(f"{tool}: armed")


def _store(trade: str) -> Store:
    return Store(load_trade(trade), state_folder(trade))


def _check_tool(store: Store, tool: str) -> None:
    if tool not in load_tools(store.trade):
        raise SandboxError(f"no tool named '{tool}' in the trade {store.trade.name}")


def _checked(store: Store, entity: str, env: str | None) -> str:
    """The database meant, once entity and environment are known to exist."""
    if entity not in store.trade.entities:
        known = ", ".join(store.trade.entities)
        raise SandboxError(f"no entity named '{entity}'; there are: {known}")
    name = env or COMMON
    if name not in store.databases:
        known = ", ".join(store.trade.environments)
        raise SandboxError(f"no environment named '{name}'; there are: {known}")
    return name


def _tampering(assignments: tuple[str, ...], **flags: bool) -> Tampering:
    actions = [name.replace("_", "-") for name, given in flags.items() if given]
    if assignments:
        actions.append("set")
    if len(actions) != 1:
        raise SandboxError("give exactly one of --set, --delete, --duplicate, --move-env")
    if bad := [text for text in assignments if "=" not in text]:
        raise SandboxError(f"--set needs FIELD=VALUE, not '{bad[0]}'")
    pairs = [text.partition("=") for text in assignments]
    return Tampering(actions[0], tuple((name, value) for name, _, value in pairs))


def _dump(value: Any) -> str:
    return json.dumps(cast("object", value), ensure_ascii=False)
