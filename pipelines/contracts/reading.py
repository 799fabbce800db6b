"""Who reads a message: the contract of every reader but a language model, which is asked first."""

from collections.abc import Sequence
from typing import Protocol

from pipelines.contracts.intent import IntentResult
from tool_registry.vocabulary.language import Language


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
