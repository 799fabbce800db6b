"""Errors at the edges, and the one table: error class → sentence, exit code, HTTP status."""

import math
from dataclasses import dataclass

from evals.errors import EvaluationError, NoSuchRun
from pipelines.contracts.answer import Status
from pipelines.messages import Language, say
from pipelines.messages.permissions import forbidden_text
from pipelines.runs.errors import (
    LeaseLost,
    NotWaiting,
    PlanFrozen,
    RequestReused,
    RunError,
    RunNotFound,
    StillHeld,
)
from tool_registry.base.errors import (
    CallNotSent,
    ConfigurationError,
    GuardRefusal,
    OutcomeUnknown,
    RegistryError,
)
from tool_registry.stores.errors import Forbidden, NobodyThere, NotThere, Refused


class ServiceError(Exception):
    """Root of the layer's errors: a text's key in pipelines/messages, and its values."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


class InvalidRequest(ServiceError):
    """What was sent cannot be a request."""


class TooLong(InvalidRequest):
    """A sentence that is longer than anything anybody says."""


class NotFound(ServiceError):
    """A run, tool or suite of that name does not exist."""


class Conflict(ServiceError):
    """Somebody else was faster."""


class Unauthenticated(ServiceError):
    """Nobody knows who asks."""


class NotPermitted(ServiceError):
    """The key that was given is not for that."""


class Unavailable(ServiceError):
    """Something that is needed is not there now: a source of tools, the store."""


class RateLimited(ServiceError):
    """Somebody asks more often than the deployment lets them; nothing was begun."""

    def __init__(self, key: str, wait: float, **values: object) -> None:
        """`wait`: seconds until it can be tried again."""
        self.seconds = max(1, math.ceil(wait))
        super().__init__(key, seconds=self.seconds, **values)


@dataclass(frozen=True, slots=True)
class Wire:
    """How an error leaves the process."""

    key: str | None
    """Text around the error's own words; None where the error brings its own text."""
    exit_code: int
    http_status: int


TABLE: tuple[tuple[type[Exception], Wire], ...] = (
    (TooLong, Wire(None, 2, 413)),
    (InvalidRequest, Wire(None, 2, 422)),
    (Unauthenticated, Wire(None, 3, 401)),
    (NotPermitted, Wire(None, 3, 403)),
    (NotFound, Wire(None, 1, 404)),
    (Conflict, Wire(None, 1, 409)),
    (RateLimited, Wire(None, 1, 429)),
    (Unavailable, Wire(None, 1, 503)),
    (RunNotFound, Wire("services.no_run", 1, 404)),
    (RequestReused, Wire("services.request_reused", 2, 409)),
    (LeaseLost, Wire("services.lease_lost", 1, 409)),
    (StillHeld, Wire("services.still_held", 1, 409)),
    (NotWaiting, Wire("schedule.not_waiting", 1, 409)),
    (PlanFrozen, Wire("services.plan_frozen", 1, 409)),
    (RunError, Wire("services.run", 1, 409)),
    (ConfigurationError, Wire("services.configuration", 1, 503)),
    (GuardRefusal, Wire("services.guard", 3, 403)),
    (CallNotSent, Wire("services.not_sent", 1, 503)),
    (OutcomeUnknown, Wire("services.outcome_unknown", 4, 503)),
    (NotThere, Wire("services.not_there", 1, 404)),
    (Forbidden, Wire("identity.forbidden", 3, 403)),
    (NobodyThere, Wire("identity.nobody", 1, 404)),
    (Refused, Wire("services.refused", 2, 409)),
    (RegistryError, Wire("services.registry", 1, 503)),
    (NoSuchRun, Wire("services.evaluation", 2, 404)),
    (EvaluationError, Wire("services.evaluation", 2, 503)),
)
"""The first class that fits counts, so the special ones stand before their roots."""
KNOWN: tuple[type[Exception], ...] = tuple(error for error, _ in TABLE)

EXIT_CODES = {
    Status.SUCCEEDED: 0,
    Status.PLANNED: 0,
    Status.SCHEDULED: 0,
    Status.NEEDS_INPUT: 2,
    Status.REFUSED: 3,
    Status.PARTIAL: 4,
    Status.UNKNOWN: 4,
    Status.FAILED: 1,
    Status.CANCELLED: 1,
}


def wire(error: Exception) -> Wire:
    """The line of the table for this error; KeyError for a class that is not in it."""
    for known, line in TABLE:
        if isinstance(error, known):
            return line
    raise KeyError(type(error).__name__)


def headers_of(error: Exception) -> dict[str, str]:
    """What an HTTP response says beside the sentence: how to log in, or when to come again."""
    if isinstance(error, RateLimited):
        return {"Retry-After": str(error.seconds)}
    return {"WWW-Authenticate": "Bearer"} if wire(error).http_status == 401 else {}


def sentence(error: Exception, language: Language) -> str:
    """The error as one clear sentence."""
    if isinstance(error, ServiceError):
        return say(language, error.key, **error.values)
    if isinstance(error, Forbidden):
        return forbidden_text(error, language)
    if isinstance(error, NobodyThere):
        return say(language, "identity.nobody", name=error.name)
    key = wire(error).key
    return say(language, key, detail=str(error)) if key else str(error)
