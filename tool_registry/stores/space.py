"""Spaces: where a source or a tool belongs, and who sees it.

A caller sees what is public in the own tenant, the spaces of the own projects, and the own one.
"""

import re
from typing import Self

from pydantic import BaseModel, ConfigDict, model_validator

from tool_registry.base.caller import Caller, Scope

EVERY_TENANT = ""
"""Tenant of what the deployment's own configuration declares."""
_LOCAL = Caller().tenant
_MARKS = re.compile(r"[\x00-\x20/\\@:~%]")
_RANKS = {Scope.PERSONAL: 0, Scope.PROJECT: 1, Scope.PUBLIC: 2}


class Space(BaseModel):
    """One space. `project` is set in project spaces, `owner` (a user) in personal ones."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tenant: str = EVERY_TENANT
    scope: Scope = Scope.PUBLIC
    project: str = ""
    owner: str = ""

    @model_validator(mode="after")
    def _is_named(self) -> Self:
        if self.scope is Scope.PROJECT and not self.project:
            raise ValueError("the scope 'project' needs the name of the project")
        if self.scope is Scope.PERSONAL and not self.owner:
            raise ValueError("the scope 'personal' needs its owner")
        return self

    @classmethod
    def of(cls, caller: Caller, scope: Scope, project: str = "") -> "Space":
        """The caller's space of that scope; ValueError for a project that is not the caller's."""
        if scope is Scope.PROJECT and project not in caller.projects:
            raise ValueError(f"'{project}' is none of your projects")
        return cls(
            tenant=caller.tenant,
            scope=scope,
            project=project if scope is Scope.PROJECT else "",
            owner=caller.user if scope is Scope.PERSONAL else "",
        )

    @property
    def rank(self) -> int:
        """The own space comes first on ties, then the projects, then what is public."""
        return _RANKS[self.scope]

    def name_of(self, name: str) -> str:
        """The id of a source of that name in this space: the same name may be in many spaces.

        Only public ones of the configuration, and of a machine's only tenant, go by the bare name.
        """
        parts = [_quoted(self.tenant)] if self.tenant not in (EVERY_TENANT, _LOCAL) else []
        parts += [f"~{_quoted(self.owner)}"] if self.owner else []
        parts += [_quoted(self.project)] if self.project else []
        return f"{name}@{':'.join(parts)}" if parts else name

    def is_open_to(self, caller: Caller) -> bool:
        """True where the caller sees what is in this space."""
        if self.tenant not in (EVERY_TENANT, caller.tenant):
            return False
        if self.scope is Scope.PROJECT:
            return self.project in caller.projects
        return self.scope is Scope.PUBLIC or self.owner == caller.user


def _quoted(name: str) -> str:
    """The name without what means something in ids and file names."""
    return _MARKS.sub(lambda mark: f"%{ord(mark[0]):02X}", name)
