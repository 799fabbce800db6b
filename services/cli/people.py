"""`zhizao people`, `keys` and `audit`: who may use the deployment, and who did what."""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, get_args

import click

from pipelines.messages import say
from services.callers import local_caller
from services.cli.failing import spoken
from services.cli.options import as_json, print_json
from services.registry import open_registry
from services.settings import read_settings
from tool_registry.base.caller import Caller, Role
from tool_registry.stores.rows import Permission, Person

if TYPE_CHECKING:
    from services.settings import Settings
    from tool_registry.stores.store import RegistryStore

_ROLES = click.Choice([role.value for role in Role])
_DAYS = click.FloatRange(0, 3660, min_open=True)
_role = click.option("--role", type=_ROLES, default="tester", show_default=True)


@contextmanager
def _opened(settings: "Settings | None" = None) -> Generator[tuple["RegistryStore", Caller]]:
    """The registry, and who sits at the machine: its administrator."""
    settings = settings or read_settings()
    stores = open_registry(settings)
    try:
        yield stores, local_caller(settings)
    finally:
        stores.close()


def _kept(channel: str, account: str) -> "tuple[Settings, str]":
    """The settings, and the account as it is kept: a subject with the mark of its issuer."""
    settings = read_settings()
    if channel != "oidc":
        return settings, account
    from services.oidc.people import kept_account

    return settings, kept_account(settings, channel, account)


@click.group()
def people() -> None:
    """Who may use this deployment, in which role and projects."""


@people.command("list")
@as_json
def list_people(as_json: bool) -> None:
    """All people, by name."""
    with _opened() as (stores, caller):
        found = stores.people.visible(caller)
    if as_json:
        print_json(found)
        return
    for one in found:
        projects = ", ".join(f"{name} ({role})" for name, role in one.projects.items())
        mark = " " if one.active else "✗"
        click.echo(f"{mark} {one.name:<20} {one.role:<7} {projects}".rstrip())


@people.command("add")
@click.argument("name")
@_role
def add_person(name: str, role: str) -> None:
    """Add somebody: testers ask, authors have tools of their own, owners review, admins do all."""
    with _opened() as (stores, caller):
        stores.people.add(caller, name, Role(role))
    click.echo(f"{name} ({role})")


@people.command("role")
@click.argument("name")
@click.argument("role", type=_ROLES)
def set_role(name: str, role: str) -> None:
    """Give somebody another role."""
    with _opened() as (stores, caller):
        stores.people.set_role(caller, name, Role(role))
    click.echo(f"{name} ({role})")


@people.command("join")
@click.argument("name")
@click.argument("project")
@_role
def join(name: str, project: str, role: str) -> None:
    """Make somebody a member of a project, or change their role in it."""
    with _opened() as (stores, caller):
        stores.people.join(caller, name, project, Role(role))
    click.echo(f"{name} → {project} ({role})")


@people.command("leave")
@click.argument("name")
@click.argument("project")
def leave(name: str, project: str) -> None:
    """End a membership."""
    with _opened() as (stores, caller):
        stores.people.leave(caller, name, project)
    click.echo(f"{name} ↛ {project}")


@people.command("lock")
@click.argument("name")
@click.option("--again", is_flag=True, help="Let them in again; their keys stay revoked.")
def lock(name: str, again: bool) -> None:
    """Lock somebody out, and revoke all their keys."""
    with _opened() as (stores, caller):
        stores.people.set_active(caller, name, again)
    click.echo(f"{'✓' if again else '✗'} {name}")


@people.command("link")
@click.argument("name")
@click.argument("channel")
@click.argument("account")
def link(name: str, channel: str, account: str) -> None:
    """Tell that ACCOUNT of the platform CHANNEL, or subject ACCOUNT of `oidc`, is NAME's."""
    settings, account = _kept(channel, account)
    with _opened(settings) as (stores, caller):
        stores.accounts.link(caller, name, channel, account)
    click.echo(f"{channel}:{account} → {name}")


@people.command("unlink")
@click.argument("channel")
@click.argument("account")
def unlink(channel: str, account: str) -> None:
    """The account is nobody's from now on."""
    settings, account = _kept(channel, account)
    with _opened(settings) as (stores, caller):
        stores.accounts.unlink(caller, channel, account)
    click.echo(f"{channel}:{account} ↛")


@people.command("accounts")
@as_json
def list_accounts(as_json: bool) -> None:
    """Accounts on chat platforms, and whose they are."""
    with _opened() as (stores, caller):
        found = stores.accounts.visible(caller)
    if as_json:
        print_json(found)
        return
    for one in found:
        click.echo(f"{one.channel}:{one.account} → {one.name}")


@click.group()
def keys() -> None:
    """API keys: by one, somebody is known to the service, the page, bots and other programs."""


@keys.command("create")
@click.argument("name")
@click.option("--label", default="", help="What the key is for.")
@click.option(
    "--permission",
    "permissions",
    type=click.Choice(get_args(Permission)),
    multiple=True,
    default=("read", "run"),
    show_default=True,
    help="What may be done by it; repeatable.",
)
@click.option("--days", type=_DAYS, default=90, show_default=True, help="Until it expires.")
@click.option("--for-ever", is_flag=True, help="It does not expire.")
@click.pass_context
def create_key(
    ctx: click.Context,
    name: str,
    label: str,
    permissions: tuple[Permission, ...],
    days: float,
    for_ever: bool,
) -> None:
    """Make a key for the person NAME, and print it: it cannot be shown again."""
    with _opened() as (stores, caller):
        ends = stores.database.clock.now() + timedelta(days=days).total_seconds()
        key, kept = stores.keys.create(caller, name, label, permissions, None if for_ever else ends)
        person = next(one for one in stores.people.visible(caller) if one.name == name)
    click.echo(key)
    if "tools" not in kept.permissions and _may_change_tools(person):
        click.echo(say(spoken(ctx), "identity.key_for_less", name=name), err=True)


def _may_change_tools(person: Person) -> bool:
    return any(role is not Role.TESTER for role in (person.role, *person.projects.values()))


@keys.command("list")
@as_json
@click.pass_context
def list_keys(ctx: click.Context, as_json: bool) -> None:
    """All keys, the newest first, without their secrets."""
    with _opened() as (stores, caller):
        found, now = stores.keys.visible(caller), stores.database.clock.now()
    if as_json:
        print_json(found)
        return
    for one in found:
        ends = _day(one.expires_at) or say(spoken(ctx), "identity.for_ever")
        mark = " " if one.is_valid(now) else "✗"
        told = (
            f"{mark} {one.id}  {one.name:<20} {','.join(one.permissions):<22} {ends}  {one.label}"
        )
        click.echo(told.rstrip())


@keys.command("revoke")
@click.argument("id")
def revoke_key(id: str) -> None:
    """End a key at once."""
    with _opened() as (stores, caller):
        stores.keys.revoke(caller, id)
    click.echo(f"✗ {id}")


@click.group()
def audit() -> None:
    """Who changed what, in a chain in which no row can be changed unnoticed."""


@audit.command("list")
@click.option("--subject", help="Only of this tool, source, person or key.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True)
@as_json
def list_audit(subject: str | None, limit: int, as_json: bool) -> None:
    """The latest changes, the newest first."""
    with _opened() as (stores, caller):
        found = stores.audit.visible(caller, subject=subject, limit=limit)
    if as_json:
        print_json(found)
        return
    for one in found:
        at = datetime.fromtimestamp(one.at, UTC).isoformat(timespec="seconds")
        click.echo(f"{at}  {one.who:<16} {one.what:<12} {one.subject}")


@audit.command("verify")
@click.option("--head", help="A hash that an earlier check printed: it has to be in the chain.")
@as_json
@click.pass_context
def verify(ctx: click.Context, head: str | None, as_json: bool) -> None:
    """Check that no row was changed or taken out. Exit code: 1 where one was."""
    with _opened() as (stores, _):
        check = stores.audit.verify(head)
    if as_json:
        print_json(check)
    else:
        key = "whole" if check.is_whole else "cut_off" if check.cut_off else "broken"
        told = {"rows": check.rows, "head": check.head or "-", "row": check.broken_at or 0}
        wanted = {"whole": ("rows", "head"), "cut_off": ("rows",), "broken": ("rows", "row")}
        values = {name: told[name] for name in wanted[key]}
        click.echo(say(spoken(ctx), f"identity.audit_{key}", **values))
    ctx.exit(0 if check.is_whole else 1)


def _day(at: float | None) -> str:
    return datetime.fromtimestamp(at, UTC).date().isoformat() if at is not None else ""
