"""The verbs of `zhizao tools` that judge and decide: edit, lint, conflicts, publish, approve, …"""

import json
from collections.abc import Iterable, Iterator

import click

from pipelines.messages import Language, say
from services import approving, governing
from services.cli.failing import spoken
from services.cli.filling import print_opinions
from services.cli.options import agreed, as_json, at_desk, print_json, project, yes
from services.errors import InvalidRequest
from services.governing import Decision, Effects, RegistryView, Retirable
from services.linting import lint_of
from services.registry_reports import Finding, Told
from tool_registry.base.caller import Scope
from tool_registry.base.types import JsonValue
from tool_registry.governance.findings import Severity
from tool_registry.stores.rows import ToolState
from tool_registry.stores.space import Space

_MOST = 20


@click.command("edit")
@click.argument("name", metavar="TOOL")
@click.argument("field")
@click.argument("value", required=False)
@click.option("--undo", is_flag=True, help="Give the field back to the parser.")
@project
@click.pass_context
def edit(
    ctx: click.Context, name: str, field: str, value: str | None, undo: bool, project: str | None
) -> None:
    """Set FIELD of a tool's model (title, objects, needs.PATH.entity …); it wins over parsing.

    VALUE is JSON, or plain text.
    """
    if undo is (value is not None):
        raise InvalidRequest("registry.edit_value")

    async def act(registry_view: RegistryView) -> str:
        id, registry = registry_view.one(name).raw.id, registry_view.registry
        if undo:
            await registry.change(
                lambda stores: stores.edits.remove(registry_view.caller, id, field)
            )
        else:
            await registry.edit(registry_view.caller, id, field, _value(str(value)))
        return id

    id = at_desk(act, project)
    key = "registry.edit_undone" if undo else "registry.edited"
    click.echo(say(spoken(ctx), key, tool=id, field=field))


@click.command("lint")
@click.argument("names", nargs=-1, metavar="[TOOL|SOURCE]…")
@click.option("--source", help="All tools of this source.")
@click.option("--public", is_flag=True, help="As for the public pool: what reviewers see.")
@project
@as_json
@click.pass_context
def lint(
    ctx: click.Context,
    names: tuple[str, ...],
    source: str | None,
    public: bool,
    project: str | None,
    as_json: bool,
) -> None:
    """Tools against the description standard, each finding with its fix.

    Exit code: 0 nothing grave, 1 errors that keep a tool out of its pool.
    """

    async def act(registry_view: RegistryView) -> tuple[int, list[Finding]]:
        chosen = registry_view.some(names, source)
        found = await lint_of(registry_view, chosen, spoken(ctx), public=public)
        return len(chosen), found

    count, found = at_desk(act, project)
    errors = sum(one.severity == Severity.ERROR for one in found)
    if as_json:
        print_json(found)
    else:
        for one in found:
            click.echo(one.text)
        values = {"count": count, "errors": errors, "warnings": len(found) - errors}
        click.echo(say(spoken(ctx), "registry.lint_total", **values))
    ctx.exit(1 if errors else 0)


@click.command("conflicts")
@click.argument("names", nargs=-1, metavar="[TOOL|SOURCE]…")
@click.option("--ask-model", is_flag=True, help="What a model thinks of what the rules leave open.")
@project
@as_json
@click.pass_context
def conflicts(
    ctx: click.Context,
    names: tuple[str, ...],
    ask_model: bool,
    project: str | None,
    as_json: bool,
) -> None:
    """Names and meanings that other tools have too, compared side by side."""
    if ask_model:
        print_opinions(ctx, names, project, as_json=as_json)
        return

    async def act(registry_view: RegistryView) -> list[Told]:
        return await governing.conflicts_of(
            registry_view, registry_view.some(names), spoken(ctx), named=bool(names)
        )

    found = at_desk(act, project)
    if as_json:
        print_json(found)
        return
    for line in _told(found):
        click.echo(line)
    click.echo(say(spoken(ctx), "registry.conflicts_total", count=len(found)))


@click.command("publish")
@click.argument("names", nargs=-1, required=True, metavar="TOOL|SOURCE…")
@click.option("--scope", type=click.Choice(["public", "project"]), default="public")
@project
@yes
@as_json
@click.pass_context
def publish(
    ctx: click.Context,
    names: tuple[str, ...],
    scope: str,
    project: str | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Move tools to where others see them: lint, conflicts and effects on requests come first."""

    async def act(registry_view: RegistryView) -> list[ToolState]:
        language, chosen = spoken(ctx), registry_view.some(names)
        space = space_of(registry_view, scope, project)
        found = await governing.publication(registry_view, chosen, space, language)
        _show(found, language, as_json=as_json)
        if found.blocked:
            ctx.exit(2)
        agreed(ctx, yes, "registry.agree_publish", count=len(chosen))
        return await governing.publish(registry_view, chosen, space)

    _done(at_desk(act, project), "registry.published", spoken(ctx), as_json=as_json)


@click.command("approve")
@click.argument("names", nargs=-1, metavar="[TOOL|SOURCE]…")
@project
@yes
@as_json
@click.pass_context
def approve(
    ctx: click.Context, names: tuple[str, ...], project: str | None, yes: bool, as_json: bool
) -> None:
    """Take tools into use as they are now: those that changed, that are new, or in quarantine.

    Shows what changed since they were last approved.
    """

    async def act(registry_view: RegistryView) -> list[ToolState]:
        language = spoken(ctx)
        chosen = approving.to_approve(registry_view.some(names))
        if not chosen:
            return []
        found = await approving.approval(registry_view, chosen, language)
        _show(found, language, as_json=as_json)
        if found.blocked:
            ctx.exit(2)
        agreed(ctx, yes, "registry.agree_approve", count=len(chosen))
        return await approving.approve(registry_view, chosen)

    _done(at_desk(act, project), "registry.approved", spoken(ctx), as_json=as_json)


@click.command("retire")
@click.argument("names", nargs=-1, metavar="[TOOL|SOURCE]…")
@click.option("--reason", default="", help="What their authors are to know.")
@project
@yes
@as_json
@click.pass_context
def retire(
    ctx: click.Context,
    names: tuple[str, ...],
    reason: str,
    project: str | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Take tools out of use; without a name, list the public ones that fail or that nobody uses."""
    language = spoken(ctx)
    if not names:
        found = at_desk(lambda registry_view: governing.retirable(registry_view, language), project)
        _list_retirable(found, language, as_json=as_json)
        return

    async def act(registry_view: RegistryView) -> list[ToolState]:
        chosen = registry_view.some(names)
        effects = await governing.effects_without(registry_view, chosen, language)
        if not as_json:
            for line in _effects(effects, language):
                click.echo(line)
        agreed(ctx, yes, "registry.agree_retire", count=len(chosen))
        return await governing.retire(registry_view, chosen, reason)

    _done(at_desk(act, project), "registry.retired", language, as_json=as_json)


@click.command("remove")
@click.argument("source")
@project
@yes
@click.pass_context
def remove(ctx: click.Context, source: str, project: str | None, yes: bool) -> None:
    """Forget a registered SOURCE and all that is known of its tools."""

    async def act(registry_view: RegistryView) -> str:
        governing.registered(registry_view.registry, registry_view.caller, source)
        count = len(registry_view.some((), source))
        agreed(ctx, yes, "registry.agree_remove", source=source, count=count)
        return await governing.remove(registry_view.registry, registry_view.caller, source)

    click.echo(say(spoken(ctx), "registry.removed", source=at_desk(act, project)))


COMMANDS = (edit, lint, conflicts, publish, approve, retire, remove)


def space_of(registry_view: RegistryView, scope: str, project: str | None) -> Space:
    """Where tools are published to; InvalidRequest for a project that is none of the caller's."""
    try:
        return Space.of(registry_view.caller, Scope(scope), project or "")
    except ValueError as error:
        raise InvalidRequest("registry.no_space", detail=str(error)) from error


def _value(text: str) -> JsonValue:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _show(found: Decision, language: Language, *, as_json: bool) -> None:
    if as_json:
        print_json(found)
        return
    blocked = {one.tool for one in found.blocked}
    for line in _told(one for one in found.tools if one.tool not in blocked):
        click.echo(line)
    if found.blocked:
        click.echo(say(language, "registry.blocked", count=len(found.blocked)))
        for line in _told(found.blocked):
            click.echo(line)
        return
    for line in _effects(found.effects, language):
        click.echo(line)


def _told(tools: Iterable[Told]) -> Iterator[str]:
    for one in tools:
        yield one.tool
        yield from (f"  {text}" for text in one.says)


def _effects(effects: Effects, language: Language) -> Iterator[str]:
    if not effects.total:
        return
    if not effects.changed:
        values = {"planned": effects.planned, "total": effects.total}
        yield say(language, "governance.impact_none", **values)
    yield from effects.changed[:_MOST]


def _list_retirable(found: list[Retirable], language: Language, *, as_json: bool) -> None:
    if as_json:
        print_json(found)
        return
    if not found:
        click.echo(say(language, "registry.none_to_retire"))
    for one in found:
        click.echo(f"{one.tool}  {one.text}")
        for line in one.breaks:
            click.echo(f"    {line}")


def _done(states: list[ToolState], key: str, language: Language, *, as_json: bool) -> None:
    if not as_json:
        click.echo(say(language, key, count=len(states)))
