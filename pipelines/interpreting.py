"""A second reader of sentences: a language model, asked where the rules are unsure."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from pipelines.answer import ModelUse
from pipelines.intent.result import IntentResult


@dataclass(frozen=True, slots=True)
class Reading:
    """The intent that counts, and what a model was asked for it."""

    intent: IntentResult
    use: ModelUse = field(default_factory=ModelUse)


Interpreter: TypeAlias = Callable[[str, IntentResult, str | None], Awaitable[Reading]]
"""(sentence, the rules' reading, environment chosen beside it) → what counts."""
