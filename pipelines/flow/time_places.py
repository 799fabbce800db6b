"""What a time takes with it where it says when to run: the remark, or the words for running, in
which it stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.clarification.moments_said import Said, only_runs
from pipelines.contracts.intent import Goal, IntentResult, Span
from tool_registry.catalogue import Catalogue

_ENDS = ",，、。.;；:：!！?？\n"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a time stands."""

    span: Span
    """The words that go with it, the time among them."""
    in_remark: bool = False
    """It is part of what tells something and wants nothing: `QA starts tomorrow`."""
    runs: str | None = None
    """Id of a goal that only says to run what is asked for: `and run it tomorrow at 9`."""


def place_of(intent: IntentResult, said: Said, catalogue: Catalogue) -> Place:
    """Where the time stands in the sentence."""
    for one in intent.supplements:
        if one.kind == "remark" and one.span.meets(said.span):
            return Place(_both(intent.text, one.span, said.span), in_remark=True)
    goal = _runs(intent, said, catalogue)
    if goal is not None and goal.span is not None:
        return Place(_both(intent.text, said.span, goal.span), runs=goal.id)
    return Place(said.span)


def _both(text: str, one: Span, other: Span) -> Span:
    start, end = min(one.start, other.start), max(one.end, other.end)
    return Span(start=start, end=end, text=text[start:end])


def _runs(intent: IntentResult, said: Said, catalogue: Catalogue) -> Goal | None:
    """A goal in the clause of the time that names nothing of its own, and does what the one before
    it does, or only says to run it."""
    if len(intent.goals) < 2:
        return None
    before, last = intent.goals[-2:]
    if not _is_bare(last, before.id) or not _is_beside(intent.text, said, last):
        return None
    if last.action == before.action:
        return last
    served = (action for tool in catalogue.tools.values() for action in tool.actions)
    runs = only_runs(last.action_words or last.text)
    return last if runs and last.action not in served else None


def _is_bare(goal: Goal, before: str) -> bool:
    thing = goal.object
    named: Sequence[object] = (*thing.identifiers, *thing.constraints, *goal.related)
    counted = goal.quantity != 1 or thing.quantity is not None
    of_before = thing.type is None or thing.made_by == before
    return of_before and not named and not counted and goal.target_state is None


def _is_beside(text: str, said: Said, goal: Goal) -> bool:
    span = goal.span
    if span is None:
        return False
    between = text[min(said.span.end, span.end) : max(said.span.start, span.start)]
    return not any(sign in between for sign in _ENDS)
