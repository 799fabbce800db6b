"""Values between quotation marks are taken whole: a reader leaves out the stop at their end."""

from pipelines.contracts.intent import Constraint, EntityRef, Goal, IntentResult, Span

_PAIRS = {'"': '"', "\u201c": "\u201d", "\u2018": "\u2019", "\u300c": "\u300d"}
"""Opening mark → closing mark."""


def with_whole_quotes(intent: IntentResult) -> IntentResult:
    """The reading in which each quoted text value ends where its quotation does."""
    if not any(mark in intent.text for mark in _PAIRS):
        return intent
    goals = tuple(_whole(goal, intent.text) for goal in intent.goals)
    return intent if goals == intent.goals else intent.model_copy(update={"goals": goals})


def _whole(goal: Goal, text: str) -> Goal:
    thing = _quoted(goal.object, text)
    related = tuple(_quoted(ref, text) for ref in goal.related)
    return goal.model_copy(update={"object": thing, "related": related})


def _quoted(ref: EntityRef, text: str) -> EntityRef:
    constraints = tuple(_to_its_end(one, text) for one in ref.constraints)
    return ref.model_copy(update={"constraints": constraints})


def _to_its_end(one: Constraint, text: str) -> Constraint:
    start, end = one.span.start, one.span.end
    if text[start : start + 1] in _PAIRS and end - start > 1 and one.value == text[start:end]:
        # It has its opening mark inside.
        start += 1
        own = Span(start=start, end=end, text=text[start:end])
        one = one.model_copy(update={"value": own.text, "span": own})
    closing = _PAIRS.get(text[start - 1 : start]) if start else None
    if closing is None or one.value != text[start:end]:
        return one
    close = text.find(closing, end)
    left = text[end:close] if close >= 0 else ""
    if not left or any(sign.isalnum() for sign in left):
        return one
    whole = text[start:close]
    span = Span(start=start, end=close, text=whole)
    return one.model_copy(update={"value": whole, "span": span})
