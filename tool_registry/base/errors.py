"""The layer's one error root. Messages are for a person: what is wrong, where, what to do."""


class RegistryError(Exception):
    """Root of all errors that the tool registry raises."""


class ConfigurationError(RegistryError):
    """A settings or catalogue file is wrong; the message names the file and the place in it."""


class GuardRefusal(RegistryError):
    """A call was refused before it left: wrong environment, production, undeclared argument."""


class CallNotSent(RegistryError):
    """The call provably had no effect: connection refused, or arguments refused by the schema."""


class OutcomeUnknown(RegistryError):
    """The call may have had an effect: time-out, reset, 5xx or an answer that cannot be read."""
