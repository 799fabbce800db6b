"""Who asks: the caller, what the caller may do, and the scopes of tools that a caller can see."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class Scope(StrEnum):
    """Who may see a tool."""

    PUBLIC = "public"
    PROJECT = "project"
    PERSONAL = "personal"


class Role(StrEnum):
    """What somebody is in a deployment or in a project; each may do what those before it may."""

    TESTER = "tester"
    AUTHOR = "author"
    OWNER = "owner"
    ADMIN = "admin"

    def includes(self, other: "Role") -> bool:
        """True where this role may do what the other one may."""
        ranks = list(Role)
        return ranks.index(self) >= ranks.index(other)


class Caller(BaseModel):
    """The person or program that sent a request. Everything stored is keyed by `tenant`.

    By default it is the one user of this machine, who may do everything.
    """

    model_config = ConfigDict(frozen=True)

    tenant: str = "local"
    user: str = "local"
    projects: tuple[str, ...] = ()
    role: Role = Role.ADMIN
    """In the deployment, and so for what is public."""
    project_roles: tuple[tuple[str, Role], ...] = ()
    """Project → role in it, where it is another one than in the deployment."""

    def is_same_as(self, other: "Caller") -> bool:
        """True for the same person, whatever projects were named."""
        return (self.tenant, self.user) == (other.tenant, other.user)

    def role_in(self, scope: Scope, project: str = "") -> Role:
        """The caller's role for what is in that scope: everybody owns the personal space."""
        if self.role is Role.ADMIN or scope is Scope.PUBLIC:
            return self.role
        if scope is Scope.PERSONAL:
            return Role.OWNER
        return dict(self.project_roles).get(project, Role.TESTER)
