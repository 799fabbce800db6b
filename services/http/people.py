"""`/api/me`, `/api/people`, `/api/keys`, `/api/audit`: who there is, and who did what."""

from datetime import timedelta
from typing import Annotated, Literal, TypeAlias

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from services.http.identity import SESSION, Acting, Asking, Managing
from services.http.live import Live
from services.insights.reach import Reach
from services.oidc.people import kept_account
from tool_registry.base.caller import Role
from tool_registry.base.program import program
from tool_registry.stores.rows import Account, ApiKey, AuditRow, ChainCheck, Permission, Person

router = APIRouter(prefix="/api", tags=["people"])
Screen: TypeAlias = Literal["insights", "evaluation", "people"]


class Body(BaseModel):
    """Base of what is sent: no unknown fields."""

    model_config = ConfigDict(extra="forbid")


class NewPerson(Body):
    """Somebody to add."""

    name: str = Field(description="Letters, digits and `.`, `_`, `@`, `+`, `-`.")
    role: Role = Role.TESTER


class PersonChange(Body):
    """What of somebody is to be another; what is left out stays."""

    role: Role | None = None
    active: bool | None = Field(None, description="False locks out and revokes all keys.")


class Membership(Body):
    """A role in a project."""

    role: Role = Role.TESTER


class NewAccount(Body):
    """An account on a chat platform."""

    name: str = Field(description="The person whose it is.")


class NewKey(Body):
    """A key to make."""

    name: str = Field(description="The person who acts by it.")
    label: str = Field("", max_length=100, description="What it is for.")
    permissions: list[Permission] = Field(["read", "run"], min_length=1)
    days: Annotated[float, Field(gt=0, le=3660)] | None = Field(90, description="null: for ever.")


class MadeKey(BaseModel):
    """A new key: it is shown this once."""

    key: str
    about: ApiKey


class Me(BaseModel):
    """Who the service takes the caller for."""

    user: str
    role: Role
    projects: dict[str, Role]
    permissions: list[Permission]
    screens: list[Screen] = Field(description="Screens for owners that are open to the caller.")
    waiting: int = Field(description="Submissions of tools that wait for the caller's decision.")
    decided: list[str] = Field(description="Own submissions that others decided, the latest first.")
    command: str = Field(description="Our command, as it is typed where the service runs.")
    logged_in: bool = Field(description="By a login on the page, which `POST /logout` ends.")


@router.get("/me")
async def me(request: Request, live: Live, acting: Acting) -> Me:
    """The caller, and what the caller may do."""
    caller, roles = acting.caller, dict(acting.caller.project_roles)
    submissions = live.system.stores.submissions
    return Me(
        user=caller.user,
        role=caller.role,
        projects={name: roles.get(name, caller.role) for name in caller.projects},
        permissions=sorted(acting.permissions),
        screens=_screens(acting),
        waiting=submissions.waiting(caller),
        decided=submissions.decided(caller),
        command=program(),
        logged_in=SESSION in request.cookies and "authorization" not in request.headers,
    )


def _screens(acting: Acting) -> list[Screen]:
    reach, changes = Reach.of(acting.looks()), "tools" in acting.permissions
    seen: dict[Screen, bool] = {
        "insights": not reach.is_empty,
        "evaluation": reach.everywhere and changes,
        "people": "people" in acting.permissions and acting.caller.role is Role.ADMIN,
    }
    return [name for name, is_open in seen.items() if is_open]


@router.get("/people")
async def people(live: Live, caller: Asking) -> list[Person]:
    """All people for administrators; for others themselves and the members of projects they own."""
    return live.system.stores.people.visible(caller)


@router.post("/people", status_code=201)
async def add(body: NewPerson, live: Live, caller: Managing) -> Person:
    """Adds somebody."""
    return live.system.stores.people.add(caller, body.name, body.role)


@router.patch("/people/{name}", status_code=204)
async def change(name: str, body: PersonChange, live: Live, caller: Managing) -> None:
    """Gives somebody another role, locks them out or lets them in."""
    if body.role is not None:
        live.system.stores.people.set_role(caller, name, body.role)
    if body.active is not None:
        live.system.stores.people.set_active(caller, name, body.active)


@router.put("/people/{name}/projects/{project}", status_code=204)
async def join(name: str, project: str, body: Membership, live: Live, caller: Managing) -> None:
    """Makes somebody a member of a project, or changes their role in it."""
    live.system.stores.people.join(caller, name, project, body.role)


@router.delete("/people/{name}/projects/{project}", status_code=204)
async def leave(name: str, project: str, live: Live, caller: Managing) -> None:
    """Ends a membership."""
    live.system.stores.people.leave(caller, name, project)


@router.get("/accounts")
async def accounts(live: Live, caller: Asking) -> list[Account]:
    """The caller's accounts on chat platforms, for administrators everybody's."""
    return live.system.stores.accounts.visible(caller)


@router.put("/accounts/{channel}/{account:path}", status_code=204)
async def link(channel: str, account: str, body: NewAccount, live: Live, caller: Managing) -> None:
    """Tells whose account that is."""
    kept = kept_account(live.system.settings, channel, account)
    live.system.stores.accounts.link(caller, body.name, channel, kept)


@router.delete("/accounts/{channel}/{account:path}", status_code=204)
async def unlink(channel: str, account: str, live: Live, caller: Managing) -> None:
    """The account is nobody's from now on."""
    kept = kept_account(live.system.settings, channel, account)
    live.system.stores.accounts.unlink(caller, channel, kept)


@router.get("/keys")
async def keys(live: Live, caller: Asking) -> list[ApiKey]:
    """The caller's keys, for administrators everybody's; no key can be shown again."""
    return live.system.stores.keys.visible(caller)


@router.post("/keys", status_code=201)
async def make(body: NewKey, live: Live, caller: Managing) -> MadeKey:
    """A new key, shown this once."""
    stores = live.system.stores
    lasts = None if body.days is None else timedelta(days=body.days).total_seconds()
    ends = None if lasts is None else stores.database.clock.now() + lasts
    key, about = stores.keys.create(caller, body.name, body.label, body.permissions, ends)
    return MadeKey(key=key, about=about)


@router.delete("/keys/{id}", status_code=204)
async def revoke(id: str, live: Live, caller: Managing) -> None:
    """Ends a key at once."""
    live.system.stores.keys.revoke(caller, id)


@router.get("/audit")
async def audit(
    live: Live,
    caller: Asking,
    subject: str | None = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> list[AuditRow]:
    """Who changed what, the newest first, in the spaces that the caller sees."""
    return live.system.stores.audit.visible(caller, subject=subject, limit=limit)


@router.get("/audit/check")
async def verify(live: Live, caller: Managing, head: str | None = None) -> ChainCheck:
    """Whether the audit is as it was written; `head`: a hash noted at an earlier check."""
    return live.system.stores.audit.verify(head)
