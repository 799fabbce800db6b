"""Ids in front of words that point at them (`7, 8 and 9, these three boats`) are of the things that
these words call, and of nobody else."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipelines.contracts.intent import EntityRef, Goal, Identifier, IntentResult, Span, unused_ids
from pipelines.contracts.reader import FollowUp
from pipelines.intent.dialogue.lists import points_at_list
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.patterns import joins_values


def apposed(read: FollowUp) -> FollowUp:
    """The turn in which such ids are of what it points at, and that points at nothing else."""
    said, alone = with_apposed_ids(read.said), with_apposed_ids(read.alone)
    return replace(read, said=said, alone=alone)


def with_apposed_ids(intent: IntentResult) -> IntentResult:
    """The reading of one deed with one goal for each such id."""
    ids = _ids_before(intent)
    if not ids:
        return intent
    first, names = intent.goals[0], unused_ids(intent.goals)
    kept = tuple(ref for ref in first.related if not _is_of(ref, ids))
    goals: list[Goal] = []
    for number, one in enumerate(ids):
        thing = first.object.model_copy(
            update={"identifiers": (one,), "reference": None, "made_by": None, "quantity": None}
        )
        name = intent.goals[number].id if number < len(intent.goals) else next(names)
        told = {"id": name, "object": thing, "related": kept, "quantity": 1}
        goals.append(first.model_copy(update=told))
    return intent.model_copy(update={"goals": tuple(goals)})


def _ids_before(intent: IntentResult) -> list[Identifier]:
    """The ids of the list that ends where the words begin."""
    deeds = {(goal.action, goal.object.type, goal.object.span) for goal in intent.goals}
    thing = intent.goals[0].object if len(deeds) == 1 else None
    if thing is None or thing.identifiers or thing.span is None:
        return []
    if intent.goals[0].function is not FunctionType.OPERATE:
        return []
    refs = [ref for goal in intent.goals for ref in goal.related if len(ref.identifiers) == 1]
    ids = {ref.identifiers[0].span.start: ref.identifiers[0] for ref in refs}
    before = [ids[start] for start in sorted(ids) if ids[start].span.end <= thing.span.start]
    return before if _is_list(before, intent.text, thing.span) else []


def _is_list(ids: Sequence[Identifier], text: str, words: Span) -> bool:
    """Several in a row, and the words behind them point at them."""
    between = (text[one.span.end : other.span.start] for one, other in pairwise(ids))
    if len(ids) < 2 or not all(map(joins_values, between)):
        return False
    end = ids[-1].span.end
    apart = text[end : words.start].strip()
    pointed = points_at_list(text, end, words.end)
    return pointed and (not apart or points_at_list(text, end, words.start))


def _is_of(ref: EntityRef, ids: Sequence[Identifier]) -> bool:
    return any(one in ids for one in ref.identifiers)
