"""`zhizao tools import`: any team's tools, from a document, a server or a module."""

import asyncio
import gc
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from pipelines.messages import Language, say
from services.callers import local_caller
from services.cli.failing import spoken
from services.cli.import_summary import summary
from services.cli.options import agreed
from services.entries import (
    Access,
    Entry,
    a2a_entry,
    mcp_entries,
    name_of,
    openapi_entry,
    python_entry,
)
from services.errors import KNOWN, InvalidRequest, Unavailable, sentence, wire
from services.onboarding import ImportReport, Look, look, take_in
from services.registry import Registry
from services.settings import Settings, is_model_configured, read_access, read_settings
from tool_registry.base.caller import Caller, Scope
from tool_registry.stores.space import Space

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Choice:
    """What every kind of import can be told."""

    env: tuple[str, ...]
    base_url: tuple[str, ...]
    header: tuple[str, ...]
    auth: str | None
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    scope: str | None
    project: str | None
    name: str | None
    yes: bool
    as_json: bool

    @property
    def access(self) -> Access:
        """How the source is reached."""
        return Access(self.env, self.base_url, self.header, self.auth)

    def entry(self, entry: Entry) -> Entry:
        """The entry with the choice of tools."""
        chosen = {"include": list(self.include), "exclude": list(self.exclude)}
        given = {key: globs for key, globs in chosen.items() if globs}
        return {**entry, "tools": given} if given else entry


_OPTIONS = (
    click.option("--env", multiple=True, metavar="NAME", help="Environment that it serves."),
    click.option("--base-url", multiple=True, metavar="URL", help="Address of its calls there."),
    click.option("--header", multiple=True, metavar="NAME=VALUE", help="Secrets by ${VARIABLE}."),
    click.option("--auth", metavar="KIND=VALUE", help="bearer=${T}, api_key=${K}, basic=u:${P}."),
    click.option("--include", multiple=True, metavar="GLOB", help="Only tools of such names."),
    click.option("--exclude", multiple=True, metavar="GLOB", help="No tools of such names."),
    click.option("--scope", type=click.Choice(["personal", "project", "public"])),
    click.option("--project", metavar="NAME", help="For everybody of this project."),
    click.option("--name", help="What to call the source."),
    click.option("--yes", is_flag=True, help="Agree to changes of tools that are in use."),
    click.option("--json", "as_json", is_flag=True, help="Print the reports as JSON."),
)


def _options(command: F) -> F:
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@click.group("import")
def import_tools() -> None:
    """Register tools; the same source again brings it up to date."""


@import_tools.command("openapi")
@click.argument("document", metavar="URL_OR_FILE")
@_options
@click.pass_context
def openapi(ctx: click.Context, document: str, **given: Any) -> None:
    """Every operation of an OpenAPI 3 or Swagger 2 document becomes a tool.

    --env and --base-url name where it is called; that address is thereby allowed.
    """
    choice = Choice(**given)
    entry = openapi_entry(document, choice.access)
    _import(ctx, choice, {choice.name or name_of(document): entry})


@import_tools.command("mcp")
@click.argument("words", nargs=-1, required=True, metavar="FILE|URL|-- COMMAND…")
@_options
@click.pass_context
def mcp(ctx: click.Context, words: tuple[str, ...], **given: Any) -> None:
    """MCP servers: all of a file in the mcpServers form, one at a URL, or one command."""
    choice = Choice(**given)
    _import(ctx, choice, mcp_entries(words, choice.name, choice.access))


@import_tools.command("a2a")
@click.argument("url", metavar="URL")
@_options
@click.pass_context
def a2a(ctx: click.Context, url: str, **given: Any) -> None:
    """The skills of an agent that speaks A2A: at a URL, or by the URL of its card.

    --env names where its tools run; naming the URL allows its host, even a private one.
    """
    choice = Choice(**given)
    _import(ctx, choice, {choice.name or name_of(url): a2a_entry(url, choice.access)})


@import_tools.command("python")
@click.argument("module")
@click.option("--path", "folder", metavar="DIR", help="Folder that the module is in; here if none.")
@_options
@click.pass_context
def python(ctx: click.Context, module: str, folder: str | None, **given: Any) -> None:
    """The public functions of a Python MODULE, by their type hints and docstrings."""
    choice = Choice(**given)
    name = choice.name or module.rpartition(".")[2]
    _import(ctx, choice, {name: python_entry(module, folder, choice.access)})


def _import(ctx: click.Context, choice: Choice, entries: Mapping[str, Entry]) -> None:
    gc.enable()
    settings = read_settings()
    caller = local_caller(settings, choice.project)
    if not entries:
        raise InvalidRequest("registry.no_servers")
    reports, code = asyncio.run(_import_all(ctx, settings, caller, choice, entries))
    if choice.as_json:
        dumped = [report.model_dump(mode="json") for report in reports]
        click.echo(json.dumps(dumped, ensure_ascii=False, indent=2))
    ctx.exit(code)


async def _import_all(
    ctx: click.Context,
    settings: Settings,
    caller: Caller,
    choice: Choice,
    entries: Mapping[str, Entry],
) -> tuple[list[ImportReport], int]:
    """Reports, and the exit code: of several sources each is taken in that can be."""
    registry, code = Registry(settings), 0
    reports: list[ImportReport] = []
    try:
        for name, entry in entries.items():
            try:
                reports.append(await _import_one(ctx, registry, caller, choice, name, entry))
            except KNOWN as error:
                if len(entries) == 1:
                    raise
                click.echo(f"{name}: {sentence(error, spoken(ctx))}", err=True)
                code = code or wire(error).exit_code
        if reports:
            await _prepare(registry, caller)
    finally:
        await registry.close()
    return reports, code


async def _prepare(registry: Registry, caller: Caller) -> None:
    """Keeps what the next process needs, while what was parsed for the reports is still known."""
    with suppress(Unavailable):
        catalogue = await registry.catalogue(caller)
        registry.finder.prepare(catalogue)


async def _import_one(
    ctx: click.Context,
    registry: Registry,
    caller: Caller,
    choice: Choice,
    name: str,
    entry: Entry,
) -> ImportReport:
    language = spoken(ctx)
    found = await look(
        registry, caller, name, choice.entry(entry), space_of(caller, choice, entry), language
    )
    lines = [] if choice.as_json else [*summary(found.report, language)]
    if found.report.changes_what_was_approved and not choice.yes:
        _print(lines)
        lines.clear()
        agreed(ctx, choice.yes, "registry.agree_update", source=name)
    await take_in(registry, caller, found)
    if not choice.as_json:
        _print([*lines, say(language, "registry.registered", source=found.config.id)])
    await _fill(registry, caller, found, language, quiet=choice.as_json)
    return found.report


def _print(lines: Sequence[str]) -> None:
    for line in lines:
        click.echo(line)


async def _fill(
    registry: Registry, caller: Caller, found: Look, language: Language, *, quiet: bool
) -> None:
    """Has a model fill what the rules are unsure of, where one is configured for it."""
    access = read_access()
    if not is_model_configured(registry.settings, access):
        return
    # What asking a model needs takes long to load, and most imports ask none.
    from services.filling import fill_open, total_text
    from services.models import Models

    models = Models(registry.settings, access)
    try:
        chosen = [one.raw.id for one in await registry.known(caller)]
        own = [id for id in chosen if id.rpartition("/")[0] == found.config.id]
        if models.options("parsing").mode != "rules":
            told = await fill_open(registry, caller, models, own, language)
            if not quiet and told.tools:
                _print([*told.says, total_text(told, language)])
    finally:
        await models.close()


def space_of(caller: Caller, choice: Choice, entry: Entry) -> Space:
    """Where the tools are to be: said here, else in the entry, else with whoever imports them."""
    said = choice.scope or ("project" if choice.project else entry.get("scope")) or "personal"
    project = choice.project or str(entry.get("project") or "")
    try:
        return Space.of(caller, Scope(said), project)
    except ValueError as error:
        raise InvalidRequest("registry.no_space", detail=str(error)) from error
