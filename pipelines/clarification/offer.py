"""What is stored with an open question: the choices with the readings that they stand for."""

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipelines.contracts.answer import Choice
from pipelines.contracts.intent import IntentResult
from tool_registry.base.types import JsonValue


class Offered(BaseModel):
    """A choice as it was shown, and the reading that it goes on with."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    choice: Choice
    intent: IntentResult | None = None
    given: dict[str, str] = Field(default_factory=dict)
    typed: dict[str, JsonValue] | None = None
    """Path → what was put into its form so far and can be used; None: its form was not seen yet."""
    says: str = ""
    """The sentence that it stands for; empty: it stands for a reading, or for values."""


class Offer(BaseModel):
    """The choices of one answer, in the order in which they were numbered."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: str
    """The sentence without ids, numbers and environment: what is remembered of it."""
    choices: tuple[Offered, ...]
    intent: IntentResult | None = None
    """The sentence as it was understood before anything was chosen."""

    def of(self, id: str) -> Offered | None:
        """The choice of that id."""
        return next((one for one in self.choices if one.choice.id == id), None)


def offer_of(stored: JsonValue) -> Offer | None:
    """The stored offer; None where there is none, or one that cannot be read any more."""
    if not isinstance(stored, Mapping):
        return None
    try:
        return Offer.model_validate(stored)
    except ValidationError:
        return None
