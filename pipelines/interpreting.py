"""A second reader of sentences: a language model, asked where the rules are unsure."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from pipelines.agents.confidence import scored
from pipelines.answer import Answer, ModelUse, Status
from pipelines.contracts.intent import IntentResult
from pipelines.messages import Language, say
from pipelines.models.errors import ModelError
from pipelines.trip import Trip
from tool_registry.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Reading:
    """The intent that counts, and what a model was asked for it."""

    intent: IntentResult
    use: ModelUse = field(default_factory=ModelUse)


@dataclass(frozen=True, slots=True)
class Unread:
    """No intent counts: the model's reading cannot be used, and the rules may not fill in."""

    use: ModelUse
    problems: tuple[str, ...] = ()
    """What the referee said of the last answer."""
    error: ModelError | None = None
    """Why there was no answer."""

    def sentence(self, language: Language) -> str:
        """What happened, for the user."""
        if self.error is not None:
            return say(language, "road.no_reading", reason=self.error.sentence(language))
        return say(language, "road.unusable_reading")


Interpreter: TypeAlias = Callable[[str, IntentResult, str | None], Awaitable[Reading | Unread]]
"""(sentence, the rules' reading, environment chosen beside it) → what counts."""


async def interpret(
    trip: Trip, by_rules: IntentResult, interpreter: Interpreter | None, catalogue: Catalogue
) -> IntentResult | Answer:
    """The intent that counts; where none does, the answer that says so, with nothing executed."""
    if trip.heard.reading is not None:
        return trip.heard.reading
    by_rules = scored(by_rules, catalogue)
    if interpreter is None:
        return by_rules
    reading = await interpreter(trip.text, by_rules, trip.environment)
    trip.model += reading.use
    if isinstance(reading, Reading):
        return reading.intent
    trip.tell("refused", reason="unread", problems=list(reading.problems))
    return trip.answer(Status.FAILED, reading.sentence(by_rules.language))
