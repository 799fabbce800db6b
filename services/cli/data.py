"""`zhizao data` and `zhizao undo`: what requests left behind, and taking it back."""

import asyncio
import json
from dataclasses import replace
from datetime import datetime

import click

from pipelines.contracts.answer import Answer
from pipelines.execution.undo import latest_with_effects
from pipelines.messages import Language, beside, say
from pipelines.messages.labels import entity_label
from services.callers import local_caller
from services.cli.failing import speak, spoken
from services.cli.options import as_json
from services.cli.printing import Printer
from services.data import DataRow, data_rows
from services.errors import EXIT_CODES, NotFound
from services.requests import Incoming, environment_named, make_request
from services.settings import Settings, read_settings
from services.wiring import System, open_system
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import language_of

_LAST = "last"


@click.group()
def data() -> None:
    """The data that your requests left behind."""


@data.command("list")
@click.option("--limit", default=50, show_default=True, help="How many of the latest.")
@click.option("--env", help="Only in this environment.")
@as_json
@click.pass_context
def list_data(ctx: click.Context, limit: int, env: str | None, as_json: bool) -> None:
    """What your requests made or changed and what is not undone, the latest first."""
    settings = read_settings()

    async def work() -> tuple[list[DataRow], Catalogue]:
        async with open_system(settings) as system:
            catalogue = (await system.road(local_caller(settings))).catalogue
            environment = environment_named(env, catalogue.environments)
            caller = local_caller(settings)
            return data_rows(system.store, catalogue, caller, limit, environment), catalogue

    rows, catalogue = asyncio.run(work())
    if as_json:
        found = [row.model_dump(mode="json") for row in rows]
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
        return
    if not rows:
        click.echo(say(spoken(ctx), "undo.data_none"))
    for row in rows:
        click.echo(_line(row, catalogue, spoken(ctx)))


def _line(row: DataRow, catalogue: Catalogue, language: Language) -> str:
    at = datetime.fromtimestamp(row.at).astimezone().isoformat(timespec="seconds")
    label = entity_label(catalogue.lexicon, row.entity, language)
    kind = "created" if row.created else "changed"
    told = say(language, f"undo.data_{kind if row.known else 'unknown'}")
    able = say(language, "undo.data_undoable" if row.undoable else "undo.data_stays")
    thing = f"{label} {row.id}" if row.id else label
    about = beside(language, f"{row.title}, {row.run_id}, {able}")
    return f"{at}  {row.environment:<6} {told} {thing}{about}"


@click.command()
@click.argument("run")
@click.option("--yes", is_flag=True, help="Undo without asking.")
@click.option("--plan-only", is_flag=True, help="Show what would be called, undo nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@click.pass_context
def undo(ctx: click.Context, run: str, yes: bool, plan_only: bool, as_json: bool) -> None:
    """Take back what RUN left behind; `last` is the latest run that left something.

    The catalogue's own tools do it, the latest effect first; what none of them can take back is
    named. Exit codes are those of ask.
    """
    settings = read_settings()
    answer = asyncio.run(
        _undo(settings, run, Incoming("", None, None, None, plan_only, yes), as_json)
    )
    if as_json:
        click.echo(answer.model_dump_json(indent=2))
    ctx.exit(EXIT_CODES[answer.status])


async def _undo(settings: Settings, run: str, asked: Incoming, quiet: bool) -> Answer:
    async with open_system(settings) as system:
        road = await system.road(local_caller(settings), at_home=True)
        text, session = _sentence(system, road.catalogue, run, settings)
        speak(language_of(text))
        incoming = replace(asked, text=text, session_id=session)
        request = make_request(incoming, system.environments, local_caller(settings))
        if quiet:
            return await road.run(request, lambda event: None)
        printer = Printer(language_of(text), system.environments, new_session=False)
        printer.catalogue = road.catalogue
        answer = await road.run(request, printer)
        printer.finish(answer)
        return answer


def _sentence(
    system: System, catalogue: Catalogue, name: str, settings: Settings
) -> tuple[str, str]:
    """What is said to undo that run, in its language, and the conversation that it is said in."""
    caller = local_caller(settings)
    if name == _LAST:
        found = latest_with_effects(system.store, catalogue, caller)
        if found is None:
            raise NotFound("undo.nothing_at_all")
    else:
        found = system.store.get(name)
    text = say(language_of(found.request.text), "undo.sentence", run=found.id)
    return text, found.request.session_id
