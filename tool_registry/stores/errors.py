"""What can be wrong with a request to the registry."""

from tool_registry.base.errors import RegistryError


class NotThere(RegistryError):
    """No source or tool of that id that the caller can see; the same for one of another space."""

    def __init__(self, id: str) -> None:
        super().__init__(f"there is no source or tool '{id}'")
        self.id = id


class Refused(RegistryError):
    """The registry cannot be changed like that; the message says why."""
