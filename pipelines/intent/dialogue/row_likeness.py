"""The reading of a row that differs from one that was read in its numbers and ids alone: what was
understood of the one is understood of the other."""

import re
from dataclasses import dataclass

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, IntentResult, Span
from pipelines.intent.dialogue.gathering import refs_of, with_refs
from pipelines.intent.dialogue.row_texts import Told
from tool_registry.base.types import JsonValue

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_ID = re.compile(r"[A-Za-z]*[-_]?\d+")


class _UnlikeError(ValueError):
    """What was read of one row tells nothing of the other."""


def like(reading: IntentResult, of: Told, other: Told) -> IntentResult | None:
    """What the `other` sentence means by the reading of the first one; None where they differ in
    more than numbers and ids, or the reading made something else of these."""
    if of.frame != other.frame or not all(
        _alike(*pair) for pair in zip(of.cells, other.cells, strict=True)
    ):
        return None
    fit = _Fit(of, other)
    try:
        return reading.model_copy(
            update={
                "text": other.text,
                "goals": tuple(map(fit.goal, reading.goals)),
                "unread": tuple(map(fit.span, reading.unread)),
                "retracted": tuple(map(fit.span, reading.retracted)),
                "spans": {name: fit.span(one) for name, one in reading.spans.items()},
                "negative": tuple(
                    one.model_copy(update={"span": fit.span(one.span)}) for one in reading.negative
                ),
                "supplements": tuple(
                    one.model_copy(update={"span": fit.span(one.span)})
                    for one in reading.supplements
                ),
            }
        )
    except _UnlikeError:
        return None


def _alike(one: str, other: str) -> bool:
    if one == other:
        return True
    return any(form.fullmatch(one) and form.fullmatch(other) for form in (_NUMBER, _ID))


@dataclass(frozen=True, slots=True)
class _Fit:
    """Puts what was read of one sentence into the other."""

    of: Told
    other: Told

    def goal(self, goal: Goal) -> Goal:
        state = goal.target_state
        told = with_refs(goal, [self._ref(ref) for ref in refs_of(goal)])
        return told.model_copy(
            update={
                "target_state": self._value(state) if state is not None else None,
                "span": self.span(goal.span) if goal.span is not None else None,
                "text": self._words(goal.text),
            }
        )

    def span(self, span: Span) -> Span:
        start, end = self._at(span.start), self._at(span.end)
        return Span(start=start, end=end, text=self.other.text[start:end])

    def _ref(self, ref: EntityRef) -> EntityRef:
        if ref.quantity is not None and str(ref.quantity) in self.of.cells:
            raise _UnlikeError(ref.quantity)
        return ref.model_copy(
            update={
                "identifiers": tuple(map(self._name, ref.identifiers)),
                "constraints": tuple(map(self._value, ref.constraints)),
                "words": self._words(ref.words),
                "span": self.span(ref.span) if ref.span is not None else None,
            }
        )

    def _name(self, one: Identifier) -> Identifier:
        span = self.span(one.span)
        at = self.of.cell_at(one.span.start, one.span.end)
        if at is not None and one.value != self.of.cells[at]:
            raise _UnlikeError(one.value)
        value = one.value if at is None else self.other.cells[at]
        return one.model_copy(update={"value": value, "span": span})

    def _value(self, one: Constraint) -> Constraint:
        span = self.span(one.span)
        at = self.of.cell_at(one.span.start, one.span.end)
        value = one.value if at is None else self._said(one.value, at)
        return one.model_copy(update={"value": value, "span": span})

    def _said(self, value: JsonValue, at: int) -> JsonValue:
        """The value of a cell, where that of the other row was what its cell said."""
        was, now = self.of.cells[at], self.other.cells[at]
        if was in (value, now):
            return value if was == now else now
        if not _NUMBER.fullmatch(was) or isinstance(value, (str, bool)) or value != float(was):
            raise _UnlikeError(value)
        return float(now) if "." in now else int(now)

    def _words(self, words: str) -> str:
        """Words of the sentence, at the place where they stand."""
        start = self.of.text.find(words)
        if not words or start < 0:
            return words
        first, last = self._at(start), self._at(start + len(words))
        return self.other.text[first:last]

    def _at(self, place: int) -> int:
        """A place between cells, or at their edges, in the other sentence."""
        moved = place
        pairs = zip(self.of.places, self.other.places, strict=True)
        for (start, end), (first, last) in pairs:
            if start < place < end:
                raise _UnlikeError(place)
            if end <= place:
                moved += (last - first) - (end - start)
        return moved
