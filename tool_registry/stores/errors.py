"""What can be wrong with a request to the registry."""

from tool_registry.base.caller import Role, Scope
from tool_registry.base.errors import RegistryError


class NotThere(RegistryError):
    """No source or tool of that id that the caller can see; the same for one of another space."""

    def __init__(self, id: str) -> None:
        super().__init__(f"there is no source or tool '{id}'")
        self.id = id


class NoSubmission(NotThere):
    """No submission of that id that the caller can see."""

    def __str__(self) -> str:
        return f"there is no submission '{self.id}'"


class NobodyThere(RegistryError):
    """Nobody of that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is nobody called '{name}'")
        self.name = name


class Forbidden(RegistryError):
    """The caller may see it, and may not do that to it."""

    def __init__(self, verb: str, scope: Scope | None, role: Role) -> None:
        where = f" in the {scope.value} pool" if scope else ""
        super().__init__(f"'{verb}'{where} takes the role '{role.value}'")
        self.verb, self.scope, self.role = verb, scope, role


class Refused(RegistryError):
    """The registry cannot be changed like that; the message says why."""


class Settled(Refused):
    """The submission was decided, or cannot be decided any more."""

    def __init__(self, id: str, state: str, by: str | None) -> None:
        told = f"{state} by {by}" if by else f"{state}: the tool is not what was submitted any more"
        super().__init__(f"submission '{id}' is {told}")
        self.id, self.state, self.by = id, state, by
