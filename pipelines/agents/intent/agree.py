"""Two readings of one sentence side by side: where values have changed places, the user decides."""

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from pipelines.contracts.intent import EntityRef, Goal, IntentResult, Missing
from pipelines.messages import say

_Place: TypeAlias = tuple[str, str | None, str | None, str | None]
"""Action, entity, its role, attribute."""
NAME = "roles"
"""Of what is missing where the readings differ."""


def agreed(by_model: IntentResult, by_rules: IntentResult) -> IntentResult:
    """The model's reading; with a question where it would change data, and two values stand in
    each other's place in the rules' reading."""
    mine, theirs = dict(_places(by_model)), dict(_places(by_rules))
    both = sorted(mine.keys() & theirs.keys())
    for one, other in combinations(both, 2):
        exchanged = mine[one] == theirs[other] and mine[other] == theirs[one]
        if exchanged and mine[one] != mine[other]:
            words = [by_model.text[start:end] for start, end in (one, other)]
            question = say(by_model.language, "road.which_is_which", one=words[0], other=words[1])
            asked = Missing(name=NAME, blocking=True, question=question)
            return by_model.model_copy(update={"missing": (asked, *by_model.missing)})
    return by_model


def _places(intent: IntentResult) -> Iterator[tuple[tuple[int, int], _Place]]:
    """Where a value stands in the sentence → what it is a value of, in goals that change data."""
    for goal in intent.goals:
        if goal.function.writes:
            for ref in (goal.object, *goal.related):
                yield from _of(goal, ref)


def _of(goal: Goal, ref: EntityRef) -> Iterator[tuple[tuple[int, int], _Place]]:
    for item in (*ref.identifiers, *ref.constraints):
        yield (item.span.start, item.span.end), (goal.action, ref.type, ref.role, item.attribute)
