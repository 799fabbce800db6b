"""`what about 7?`, behind a look at 5: the same look, at what the message names."""

from collections.abc import Sequence
from dataclasses import replace

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, IntentResult, Span
from pipelines.contracts.reader import FollowUp
from pipelines.intent.dialogue.gathering import refs_of
from tool_registry.base.types import FunctionType


def at_another(read: FollowUp, before: IntentResult | None) -> FollowUp:
    """The turn with the name as what is said now, where a name is all that the message holds and
    nothing but looks was wanted before; else the turn as it was heard."""
    name = only_name(read.said) if before is not None and _names_only(before) else None
    if before is None or name is None:
        return read
    if name.type not in (None, *(ref.type for goal in before.goals for ref in refs_of(goal))):
        return read
    if not any(_is_like(name.identifiers[0], one) for one in _names(before)):
        return read
    told = read.said.model_copy(update={"goals": (_look(name),), "unread": ()})
    return replace(read, turn="change", said=told)


def names_the_missing(said: IntentResult, missing: Sequence[str]) -> bool:
    """True where a name is all that the message holds, and the only thing that was asked for is
    which one of its kind is meant."""
    name = only_name(said)
    if name is None or len(missing) != 1 or not missing[0].endswith((".id", ".identifier")):
        return False
    return name.type in (None, missing[0].rpartition(".")[0])


def only_name(said: IntentResult) -> EntityRef | None:
    """The one thing that the message names, of a kind only where it says so itself; None where it
    says anything else."""
    if not said.goals and len(said.unread) == 1:
        return _named(said.unread[0], None)
    acts = any(goal.action_words or goal.asked or goal.target_state for goal in said.goals)
    refs = [ref for goal in said.goals for ref in refs_of(goal) if _says(ref)]
    if acts or said.unread or said.negative or len(refs) != 1:
        return None
    ref = refs[0]
    numbers = [one for one in ref.constraints if one.span.text.isdigit() and one.unit is None]
    told = [one.span for one in (*ref.identifiers, *numbers)]
    more = len(told) < len(ref.identifiers) + len(ref.constraints)
    if len(told) != 1 or more or ref.quantity is not None or ref.reference:
        return None
    return _named(told[0], ref.type if ref.words != told[0].text else None)


def _names(before: IntentResult) -> list[Identifier]:
    return [one for goal in before.goals for ref in refs_of(goal) for one in ref.identifiers]


def _is_like(name: Identifier, before: Identifier) -> bool:
    """False where it is far shorter: so short a number counts something."""
    return 2 * len(name.value) >= len(before.value)


def _says(ref: EntityRef) -> bool:
    return bool(ref.words or ref.identifiers or ref.constraints or ref.reference)


def _names_only(before: IntentResult) -> bool:
    """Looks at what is named, where no number could be meant but one of a name."""
    refs = [ref for goal in before.goals for ref in refs_of(goal)]
    numbers = any(_is_number(value) for ref in refs for value in ref.constraints)
    looks = not any(goal.function.writes for goal in before.goals)
    return looks and not numbers and any(ref.identifiers for ref in refs)


def _is_number(value: Constraint) -> bool:
    return isinstance(value.value, int | float) and not isinstance(value.value, bool)


def _named(span: Span, kind: str | None) -> EntityRef:
    name = Identifier(attribute=None, value=span.text, span=span)
    return EntityRef(type=kind, identifiers=(name,), words=span.text, span=span)


def _look(thing: EntityRef) -> Goal:
    look, words = FunctionType.QUERY, thing.words
    return Goal(
        id="G1", action=look.value, action_words="", function=look, object=thing, text=words
    )
