"""The program's commands."""

import json
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import click

from services.fake_model.conflicts import compare
from services.fake_model.faults import KINDS
from services.fake_model.intent import understand
from services.fake_model.misbehaving import misbehaving
from services.fake_model.parsing import parse
from services.fake_model.question import Script
from services.fake_model.reason import derive
from services.fake_model.scripting import ScriptError, read_scripts, say_pong
from services.fake_model.server import running
from services.fake_model.single import serve_alone
from services.fake_model.summary import tell
from services.fake_model.synonyms import pair

_DEFAULT_PORT = 8180
BUILT_IN = (understand, derive, tell, parse, compare, pair, serve_alone, say_pong)
"""The scripts that answer where no other does, in order."""


@click.group(invoke_without_command=True)
@click.pass_context
def main(ctx: click.Context) -> None:
    """A model service on this machine: DashScope's own wire and the compatible one."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(serve)


def _port_option(command: Any) -> Any:
    return click.option(
        "--port",
        type=click.IntRange(1, 65535),
        default=_DEFAULT_PORT,
        envvar="ZHIZAO_FAKE_MODEL_PORT",
        show_default=True,
    )(command)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@_port_option
@click.option("--script", type=click.Path(exists=True, dir_okay=False), help="Answers by pattern.")
@click.option("--misbehave", metavar="STAGE:WAY[:once]", help="Spoil a stage's answers.")
def serve(
    host: str = "127.0.0.1",
    port: int = _DEFAULT_PORT,
    script: str | None = None,
    misbehave: str | None = None,
) -> None:
    """Serve until interrupted."""
    try:
        scripts = [*(read_scripts(script) if script else []), *_spoilt(misbehave), *BUILT_IN]
        with running(scripts, host, port) as service:
            click.echo(f"DASHSCOPE_HTTP_BASE_URL={service.url}/api/v1")
            click.echo(f"DASHSCOPE_COMPATIBLE_BASE_URL={service.url}/compatible-mode/v1")
            service.stopping.wait()
    except ScriptError as error:
        raise click.ClickException(f"{script}: {error}") from error
    except OSError as error:
        reason = f"cannot listen on {host}:{port}: {error.strerror}; choose another with --port"
        raise click.ClickException(reason) from error


def _spoilt(misbehave: str | None) -> list[Script]:
    """The script of a way to misbehave, if there is one."""
    if misbehave is None:
        return []
    stage, way, *once = misbehave.split(":")
    try:
        return [misbehaving(stage, way, once=once == ["once"])]
    except KeyError as error:
        raise click.ClickException(f"there is no way {misbehave} to misbehave") from error


@main.command()
@_port_option
@click.option("--times", type=click.IntRange(1), help="Questions to spoil; all when absent.")
@click.option("--model", help="Only questions to this model.")
@click.argument("kind", type=click.Choice([*KINDS, "none"]))
def fault(port: int, kind: str, times: int | None, model: str | None) -> None:
    """Arm a fault in the running service; `none` disarms all."""
    if kind == "none":
        _told(port, "DELETE", "/faults", None)
    else:
        _told(port, "POST", "/faults", {"kind": kind, "times": times, "model": model})
    click.echo("no faults" if kind == "none" else f"{kind}: {times or 'every'} question(s)")


@main.command()
@_port_option
def asked(port: int) -> None:
    """What the running service was asked, one JSON line a question."""
    for one in _told(port, "GET", "/asked", None):
        click.echo(json.dumps(one, ensure_ascii=False))


def _told(port: int, method: str, path: str, body: Any) -> Any:
    url = f"http://127.0.0.1:{port}{path}"
    request = Request(url, method=method, data=json.dumps(body).encode() if body else None)
    try:
        with urlopen(request, timeout=5) as response:
            return json.loads(response.read())
    except HTTPError as error:
        raise click.ClickException(error.read().decode(errors="replace")) from error
    except (URLError, OSError) as error:
        reason = f"no model service on port {port} of this machine ({error}); start it, or --port"
        raise click.ClickException(reason) from error
