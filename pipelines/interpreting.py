"""A second reader of sentences: a language model, asked where the rules are unsure."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from pipelines.agents.confidence import scored
from pipelines.answer import Answer, ModelUse, Status
from pipelines.contracts.events import Refused
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

    @property
    def by_model(self) -> bool:
        """True where the intent is a model's: then nobody reads the text itself behind it."""
        return any(one.stage == "intent" and one.outcome == "used" for one in self.use.stages)


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
) -> Reading | Answer:
    """The reading that counts; where none does, the answer that says so, with nothing executed."""
    by_rules = scored(by_rules, catalogue)
    if interpreter is None:
        return Reading(by_rules)
    reading = await interpreter(trip.text, by_rules, trip.environment)
    trip.model += reading.use
    if isinstance(reading, Reading):
        return reading
    trip.tell(Refused(reason="unread", problems=reading.problems))
    return trip.answer(Status.FAILED, reading.sentence(by_rules.language))
