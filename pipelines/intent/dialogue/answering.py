"""The reply to an open question: what it says, put where the question asked for it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, Span
from pipelines.contracts.reply_names import CONTRADICTION
from pipelines.intent.dialogue.gathering import refs_of, with_refs
from pipelines.intent.dialogue.slots import (
    Draft,
    Slot,
    is_same,
    named,
    rivals,
    things_in,
    value_dropped,
    values_in,
)
from pipelines.intent.dialogue.state import DialogueState
from tool_registry.base.types import FunctionType

_ID = "id"
_IDENTIFIER = "identifier"
_RECIPIENT = "recipient"


def filled(
    state: DialogueState, draft: Draft, said: Sequence[Goal]
) -> tuple[Draft, dict[str, str], list[Goal]]:
    """The goals and the replies with what was asked for, and what else the message says."""
    rest, asked = list(said), [one.name for one in state.reading.missing if one.blocking]
    if CONTRADICTION in asked:
        draft, rest = _settled(draft, rest)
    given: dict[str, str] = {}
    for name in state.missing:
        found = _reply_to(name, rest, alone=len(state.missing) == 1)
        if found is None:
            continue
        span, rest = found
        called = _called_otherwise(draft, name)
        if called:
            draft = named(draft, called, (Identifier(attribute=_ID, value=span.text, span=span),))
        else:
            given[name] = span.text
    for name in asked:
        if name not in state.missing:
            draft, rest = _gap_filled(draft, name, rest, alone=len(asked) == 1)
    if not (asked or state.missing):
        draft, rest = _picked(draft, rest)
    return draft, given, rest


def _settled(draft: Draft, said: list[Goal]) -> tuple[Draft, list[Goal]]:
    """Of two values of which a thing has one only, the one that is said again: the other goes."""
    told = [value for _, value in values_in(said)]
    for slot, value in values_in(draft.goals):
        gone = _rivals(draft, slot, value)
        if len(told) == 1 and gone and is_same(told[0], value):
            for rival in reversed(gone):
                draft = value_dropped(draft, rival)
            return draft, [_less(goal, told[0].span) for goal in said]
    return draft, said


def _rivals(draft: Draft, slot: Slot, value: Constraint) -> list[Slot]:
    """Where the same thing has another value of the same attribute."""
    return [
        place
        for place, one in values_in(draft.goals)
        if (place.goal, place.ref) == (slot.goal, slot.ref) and min(place.at, slot.at) >= 0
        if one.attribute == value.attribute is not None and one.operator == value.operator == "eq"
        if rivals(one, value)
    ]


def _called_otherwise(draft: Draft, name: str) -> list[Slot]:
    """Who or what the sentence calls by a name, where the id of one of that kind is asked."""
    entity, _, attribute = name.rpartition(".")
    return [
        slot
        for slot, ref in things_in(draft.goals)
        if attribute == _ID and ref.type == entity and ref.identifiers
    ]


def _picked(draft: Draft, said: list[Goal]) -> tuple[Draft, list[Goal]]:
    """The one that is meant of those that fit what was said of it."""
    described = [
        slot
        for slot, ref in things_in(draft.goals)
        if not ref.identifiers and ref.constraints and _exists(draft.goals[slot.goal], slot)
    ]
    told = [ref for goal in said for ref in refs_of(goal) if ref.identifiers]
    if len(described) != 1 or len(told) != 1 or len(told[0].identifiers) != 1:
        return draft, said
    ids = told[0].identifiers
    return named(draft, described, ids), [_less_all(goal, ids) for goal in said]


def _exists(goal: Goal, slot: Slot) -> bool:
    return slot.ref > 0 or goal.function is not FunctionType.CREATE


# ---- what planning asked for ---------------------------------------------------------------


def _reply_to(name: str, said: list[Goal], *, alone: bool) -> tuple[Span, list[Goal]] | None:
    """The words for a value by its name, and what is said besides: one that says that it is of that
    attribute, or the only one that says nothing of it, to the only question."""
    attribute = name.rpartition(".")[2]
    found = [one for one in _atoms(said) if one[2] == attribute]
    if not found and alone:
        every = list(_atoms(said))
        found = [one for one in every if one[2] is None or len(every) == 1]
        found = found or ([] if every else list(_bare(said)))
    if len(found) != 1:
        return None
    place, span, _ = found[0]
    left = _less(said[place], span)
    spent = said[place].object.span == span or _is_spent(left)
    return span, [*said[:place], *([] if spent else [left]), *said[place + 1 :]]


def _bare(said: Sequence[Goal]) -> Iterator[tuple[int, Span, str | None]]:
    """A single word that was taken for a kind of things, and says nothing of any."""
    for at, goal in enumerate(said):
        thing = goal.object
        says = goal.action_words or goal.asked or goal.related or thing.quantity or thing.reference
        if len(said) == 1 and thing.span is not None and not says:
            yield at, thing.span, None


def _atoms(said: Sequence[Goal]) -> Iterator[tuple[int, Span, str | None]]:
    """Every single value or name: the goal, its words, its attribute."""
    for at, goal in enumerate(said):
        for ref in refs_of(goal):
            for one in ref.identifiers:
                yield at, one.span, one.attribute
            for value in ref.constraints:
                yield at, value.span, value.attribute
        if goal.target_state is not None:
            yield at, goal.target_state.span, goal.target_state.attribute


def _less(goal: Goal, span: Span) -> Goal:
    """Without the value of these words."""
    refs = [
        ref.model_copy(
            update={
                "identifiers": tuple(one for one in ref.identifiers if one.span != span),
                "constraints": tuple(one for one in ref.constraints if one.span != span),
            }
        )
        for ref in refs_of(goal)
    ]
    empty = refs[0].type is None and not (refs[0].identifiers or refs[0].constraints)
    related = [ref for ref in refs[1:] if ref.identifiers or ref.constraints]
    told = with_refs(goal, [refs[0] if not empty else EntityRef(type=None), *related])
    state = goal.target_state
    return told.model_copy(update={"target_state": None}) if state and state.span == span else told


# ---- what the sentence lacked --------------------------------------------------------------


def _gap_filled(
    draft: Draft, name: str, said: list[Goal], *, alone: bool
) -> tuple[Draft, list[Goal]]:
    """Whom or what the sentence did not name, how many, or what kind of thing."""
    entity, _, what = name.rpartition(".")
    if what not in (_IDENTIFIER, _RECIPIENT):
        return draft, said
    slots = list(_unnamed(draft, entity or None, what))
    for at, goal in enumerate(said):
        told = _told(goal, entity or None, alone=alone)
        if told is None:
            continue
        ref, span = told
        left = _less_all(goal, span)
        rest = [*said[:at], *([] if _is_spent(left) else [left]), *said[at + 1 :]]
        if slots:
            return named(draft, slots, ref.identifiers), rest
        if what == _RECIPIENT:
            return _received(draft, ref), rest
    return draft, said


def _unnamed(draft: Draft, entity: str | None, what: str) -> Iterator[Slot]:
    for slot, ref in things_in(draft.goals):
        free = not ref.identifiers and ref.made_by is None
        asked = ref.role == _RECIPIENT if what == _RECIPIENT else entity in (ref.type, ref.words)
        if free and asked and ref.role != "new":
            yield slot


def _told(
    goal: Goal, entity: str | None, *, alone: bool
) -> tuple[EntityRef, tuple[Identifier, ...]] | None:
    """Who or what the message names; a bare value where nothing else was asked."""
    for ref in refs_of(goal):
        guessed = alone and [ref.words] == [one.span.text for one in ref.identifiers]
        if ref.identifiers and (guessed or ref.type is None or entity in (None, ref.type)):
            return ref, ref.identifiers
    values = goal.object.constraints
    if alone and len(values) == 1:
        span = values[0].span
        name = Identifier(attribute=None, value=span.text, span=span)
        return EntityRef(type=entity or goal.object.type, identifiers=(name,)), (name,)
    return None


def _is_spent(goal: Goal) -> bool:
    """It has told all it says: a bare noun is left, and no action."""
    refs = refs_of(goal)
    more = any(ref.identifiers or ref.constraints or ref.reference for ref in refs)
    return not (more or goal.action_words or goal.target_state or goal.object.quantity)


def _less_all(goal: Goal, names: Sequence[Identifier]) -> Goal:
    for one in names:
        goal = _less(goal, one.span)
    return goal


def _received(draft: Draft, told: EntityRef) -> Draft:
    """Whoever receives what is made."""
    ref = told.model_copy(update={"role": _RECIPIENT, "quantity": None, "constraints": ()})
    words = " ".join(one.span.text for one in told.identifiers)
    for at, goal in enumerate(draft.goals):
        if goal.function is FunctionType.CREATE:
            draft = draft.put(at, with_refs(goal, (*refs_of(goal), ref)), "", words)
    return replace(draft, touched=frozenset(range(len(draft.goals))))
