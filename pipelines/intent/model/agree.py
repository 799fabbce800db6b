"""Two readings of one sentence side by side: the model's counts, the local one only adds doubt.

Where they would leave other data behind (environment, count, who gets it, a deletion, what must
not be done, two values in each other's place), both are shown and the user chooses.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from pipelines.contracts.intent import EntityRef, Goal, Instruction, IntentResult, Missing
from pipelines.contracts.limits import Limits
from pipelines.contracts.reply_names import READING
from pipelines.messages import Language, listed, say
from tool_registry.base.types import FunctionType

_Place: TypeAlias = tuple[str, str | None, str | None, str | None]
"""Action, entity, its role, attribute."""
_DOUBTS = Limits().doubts
_TOWARDS = ("recipient", "target", "new")
_DENIED = ("forbid", "keep")
_ROLES = ("recipient", "owner", "source", "target", "old", "new")


def agreed(by_model: IntentResult, own: IntentResult) -> IntentResult:
    """The model's reading; with a question where the local reader's would leave other data behind.

    What is missing is asked first: the reply changes both."""
    writes = any(goal.function.writes for one in (by_model, own) for goal in one.goals)
    asks = any(one.blocking for one in by_model.missing)
    if not writes or asks or not _differ(by_model, own):
        return by_model
    both = {"first": _shown(own, by_model), "second": _shown(by_model, by_model)}
    question = say(by_model.language, "readings.differ", **both)
    asked = Missing(name=READING, blocking=True, question=question)
    return by_model.model_copy(update={"missing": (asked, *by_model.missing)})


def _differ(mine: IntentResult, theirs: IntentResult) -> bool:
    """Where they are to run, what only the model deletes; the rest where the reader is sure."""
    if _deletes(mine) and not _deletes(theirs):
        return True
    if not theirs.goals:
        return False
    elsewhere = None not in (one := {mine.environment, theirs.environment}) and len(one) > 1
    return elsewhere or (theirs.confidence >= _DOUBTS and _says_otherwise(mine, theirs))


def _says_otherwise(mine: IntentResult, theirs: IntentResult) -> bool:
    return (
        _deletes(theirs) != _deletes(mine)
        or _counted_otherwise(mine, theirs)
        or _given_to_others(mine, theirs)
        or _forbids_less(mine, theirs)
        or _exchanged(mine, theirs)
    )


def _writing(intent: IntentResult) -> Iterator[Goal]:
    return (goal for goal in intent.goals if goal.function.writes)


def _deletes(intent: IntentResult) -> bool:
    return any(goal.function is FunctionType.DELETE for goal in intent.goals)


def _counted_otherwise(mine: IntentResult, theirs: IntentResult) -> bool:
    """How many of a kind, where both speak of that kind."""
    one, other = _counts(mine), _counts(theirs)
    return any(one[kind] != other[kind] for kind in one.keys() & other.keys())


def _counts(intent: IntentResult) -> Counter[str]:
    found: Counter[str] = Counter()
    for goal in _writing(intent):
        found[goal.object.type or ""] += goal.quantity
    return found


def _given_to_others(mine: IntentResult, theirs: IntentResult) -> bool:
    one, other = _receivers(mine), _receivers(theirs)
    return bool(one and other) and one != other


def _receivers(intent: IntentResult) -> set[str]:
    """What singles out those whom it goes to."""
    refs = (ref for goal in _writing(intent) for ref in goal.related if ref.role in _TOWARDS)
    return {item.value for ref in refs for item in ref.identifiers}


def _forbids_less(mine: IntentResult, theirs: IntentResult) -> bool:
    """Something that the local reader takes for a prohibition, and the model for no such thing."""
    denied = [item.span for item in _denied(mine)]
    denied += [one.span for ref in _refs(mine) for one in ref.constraints if one.operator == "ne"]
    return any(not any(item.span.meets(one) for one in denied) for item in _denied(theirs))


def _denied(intent: IntentResult) -> Iterator[Instruction]:
    return (item for item in intent.negative if item.kind in _DENIED)


def _refs(intent: IntentResult) -> Iterator[EntityRef]:
    for goal in intent.goals:
        yield from (goal.object, *goal.related)


def _exchanged(by_model: IntentResult, own: IntentResult) -> bool:
    """Two values that stand in each other's place."""
    mine, theirs = dict(_places(by_model)), dict(_places(own))
    both = sorted(mine.keys() & theirs.keys())
    return any(
        mine[one] == theirs[other] and mine[other] == theirs[one] and mine[one] != mine[other]
        for one, other in combinations(both, 2)
    )


def _places(intent: IntentResult) -> Iterator[tuple[tuple[int, int], _Place]]:
    """Where a value stands in the sentence → what it is a value of, in goals that change data."""
    for goal in _writing(intent):
        for ref in (goal.object, *goal.related):
            yield from _of(goal, ref)


def _of(goal: Goal, ref: EntityRef) -> Iterator[tuple[tuple[int, int], _Place]]:
    for item in (*ref.identifiers, *ref.constraints):
        yield (item.span.start, item.span.end), (goal.action, ref.type, ref.role, item.attribute)


def _shown(intent: IntentResult, spoken: IntentResult) -> str:
    """The reading in short, in the language of the request."""
    language = spoken.language
    parts = [_goal(goal, language) for goal in intent.goals]
    parts += [say(language, "readings.denied", words=item.text) for item in _denied(intent)]
    told = listed(language, parts) if intent.goals else say(language, "readings.nothing")
    if intent.environment is None:
        return told
    return say(language, "readings.where", environment=intent.environment, what=told)


def _goal(goal: Goal, language: Language) -> str:
    others = (_thing(ref, language) for ref in goal.related)
    does = "deletes" if goal.function is FunctionType.DELETE else "does"
    told = say(
        language,
        f"readings.{does}",
        action=goal.action_words or goal.action,
        count=goal.quantity,
        what=_thing(goal.object, language),
    )
    beside = listed(language, others)
    return say(language, "readings.beside", what=told, others=beside) if beside else told


def _thing(ref: EntityRef, language: Language) -> str:
    """Its noun with what singles it out, and its role."""
    ids = [item.value for item in ref.identifiers]
    name = ref.words or ref.type or "-"
    told = " ".join([name, *(one for one in ids if one not in name)])
    return say(language, f"readings.{ref.role}", what=told) if ref.role in _ROLES else told
