"""Who reads a message: the contract of every reader but a language model, which is asked first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from pipelines.contracts.intent import IntentResult
from tool_registry.vocabulary.language import Language

Turn: TypeAlias = Literal[
    "answer", "change", "more", "drop", "yes", "no", "undo", "ask", "thanks", "new"
]
"""What a message is to what was said before it."""


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A message as one turn of its dialogue."""

    turn: Turn
    sure: float
    """How likely it is that turn, 0 to 1."""
    said: IntentResult
    """What this message alone says. Its goals may have no action or object of their own: then they
    are slots for the goals that were said before; `confidence` is of these slots. A thing that is
    only pointed at has a `reference` and no identifier."""
    alone: IntentResult
    """What it says as a request of its own: with the actions and kinds of its own words."""
    rest: str
    """The message with blanks for all that `said` holds, as long as the message: what is named here
    of an earlier request is what the message replaces."""


class IntentReader(Protocol):
    """Reads messages about what a catalogue has."""

    def read(
        self,
        text: str,
        *,
        environment: str | None = None,
        language: Language | None = None,
        before: Sequence[str] = (),
    ) -> IntentResult | None:
        """What a message says; None where the reader cannot work. Never raises on any text.

        `environment`: chosen beside the message; `language`: of the answer, where it is not the
        message's own; `before`: what was said before it, the last at the end."""
        ...

    def follow_up(
        self,
        text: str,
        *,
        before: Sequence[str],
        environment: str | None = None,
        language: Language | None = None,
    ) -> FollowUp | None:
        """What a message is to what was said before it, and what it says; None and never raising as
        above. `before`: the user's message before it, then what was answered."""
        ...
