"""What can be wrong with a request to the registry."""

from tool_registry.base.caller import Role, Scope
from tool_registry.base.errors import RegistryError


class NotThere(RegistryError):
    """No source or tool of that id that the caller can see; the same for one of another space."""

    def __init__(self, id: str) -> None:
        super().__init__(f"there is no source or tool '{id}'")
        self.id = id


class Forbidden(RegistryError):
    """The caller may see it, and may not do that to it."""

    def __init__(self, verb: str, scope: Scope, role: Role) -> None:
        super().__init__(f"'{verb}' in the {scope.value} pool takes the role '{role.value}'")
        self.verb, self.scope, self.role = verb, scope, role


class Refused(RegistryError):
    """The registry cannot be changed like that; the message says why."""
