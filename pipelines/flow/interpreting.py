"""The reader of sentences where a model is configured; the local reader reads beside it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pipelines.contracts.answer import Answer, ModelUse, Status
from pipelines.contracts.events import Refused
from pipelines.contracts.intent import IntentResult, Missing
from pipelines.contracts.reply_names import LATER, READING
from pipelines.messages import Language, say
from pipelines.models.errors import ModelError
from pipelines.runs.context import RunContext
from tool_registry.base.redaction import has_mask


@dataclass(frozen=True, slots=True)
class Interpretation:
    """The intent that counts, and what a model was asked for it."""

    intent: IntentResult
    use: ModelUse = field(default_factory=ModelUse)
    is_chosen: bool = False
    """The user has picked it of two."""

    @property
    def by_model(self) -> bool:
        """True where the intent is a model's or the user's own choice: then nobody reads the text
        itself behind it."""
        used = (one.stage == "intent" and one.outcome == "used" for one in self.use.stages)
        return self.is_chosen or any(used)


@dataclass(frozen=True, slots=True)
class Unread:
    """No intent counts: the model's reading cannot be used, and no other may fill in."""

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


_SHOWN = "reading_shown"
"""Beside the reply to `READING`: the model's reading as it was shown, so that what is chosen is
what counts."""
_OWN, _MODEL = "1", "2"


Interpreter: TypeAlias = Callable[
    [str, IntentResult, str | None], Awaitable[Interpretation | Unread]
]
"""(the end of the sentence that was a message of its own, the local reader's reading, environment
chosen beside it) → what counts."""


async def interpret(
    context: RunContext, own: IntentResult, interpreter: Interpreter | None
) -> Interpretation | Answer:
    """The reading that counts; where none does, the answer that says so, with nothing executed."""
    if context.message.reading is not None:
        return Interpretation(context.message.reading, is_chosen=context.message.is_chosen)
    if interpreter is None:
        return Interpretation(own)
    chosen = _chosen(context, own)
    if chosen is not None:
        return Interpretation(chosen, is_chosen=True)
    reading = await interpreter(context.message.added, own, context.environment)
    context.model += reading.use
    if isinstance(reading, Interpretation):
        _keep(context, reading.intent)
        return reading
    context.tell(Refused(reason="unread", problems=reading.problems))
    return context.answer(Status.FAILED, reading.sentence(own.language))


def replies(given: Mapping[str, str]) -> dict[str, str]:
    """The replies to what planning asked for, without those about how a sentence is read."""
    return {name: said for name, said in given.items() if name not in (READING, LATER, _SHOWN)}


def asked_names(item: Missing) -> tuple[str, ...]:
    """The name under which the reply is kept; none where it is said behind the sentence."""
    return (READING,) if item.name == READING else ()


def _chosen(context: RunContext, own: IntentResult) -> IntentResult | None:
    """The reading that the user chose of the two that were shown; None where none was."""
    said, shown = context.given.get(READING, "").strip(), context.given.get(_SHOWN)
    if said.startswith(_OWN):
        return own
    if said.startswith(_MODEL) and shown and not has_mask(shown):
        return IntentResult.model_validate_json(shown)
    return None


def _keep(context: RunContext, intent: IntentResult) -> None:
    """Keeps the model's reading with the question which one is meant."""
    if any(one.name == READING for one in intent.missing):
        missing = tuple(one for one in intent.missing if one.name != READING)
        shown = intent.model_copy(update={"missing": missing}).model_dump_json()
        context.given = {**replies(context.given), _SHOWN: shown}
