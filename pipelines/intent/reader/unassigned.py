"""Values that were read and that no goal has taken up."""

import re
from collections.abc import Iterable, Sequence

from pipelines.contracts.intent import EntityRef, Goal, Span
from pipelines.intent.reader.marks import Mark, Marks, Stretch
from pipelines.intent.reader.values import Text

_HELD = ("ID", "VAL", "QTY")
_NUMBER = re.compile(r"\d{5,}")
"""Digits that are a name of their own: a phone, an id."""


def unused(
    read: Marks, hidden: Sequence[Stretch], said: Text, goals: Sequence[Goal]
) -> Iterable[Span]:
    """Identifiers, values and counts that no goal has taken up, and two names taken for one."""
    refs, held = _refs(goals), _held(goals)
    counts = {ref.quantity for ref in refs} | {goal.quantity for goal in goals}
    counts |= {one.value for ref in refs for one in ref.constraints if isinstance(one.value, int)}
    for mark in read.marks:
        free = not _meets(mark, held)
        if mark.role == "QTY":
            free = free and (said.number(mark) or 1) > 1
            free = free and said.number(mark) not in counts
        two = mark.role == "ID" and any(_NUMBER.fullmatch(one) for one in mark.text.split()[1:])
        if mark.role in _HELD and (free or two) and not _meets(mark, hidden):
            yield Span(start=mark.start, end=mark.end, text=mark.text)


def _meets(mark: Mark, stretches: Iterable[Span | Stretch]) -> bool:
    return any(one.start < mark.end and mark.start < one.end for one in stretches)


def _refs(goals: Sequence[Goal]) -> list[EntityRef]:
    return [ref for goal in goals for ref in (goal.object, *goal.related)]


def _held(goals: Sequence[Goal]) -> list[Span]:
    """Where the values stand that goals have taken up."""
    held = [one.span for ref in _refs(goals) for one in (*ref.identifiers, *ref.constraints)]
    return held + [goal.target_state.span for goal in goals if goal.target_state is not None]


def unassigned(read: Marks, said: Text, goals: Sequence[Goal]) -> Iterable[EntityRef]:
    """Identifiers and values beside the goals, for whoever picks a tool for the sentence."""
    held = _held(goals)
    for mark in read.marks:
        if _meets(mark, held) or _meets(mark, read.asides):
            continue
        if mark.role == "ID":
            yield EntityRef(type=None, identifiers=(said.identifier(mark),))
        elif mark.role == "VAL":
            yield EntityRef(type=None, constraints=said.constraints(mark))
