"""A number in the words for a row that was told (`all of the 25 readers` behind twenty-five) says
how many they are, where a reader took it for a value of something else."""

from pipelines.contracts.intent import Constraint, EntityRef, Goal, IntentResult, Span
from pipelines.contracts.reply_names import CONTRADICTION
from pipelines.intent.dialogue.gathering import refs_of, with_refs
from pipelines.intent.dialogue.past import Past
from tool_registry.base.types import FunctionType


def with_counted_rows(said: IntentResult, past: Past) -> IntentResult:
    """The request with such numbers as counts; only a row of exactly as many is meant."""
    goals = tuple(_counted(goal, past) for goal in said.goals)
    if goals == said.goals:
        return said
    missing = tuple(one for one in said.missing if one.name != CONTRADICTION)
    return said.model_copy(update={"goals": goals, "missing": missing})


def _counted(goal: Goal, past: Past) -> Goal:
    for place, ref in enumerate(refs_of(goal)):
        made = place == 0 and goal.function is FunctionType.CREATE
        known = len(past.row(ref.type, None)) if ref.type is not None else 0
        if made or known < 2 or ref.identifiers or ref.quantity:
            continue
        refs = tuple(_without(one, ref.span, known) for one in refs_of(goal))
        if refs != refs_of(goal):
            counted = refs[place].model_copy(update={"quantity": known})
            return with_refs(goal, (*refs[:place], counted, *refs[place + 1 :]))
    return goal


def _without(ref: EntityRef, words: Span | None, count: int) -> EntityRef:
    """The thing without values that are this number in these words."""
    kept = tuple(one for one in ref.constraints if not _is_count(one, words, count))
    return ref if kept == ref.constraints else ref.model_copy(update={"constraints": kept})


def _is_count(one: Constraint, words: Span | None, count: int) -> bool:
    plain = one.operator == "eq" and one.unit is None and not isinstance(one.value, bool)
    inside = words is not None and words.start <= one.span.start and one.span.end <= words.end
    return plain and inside and one.value == count
