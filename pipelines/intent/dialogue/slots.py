"""The slots of a dialogue's goals: which of them a value is for, and the goals with it."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier
from pipelines.intent.dialogue.gathering import refs_of, with_refs

_T = TypeVar("_T")
_ANYBODY = ("recipient", "owner", "parent", "target", None)
"""Roles that say the same of whom or what a thing is for."""
_STATE = -1


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the goals: the goal, which of its things (0: the object), which of its values."""

    goal: int
    ref: int
    at: int = 0
    """Index of the value; -1: the state to be reached. Of names: without meaning."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Goals on their way to what a follow-up makes of them."""

    goals: tuple[Goal, ...]
    edits: tuple[tuple[str, str], ...] = ()
    """Words that were said before → what is said instead; nothing → what is said besides."""
    touched: frozenset[int] = frozenset()
    """Places of the goals that are different."""

    def put(self, place: int, goal: Goal, before: str, now: str) -> "Draft":
        """With another goal in that place."""
        told = goal.model_copy(update={"text": retold(goal.text, before, now)})
        goals = (*self.goals[:place], told, *self.goals[place + 1 :])
        edit = (before, now)
        edits = self.edits if edit in self.edits else (*self.edits, edit)
        return replace(self, goals=goals, edits=edits, touched=self.touched | {place})

    def has_put(self, value: Constraint, before: Constraint) -> bool:
        """True where the words of the value stand in place of those of another one already."""
        was = (old for old, now in self.edits if now == value.span.text)
        return any(names(old, before.span.text) for old in was)


def retold(text: str, before: str, now: str) -> str:
    """The text with other words in place of some, or with words besides."""
    found = _standing(before).search(text) if before else None
    if found is not None:
        return f"{text[: found.start()]}{now}{text[found.end() :]}"
    return f"{text} {now}".strip() if now else text


def names(text: str, words: str) -> bool:
    """True where the words stand in the text as words of their own."""
    return bool(words) and _standing(words).search(text) is not None


def _standing(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9.]){re.escape(words)}(?![A-Za-z0-9])", re.IGNORECASE)


def likeliest(found: Iterable[_T], fits: Callable[[_T], bool]) -> list[_T]:
    """Those that fit; all of them where none does."""
    every = list(found)
    return [one for one in every if fits(one)] or every


# ---- values --------------------------------------------------------------------------------


def values_in(goals: Sequence[Goal]) -> Iterator[tuple[Slot, Constraint]]:
    """Every value that the goals have, with its place."""
    for number, goal in enumerate(goals):
        for place, ref in enumerate(refs_of(goal)):
            for at, value in enumerate(ref.constraints):
                yield Slot(number, place, at), value
        if goal.target_state is not None:
            yield Slot(number, 0, _STATE), goal.target_state


def rows(found: Iterable[tuple[Slot, Constraint]]) -> list[tuple[Slot, ...]]:
    """The slots by the words that filled them: what was said once is changed everywhere."""
    by_words: dict[tuple[object, ...], list[Slot]] = {}
    for slot, value in found:
        key = (value.span.start, value.span.end, value.attribute, str(value.value))
        by_words.setdefault(key, []).append(slot)
    return [tuple(slots) for slots in by_words.values()]


def kind_of(goals: Sequence[Goal], slot: Slot) -> str | None:
    """The entity whose slot it is."""
    return refs_of(goals[slot.goal])[slot.ref].type


def same_sort(one: Constraint, other: Constraint) -> bool:
    """Both numbers of one unit, or neither a number; a list's length is no value."""
    if one.operator in ("first", "last") or other.operator in ("first", "last"):
        return False
    units = {one.unit, other.unit} - {None}
    return _is_number(one) == _is_number(other) and len(units) < 2


def is_same(one: Constraint, other: Constraint) -> bool:
    """Both say one value, whatever it is of."""
    return str(one.value).casefold() == str(other.value).casefold()


def rivals(one: Constraint, other: Constraint) -> bool:
    """Two values of which a thing has one only."""
    apart = None in (one.attribute, other.attribute) or one.attribute == other.attribute
    return apart and same_sort(one, other) and not is_same(one, other)


def _is_number(one: Constraint) -> bool:
    return isinstance(one.value, int | float) and not isinstance(one.value, bool)


def value_put(draft: Draft, slots: Sequence[Slot], value: Constraint) -> Draft:
    """The value in each of the slots, as the attribute that these are of."""
    for slot in slots:
        goal = draft.goals[slot.goal]
        before = _value_at(goal, slot)
        told = _instead(before, value)
        draft = draft.put(
            slot.goal, _with_value(goal, slot, told), before.span.text, value.span.text
        )
    return draft


def _instead(before: Constraint, value: Constraint) -> Constraint:
    same = value.attribute in (None, before.attribute)
    told: dict[str, object] = {"attribute": value.attribute or before.attribute}
    if same:
        told["unit"] = value.unit or before.unit
        told["operator"] = value.operator if value.operator != "eq" else before.operator
    return value.model_copy(update=told)


def _value_at(goal: Goal, slot: Slot) -> Constraint:
    if slot.at == _STATE:
        assert goal.target_state is not None
        return goal.target_state
    return refs_of(goal)[slot.ref].constraints[slot.at]


def _with_value(goal: Goal, slot: Slot, value: Constraint | None) -> Goal:
    if slot.at == _STATE:
        return goal.model_copy(update={"target_state": value})
    refs = list(refs_of(goal))
    held = list(refs[slot.ref].constraints)
    held[slot.at : slot.at + 1] = [value] if value is not None else []
    refs[slot.ref] = refs[slot.ref].model_copy(update={"constraints": tuple(held)})
    return with_refs(goal, refs)


def value_added(draft: Draft, place: int, ref: int, value: Constraint) -> Draft:
    """The value as one more of a thing."""
    goal = draft.goals[place]
    refs = list(refs_of(goal))
    refs[ref] = refs[ref].model_copy(update={"constraints": (*refs[ref].constraints, value)})
    return draft.put(place, with_refs(goal, refs), "", value.span.text)


def value_dropped(draft: Draft, slot: Slot) -> Draft:
    """Without that value."""
    goal = draft.goals[slot.goal]
    words = _value_at(goal, slot).span.text
    return draft.put(slot.goal, _with_value(goal, slot, None), words, "")


# ---- names ---------------------------------------------------------------------------------


def things_in(goals: Sequence[Goal]) -> Iterator[tuple[Slot, EntityRef]]:
    """Everyone and everything that the goals speak of, with its place."""
    for number, goal in enumerate(goals):
        for place, ref in enumerate(refs_of(goal)):
            yield Slot(number, place), ref


def named_rows(found: Iterable[tuple[Slot, EntityRef]]) -> list[tuple[Slot, ...]]:
    """The slots by the names in them: who is named again is the same."""
    by_names: dict[tuple[object, ...], list[Slot]] = {}
    for slot, ref in found:
        key = tuple(one.value.casefold() for one in ref.identifiers) or (slot,)
        by_names.setdefault(key, []).append(slot)
    return [tuple(slots) for slots in by_names.values()]


def may_be(ref: EntityRef, told: EntityRef) -> bool:
    """True where what is told may be of that thing: kinds and roles do not say otherwise."""
    kinds = {ref.type, told.type} - {None}
    roles = ref.role == told.role or (ref.role in _ANYBODY and told.role in _ANYBODY)
    return len(kinds) < 2 and (roles or told.role is None)


def alike(one: Identifier, other: Identifier) -> bool:
    """True for names that look alike: of letters, of digits, a letter ahead of digits, …"""
    return _look(one.value) == _look(other.value)


def _look(text: str) -> str:
    plain = re.sub(r"\d+", "0", text)
    return re.sub(r"[^\W\d_]+", "a", plain)


def named(
    draft: Draft, slots: Sequence[Slot], ids: Sequence[Identifier], one: str | None = None
) -> Draft:
    """The things of these slots by other names; `one`: the only name that is replaced."""
    now = " ".join(dict.fromkeys(new.span.text for new in ids))
    for slot in slots:
        goal = draft.goals[slot.goal]
        refs = list(refs_of(goal))
        before = refs[slot.ref]
        kept = [old for old in before.identifiers if one is not None and old.value != one]
        told = [_named_as(new, before.identifiers) for new in ids]
        update = {"identifiers": (*kept, *told), "reference": None, "made_by": None, "which": None}
        refs[slot.ref] = before.model_copy(update=update)
        gone = [old.span.text for old in before.identifiers if old not in kept]
        draft = draft.put(slot.goal, with_refs(goal, refs), gone[0] if gone else "", now)
        for words in gone[1:]:
            draft = draft.put(slot.goal, draft.goals[slot.goal], words, "")
    return draft


def _named_as(new: Identifier, before: Sequence[Identifier]) -> Identifier:
    """What a bare name is, as the one before it was."""
    same = next((old for old in before if alike(old, new)), None)
    attribute = new.attribute or (same.attribute if same is not None else None)
    return new.model_copy(update={"attribute": attribute})


def unnamed(draft: Draft, slot: Slot, gone: Sequence[Identifier]) -> Draft:
    """Without these names of a thing."""
    for name in gone:
        goal = draft.goals[slot.goal]
        refs = list(refs_of(goal))
        kept = tuple(one for one in refs[slot.ref].identifiers if one != name)
        refs[slot.ref] = refs[slot.ref].model_copy(update={"identifiers": kept})
        draft = draft.put(slot.goal, with_refs(goal, refs), name.span.text, "")
    return draft


# ---- counts --------------------------------------------------------------------------------


def counts_in(goals: Sequence[Goal]) -> Iterator[int]:
    """The goals that have a count: of what is made or changed, or of how many a list shall show."""
    for number, goal in enumerate(goals):
        free = not goal.object.identifiers and goal.object.made_by is None
        if (goal.function.writes and free) or _shown(goal) is not None:
            yield number


def counted(draft: Draft, place: int, count: int, words: str) -> Draft:
    """So many of what a goal is about."""
    goal = draft.goals[place]
    shown = _shown(goal)
    if shown is not None:
        limit = goal.object.constraints[shown].model_copy(update={"value": count})
        return draft.put(place, _with_value(goal, Slot(place, 0, shown), limit), "", words)
    thing = goal.object.model_copy(update={"quantity": count})
    told = goal.model_copy(update={"object": thing, "quantity": count})
    return draft.put(place, told, "", words)


def _shown(goal: Goal) -> int | None:
    """Where the goal says how many of a list are meant."""
    held = enumerate(goal.object.constraints)
    return next((at for at, one in held if one.operator in ("first", "last")), None)
