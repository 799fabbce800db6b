"""`zhizao ask`: one request through the whole road, by the running service where there is one.

What answers without a service takes most of the time to load; it is loaded where it is needed.
"""

import secrets
import sys
from pathlib import Path
from typing import Any

import click

from services.home import default_home
from services.link.asked import Asked, Terminal
from services.link.client import ask_service


@click.command()
@click.argument("text")
@click.option("--env", "environment", help="Environment to work in, unless the sentence names one.")
@click.option("--session", help="Conversation to continue; a new one when absent.")
@click.option("--request-id", help="The same id again gives the same answer, and no new effect.")
@click.option("--plan-only", is_flag=True, help="Show the chain of calls, run nothing.")
@click.option(
    "--yes", "approved", is_flag=True, help="Agree in advance to destructive and bulk steps."
)
@click.option(
    "--attach",
    "files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A CSV or text file with a list that TEXT speaks of; repeatable.",
)
@click.option("--pipeline", type=click.Choice(["road", "single"]), help="Who serves it.")
@click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="PATH=VALUE",
    help="A field of the form that TEXT, the id of a choice, has opened; repeatable.",
)
@click.option(
    "--junit",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the answer there as JUnit XML, too.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@click.pass_context
def ask(
    ctx: click.Context,
    request_id: str | None,
    junit: Path | None,
    files: tuple[Path, ...],
    sets: tuple[str, ...],
    **told: Any,
) -> None:
    """Say TEXT, a request in Chinese or English; - reads it from standard input.

    Exit code: 0 succeeded or planned, 1 failed or cancelled, 2 needs input, 3 refused, 4 partly
    done or outcome unknown.
    """
    if request_id is None:
        # Whoever answers in the end answers this one request: what was begun has no second effect.
        request_id = f"request-{secrets.token_hex(8)}"
    seated = sys.stdin.isatty() and sys.stdout.isatty()
    place = str(junit.absolute()) if junit else None
    asked = Asked(request_id=request_id, sets=list(sets), is_seated=seated, junit=place, **told)
    terminal = Terminal(click.echo, _complain, _prompted)
    code = ask_service(default_home(), asked, files, terminal)
    if code is None:
        from services.cli.asking import answer_here

        code = answer_here(asked, files, terminal)
    ctx.exit(code)


def _complain(text: str) -> None:
    click.echo(text, err=True)


def _prompted(label: str, default: str) -> str:
    said: str = click.prompt(label, default=default, show_default=bool(default))
    return said.strip()
