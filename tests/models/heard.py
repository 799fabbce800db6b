"""What the local reader hears in a sentence, written by hand: asides alone, no goals."""

from pipelines.contracts.intent import Instruction, IntentResult, Span
from tool_registry.base.types import IntentType
from tool_registry.vocabulary.language import language_of


def heard(text: str, *, denied: str = "", gone: str = "") -> IntentResult:
    """A reading without goals: what is ruled out, and what is taken back."""
    return IntentResult(
        text=text,
        language=language_of(text),
        intent_type=IntentType.OPERATE_DATA,
        negative=tuple(
            Instruction(kind="forbid", text=one.text, span=one) for one in _spans(text, denied)
        ),
        retracted=_spans(text, gone),
    )


def _spans(text: str, words: str) -> tuple[Span, ...]:
    start = text.index(words)
    return (Span(start=start, end=start + len(words), text=words),) if words else ()
