"""What can go wrong between us and a model: one class a kind, each with its sentence.

The texts of an error are a part of a sentence for a person; secrets in what a server said are
masked, and what it said is cut short.
"""

from typing import ClassVar

from pipelines.messages import Language, say
from tool_registry.base.redaction import mask_text

_LONGEST = 200
"""Characters of a server's own words that are kept."""


class ModelError(Exception):
    """Root: a model gave no answer that can be used. Nothing was changed by asking it."""

    kind: ClassVar[str] = "failed"
    """The text `models.<kind>` in pipelines/messages; also the label of metrics."""
    passing: ClassVar[bool] = False
    """True where the same question may be answered a moment later."""

    def __init__(self, detail: str, *, model: str = "") -> None:
        super().__init__(_short(detail))
        self.model = model

    def sentence(self, language: Language) -> str:
        """What happened, and what can be done about it."""
        return say(language, f"models.{self.kind}", model=self.model or "-", detail=str(self))


class Unreachable(ModelError):
    """No connection, or a server that is failing: refused, reset, TLS, 408, 5xx."""

    kind = "unreachable"
    passing = True


class Throttled(ModelError):
    """Too many requests for now."""

    kind = "throttled"
    passing = True

    def __init__(self, detail: str, *, model: str = "", retry_after: float | None = None) -> None:
        super().__init__(detail, model=model)
        self.retry_after = retry_after
        """Seconds that the server asks us to wait; None where it did not say."""


class Refused(ModelError):
    """The server will not answer this, now or later: key, model, parameters, content."""

    kind = "refused"


class BadRequest(Refused):
    """The server does not take the question as it was put, and may when it is put otherwise."""


class Nonsense(ModelError):
    """An answer that breaks the wire's form: half JSON, bad UTF-8, no choices, unknown tool."""

    kind = "nonsense"
    passing = True


class TooLong(ModelError):
    """The question or the answer does not fit."""

    kind = "too_long"


class Cut(ModelError):
    """The answer stopped before its end."""

    kind = "cut"
    passing = True


class DeadlinePassed(ModelError):
    """No whole answer in the time that was left."""

    kind = "deadline"


class Resting(ModelError):
    """The model failed several times just now; it is not asked until it has rested."""

    kind = "resting"

    def __init__(self, detail: str, *, model: str = "", seconds: float = 0.0) -> None:
        super().__init__(detail, model=model)
        self.seconds = seconds
        """Until it will be tried again."""


class BudgetSpent(ModelError):
    """The request has used up the calls to models that it may make."""

    kind = "budget"


class NotLoaded(ModelError):
    """A model of this machine is not there, or lacks what it needs to run."""

    kind = "not_loaded"


class Preparing(ModelError):
    """What the model is to give is being computed, and not there yet."""

    kind = "preparing"


class RequestsOff(ModelError):
    """This process must not send requests to models, as in tests."""

    kind = "requests_off"


def _short(detail: str) -> str:
    text = " ".join(mask_text(detail).split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
