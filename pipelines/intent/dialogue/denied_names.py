"""The name that a correction denies beside the one that is meant: `for desk 7, not 8`."""

from pipelines.contracts.intent import EntityRef, Goal, IntentResult
from tool_registry.vocabulary.lexicon import Lexicon


def without_denied(said: IntentResult, before: IntentResult, lexicon: Lexicon) -> IntentResult:
    """What is said without the name of before that it denies beside another one: that is no second
    thing, and no value."""
    gone = set(_names(before)) & _denied(said, lexicon)
    if not gone or not set(_names(said)) - gone:
        return said
    goals = tuple(kept for goal in said.goals if (kept := _kept(goal, gone)) is not None)
    return said.model_copy(update={"goals": goals}) if goals else said


def _names(reading: IntentResult) -> list[str]:
    refs = [ref for goal in reading.goals for ref in (goal.object, *goal.related)]
    return [one.value for ref in refs for one in ref.identifiers]


def _denied(said: IntentResult, lexicon: Lexicon) -> set[str]:
    """The words, taken for names or values, that stand right behind one which denies."""
    ends = {one.end for one in lexicon.scan(said.text) if one.is_marker("negation")}
    refs = (ref for goal in said.goals for ref in (goal.object, *goal.related))
    spans = (one.span for ref in refs for one in (*ref.identifiers, *ref.constraints))
    return {one.text for one in spans if len(said.text[: one.start].rstrip()) in ends}


def _kept(goal: Goal, gone: set[str]) -> Goal | None:
    """The goal without things of these names, and without them as values; None where it is about
    nothing else."""
    refs = [_without(ref, gone) for ref in (goal.object, *goal.related)]
    kept = [
        new for old, new in zip(goal.related, refs[1:], strict=True) if new == old or _tells(new)
    ]
    lost = refs[0] != goal.object or len(kept) < len(goal.related)
    if lost and not (_tells(refs[0]) or kept):
        return None
    return goal.model_copy(update={"object": refs[0], "related": tuple(kept)})


def _without(ref: EntityRef, gone: set[str]) -> EntityRef:
    names = tuple(one for one in ref.identifiers if one.value not in gone)
    values = tuple(one for one in ref.constraints if one.span.text not in gone)
    if (names, values) == (ref.identifiers, ref.constraints):
        return ref
    return ref.model_copy(update={"identifiers": names, "constraints": values})


def _tells(ref: EntityRef) -> bool:
    return bool(ref.identifiers or ref.constraints or ref.reference or ref.made_by)
