"""What can go wrong with stored runs."""


class RunError(Exception):
    """Root of the errors about runs; messages are sentences for a person."""


class RunNotFound(RunError):
    """There is no run of that id."""


class RequestReused(RunError):
    """A request id came again with another sentence."""


class LeaseLost(RunError):
    """Another process has taken this run over, so this one must not touch it any more."""


class NotWaiting(RunError):
    """A run does not wait for its time: it has begun, or never did."""


class StillHeld(RunError):
    """Another process works on the run."""


class PlanFrozen(RunError):
    """A run has its plan already, and this is another one."""
