"""Kinds of things that are a number by themselves (`50 points`): so many of them are one thing of
that size, and not as many things."""

import re

from pipelines.contracts.intent import Constraint, Goal, IntentResult, Span
from tool_registry.catalogue import Catalogue


def with_measures(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading in which a number of such a thing is its size."""
    if not any(goal.object.quantity is not None for goal in intent.goals):
        return intent
    goals = tuple(_sized(goal, catalogue.measures) for goal in intent.goals)
    return intent if goals == intent.goals else intent.model_copy(update={"goals": goals})


def _sized(goal: Goal, kinds: frozenset[str]) -> Goal:
    thing = goal.object
    if thing.quantity is None or thing.type not in kinds or thing.span is None:
        return goal
    if any(one.attribute == thing.type for one in thing.constraints):
        return goal
    size = Constraint(
        attribute=thing.type, value=thing.quantity, span=_of_number(thing.span, thing.quantity)
    )
    one = thing.model_copy(update={"quantity": None, "constraints": (*thing.constraints, size)})
    return goal.model_copy(update={"object": one, "quantity": 1})


def _of_number(words: Span, number: int) -> Span:
    """Where the number stands in the words: what else is said there is no part of it."""
    found = re.search(rf"(?<!\d){number}(?!\d)", words.text)
    if found is None:
        return words
    start = words.start + found.start()
    return Span(start=start, end=start + len(found[0]), text=found[0])
