"""`zhizao synonyms`: words that a team uses, proposed from its documents and tools."""

import asyncio
import gc
from pathlib import Path

import click

from pipelines.messages import Language, say
from services.cli.failing import speak
from services.cli.options import as_json, print_json
from services.errors import InvalidRequest
from services.models import Models
from services.settings import Settings, read_access, read_settings
from services.synonyms import build as build_proposals
from services.synonyms import decide, proposals_file
from services.vocabulary import team_pack
from tool_registry.model import RawTool

_PATH = click.Path(path_type=Path)
_SHARE = click.FloatRange(0, 1)
_IDS = click.argument("ids", nargs=-1, metavar="[ID]…")
_LEAST = 0.5
_lang = click.option("--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True)


@click.group()
def synonyms() -> None:
    """Words that your team uses: proposed from documents and tools, accepted by you."""
    gc.enable()


@synonyms.command("build")
@click.argument("documents", nargs=-1, type=_PATH, metavar="[DOCS]…")
@click.option("--from-tools", is_flag=True, help="Read the texts of your tools too.")
@click.option("--ask-model", is_flag=True, help="A model reads the documents too.")
@click.option("--least", type=_SHARE, default=_LEAST, show_default=True, help="Confidence.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Another file.")
@as_json
@_lang
def build(
    documents: tuple[Path, ...],
    from_tools: bool,
    ask_model: bool,
    least: float,
    out: Path | None,
    as_json: bool,
    lang: Language,
) -> None:
    """Propose synonyms from DOCS (Markdown or text, files or folders), for review in a file.

    Nothing is changed by it: accept what is right.
    """
    speak(lang)
    if not documents and not from_tools:
        raise InvalidRequest("synonyms.nothing")
    settings = read_settings()
    file = out or proposals_file(settings)
    tools = asyncio.run(_tools(settings)) if from_tools else []
    models = Models(settings, read_access()) if ask_model else None
    found = build_proposals(settings, documents, tools, least, file, models)
    if as_json:
        print_json(found)
        return
    click.echo(say(lang, "synonyms.built", count=len(found), file=file))


@synonyms.command("list")
@click.option("--all", "every", is_flag=True, help="Those that were decided too.")
@as_json
@_lang
def list_proposals(every: bool, as_json: bool, lang: Language) -> None:
    """What waits for review, the surest first."""
    from pipelines.onboarding.synonyms.review import read_proposals

    speak(lang)
    held = read_proposals(proposals_file(read_settings()))
    shown = [one for one in held if every or one.state == "proposed"]
    if as_json:
        print_json(shown)
        return
    for one in shown:
        click.echo(
            f"{one.id}  {one.confidence:.0%}  {one.section}  {one.name} = "
            f"{', '.join(one.words)}" + (f"  [{one.state}]" if every else "")
        )
        click.echo(f"        {', '.join(one.sources)}: {one.quote}")
        for conflict in one.conflicts:
            click.echo(f"        ! {conflict}")
    if not shown:
        click.echo(say(lang, "synonyms.none"))


@synonyms.command("accept")
@_IDS
@click.option("--from", "least", type=_SHARE, help="All that are so sure and mean nothing else.")
@click.option("--anyway", is_flag=True, help="Also words that mean something else already.")
@_lang
def accept(ids: tuple[str, ...], least: float | None, anyway: bool, lang: Language) -> None:
    """Put proposals into the team's pack."""
    speak(lang)
    if not ids and least is None:
        raise InvalidRequest("synonyms.nothing_chosen")
    settings = read_settings()
    found = decide(settings, ids, "accepted", least=least, anyway=anyway)
    click.echo(say(lang, "synonyms.accepted", count=len(found), file=team_pack(settings)))


@synonyms.command("reject")
@click.argument("ids", nargs=-1, required=True, metavar="ID…")
@_lang
def reject(ids: tuple[str, ...], lang: Language) -> None:
    """Leave proposals out, from now on; one that was accepted leaves the pack."""
    speak(lang)
    found = decide(read_settings(), ids, "rejected")
    click.echo(say(lang, "synonyms.rejected", count=len(found)))


async def _tools(settings: Settings) -> list[RawTool]:
    from services.callers import local_caller
    from services.registry import Registry

    registry = Registry(settings)
    try:
        return [one.raw for one in await registry.known(local_caller(settings))]
    finally:
        await registry.close()
