"""Who asks: the caller, and the scopes of tools that a caller can see."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class Scope(StrEnum):
    """Who may see a tool."""

    PUBLIC = "public"
    PROJECT = "project"
    PERSONAL = "personal"


class Caller(BaseModel):
    """The person or program that sent a request. Everything stored is keyed by `tenant`."""

    model_config = ConfigDict(frozen=True)

    tenant: str = "local"
    user: str = "local"
    projects: tuple[str, ...] = ()

    def is_same_as(self, other: "Caller") -> bool:
        """True for the same person, whatever projects were named."""
        return (self.tenant, self.user) == (other.tenant, other.user)
