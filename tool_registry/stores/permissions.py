"""Who may do what to sources and tools: a table of verbs and roles, asked at every change."""

from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from tool_registry.base.caller import Caller, Role, Scope
from tool_registry.base.yaml_files import read_as
from tool_registry.stores.errors import Forbidden
from tool_registry.stores.space import Space

Verb: TypeAlias = Literal[
    "register",
    "change",
    "remove",
    "edit",
    "decide",
    "approve",
    "publish",
    "submit",
    "withdraw",
    "review",
]


class Least(BaseModel):
    """The least roles for one verb in one scope."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    any: Role
    """For whatever is there."""
    own: Role | None = None
    """For what the caller has registered; None: as for all else."""


@cache
def table() -> dict[Verb, dict[Scope, Least]]:
    """The whole table."""
    return read_as(dict[Verb, dict[Scope, Least]], Path(__file__).with_name("permissions.yaml"))


def check(caller: Caller, verb: Verb, space: Space, registered_by: str | None) -> None:
    """Forbidden where the caller may not do that in the space.

    `registered_by`: the user who registered what it is done to; None where nobody did."""
    needed = _needed(caller, verb, space, registered_by)
    if not caller.role_in(space.scope, space.project).includes(needed):
        raise Forbidden(verb, space.scope, needed)


def may(caller: Caller, verb: Verb, space: Space, registered_by: str | None = None) -> bool:
    """Whether `check` would let the caller do it."""
    needed = _needed(caller, verb, space, registered_by)
    return caller.role_in(space.scope, space.project).includes(needed)


def may_review(caller: Caller) -> bool:
    """True for those who decide about submissions for the public pool."""
    return may(caller, "review", Space.of(caller, Scope.PUBLIC))


def _needed(caller: Caller, verb: Verb, space: Space, registered_by: str | None) -> Role:
    least = table()[verb][space.scope]
    own = least.own is not None and registered_by == caller.user
    return least.own if own and least.own is not None else least.any
