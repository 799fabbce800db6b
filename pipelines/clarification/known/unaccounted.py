"""Words that nothing accounts for, and that may not be passed over: they are asked about."""

from collections.abc import Iterable

from pipelines.contracts.intent import IntentResult, Missing, Span
from pipelines.contracts.reply_names import UNREAD
from pipelines.messages import listed, say


def with_unaccounted(intent: IntentResult, spans: Iterable[Span]) -> IntentResult:
    """The reading with these words as such, beside those that are so already."""
    new = [one for one in spans if not any(map(one.meets, intent.unread))]
    if not new:
        return intent
    unread = tuple(sorted((*intent.unread, *new), key=lambda one: one.start))
    words = listed(intent.language, [one.text for one in unread])
    question = say(intent.language, "intent.unaccounted", words=words)
    rest = (one for one in intent.missing if one.name != UNREAD)
    missing = (Missing(name=UNREAD, blocking=True, question=question), *rest)
    return intent.model_copy(update={"unread": unread, "missing": missing})
