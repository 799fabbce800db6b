"""`zhizao sources` and `zhizao environments`: where tools come from, and where they are called."""

import click

from pipelines.messages import say
from services.cli.failing import spoken
from services.cli.options import as_json, at_desk, print_json, project
from services.governing import RegistryView
from services.showing import EnvironmentCard, SourceCard, environment_cards, source_cards


@click.group()
def sources() -> None:
    """Where tools come from; zhizao tools import adds, zhizao tools remove takes away."""


@sources.command("list")
@project
@as_json
@click.pass_context
def list_sources(ctx: click.Context, project: str | None, as_json: bool) -> None:
    """All sources with their health. Exit code: 1 where one of them cannot be reached."""

    async def act(registry_view: RegistryView) -> list[SourceCard]:
        return await source_cards(registry_view.registry, registry_view.caller)

    found = at_desk(act, project)
    if as_json:
        print_json(found)
    for one in () if as_json else found:
        _print_source(ctx, one)
    ctx.exit(1 if any(one.problem for one in found) else 0)


def _print_source(ctx: click.Context, one: SourceCard) -> None:
    language = spoken(ctx)
    scope = say(language, f"registry.scope_{one.scope}")
    counts = ", ".join(
        f"{say(language, f'registry.status_{status}')} {count}"
        for status, count in one.tools.items()
    )
    health = "✓" if one.enabled and not one.problem else "✗"
    click.echo(f"{health} {one.id}  {one.kind}  {one.place}  [{scope}]  {counts}".rstrip())
    if not one.enabled:
        click.echo(f"    {say(language, 'registry.disabled')}")
    if one.problem:
        click.echo(f"    {one.problem}")
    if one.left_out:
        click.echo(f"    {say(language, 'registry.left_out', count=len(one.left_out))}")


@click.command()
@as_json
def environments(as_json: bool) -> None:
    """The configured environments: names, words, hosts, and which sources are called there."""

    async def act(registry_view: RegistryView) -> list[EnvironmentCard]:
        return environment_cards(registry_view.registry, registry_view.caller)

    found = at_desk(act)
    if as_json:
        print_json(found)
        return
    for one in found:
        click.echo(f"{one.name}  {' / '.join(one.label.values())}".rstrip())
        click.echo(f"    {', '.join(one.words) or '-'}")
        if one.hosts:
            click.echo(f"    {', '.join(one.hosts)}")
        for source, place in one.sources.items():
            click.echo(f"    {source} → {place}")
