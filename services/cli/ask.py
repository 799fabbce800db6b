"""`zhizao ask`: one request through the whole road."""

import asyncio
from pathlib import Path
from typing import Any

import click

from pipelines.answer import Answer
from pipelines.request import Request
from services.attachments import read_attachment
from services.callers import local_caller
from services.cli.choosing import chosen_of, next_request
from services.cli.failing import speak
from services.cli.printing import Printer
from services.cli.reading import read_text
from services.errors import EXIT_CODES
from services.registry import read_environments
from services.requests import Incoming, make_request
from services.settings import Settings, read_settings
from services.wiring import open_system
from tool_registry.vocabulary.language import language_of


@click.command()
@click.argument("text")
@click.option("--env", help="Environment to work in, unless the sentence names one.")
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
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@click.pass_context
def ask(
    ctx: click.Context,
    text: str,
    env: str | None,
    session: str | None,
    request_id: str | None,
    as_json: bool,
    files: tuple[Path, ...],
    sets: tuple[str, ...],
    **how: Any,
) -> None:
    """Say TEXT, a request in Chinese or English; - reads it from standard input.

    Exit code: 0 succeeded or planned, 1 failed or cancelled, 2 needs input, 3 refused, 4 partly
    done or outcome unknown.
    """
    settings = read_settings()
    text = read_text(text, settings.body_limit)
    speak(language_of(text))
    environments = read_environments(settings)
    how["choice"] = chosen_of(sets, text)
    how["attachments"] = [read_attachment(file) for file in files]
    incoming = Incoming(text, session, request_id, env, **how)
    request = make_request(incoming, environments, local_caller(settings))
    new = session is None
    printer = None if as_json else Printer(language_of(text), environments, new_session=new)
    try:
        answer = asyncio.run(_run(settings, request, printer))
    except KeyboardInterrupt:
        if printer:
            printer.interrupted()
        ctx.exit(1)
    if as_json:
        click.echo(answer.model_dump_json(indent=2))
    ctx.exit(EXIT_CODES[answer.status])


async def _run(settings: Settings, request: Request, printer: Printer | None) -> Answer:
    async with open_system(settings) as system:
        road = await system.road(request.caller, at_home=True)
        if printer is None:
            return await road.run(request, lambda event: None)
        printer.catalogue = road.catalogue
        while True:
            answer = await road.run(request, printer)
            printer.finish(answer)
            further = next_request(answer, request, printer.language)
            if further is None:
                return answer
            request = further.model_copy(update={"session_id": answer.session_id})
