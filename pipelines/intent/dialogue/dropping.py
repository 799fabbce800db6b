"""Less of what was asked for: names, values, counts or whole goals are left out."""

from collections.abc import Iterator, Sequence

from pipelines.contracts.intent import EntityRef, Goal, Identifier, IntentResult
from pipelines.intent.dialogue.gathering import refs_of
from pipelines.intent.dialogue.reply_patterns import ordinal, says
from pipelines.intent.dialogue.slots import (
    Draft,
    Slot,
    counted,
    counts_in,
    names,
    things_in,
    unnamed,
    value_dropped,
    values_in,
)
from tool_registry.base.types import FunctionType


def dropped(draft: Draft, said: IntentResult, goals: Sequence[Goal]) -> list[Draft]:
    """Every way of leaving out what the message says; `goals`: its own, gathered."""
    told = " ".join(one.text for one in said.negative)
    spared = [pair for pair in _named(draft) if told and names(told, pair[1].span.text)]
    if spared:
        return _kept([_without(draft, spared)])
    for goal in goals:
        counts = goal.object.quantity
        if counts is not None and not goal.object.identifiers:
            return _fewer(draft, counts, goal)
    ways = [draft]
    for goal in goals:
        ways = [after for way in ways for after in _less(way, goal)]
    return _kept(ways) if goals else []


def _kept(ways: list[Draft]) -> list[Draft]:
    """Those that leave something to be done, and nothing without what it is done with."""
    return [way for way in ways if way.goals and _stands(way)]


def _stands(way: Draft) -> bool:
    ids = {goal.id for goal in way.goals}
    return all(ref.made_by in (None, *ids) for goal in way.goals for ref in refs_of(goal))


def _named(draft: Draft) -> Iterator[tuple[Slot, Identifier]]:
    for slot, ref in things_in(draft.goals):
        for one in ref.identifiers:
            yield slot, one


def _without(draft: Draft, gone: Sequence[tuple[Slot, Identifier]]) -> Draft:
    """Without these names; a goal that has none left of a thing is left out itself."""
    empty: set[int] = set()
    for slot, name in gone:
        draft = unnamed(draft, slot, (name,))
        if not refs_of(draft.goals[slot.goal])[slot.ref].identifiers:
            empty.add(slot.goal)
    return _without_goals(draft, empty)


def _without_goals(draft: Draft, places: set[int]) -> Draft:
    goals = tuple(goal for at, goal in enumerate(draft.goals) if at not in places)
    gone = tuple((draft.goals[at].text, "") for at in sorted(places))
    return Draft(goals, (*draft.edits, *gone), draft.touched)


def _less(draft: Draft, goal: Goal) -> list[Draft]:
    """What one step of the message leaves out."""
    things = [ref for ref in refs_of(goal) if ref.identifiers]
    if things:
        return _by_names(draft, goal, things)
    if goal.object.reference is not None:
        return _by_place(draft, goal.object)
    if goal.object.constraints:
        return _by_values(draft, goal.object)
    kind = goal.object.type
    places = {at for at, one in enumerate(draft.goals) if one.object.type == kind}
    return [_without_goals(draft, places)] if kind is not None and places else []


def _by_names(draft: Draft, goal: Goal, things: Sequence[EntityRef]) -> list[Draft]:
    """Those that are named; where the message says to do the very same thing, all but those."""
    told = [one for ref in things for one in ref.identifiers]
    found = [[pair for pair in _named(draft) if _is(pair[1], name)] for name in told]
    if any(len({pair[1].value for pair in pairs}) != 1 for pairs in found):
        return []
    meant = [pair for pairs in found for pair in pairs]
    if goal.action_words and goal.action in {one.action for one in draft.goals}:
        rows = {slot for slot, _ in meant}
        others = [p for p in _named(draft) if p[0] in rows and p not in meant]
        return [_without(draft, others)] if others else []
    return [_without(draft, meant)]


def _is(known: Identifier, told: Identifier) -> bool:
    """The same name, or its end: people say `1107` for `E1107`."""
    whole, short = known.value.casefold(), told.value.casefold()
    return whole == short or (len(short) > 2 and whole.endswith(short))


def _by_place(draft: Draft, pointer: EntityRef) -> list[Draft]:
    """The second of several names, of several made, or of several goals."""
    number = ordinal(pointer.words)
    last = says("last", pointer.words)
    if number is None and not last:
        return []
    rows = [
        (slot, ref)
        for slot, ref in things_in(draft.goals)
        if len(ref.identifiers) > 1 and pointer.type in (None, ref.type)
    ]
    if len(rows) == 1:
        slot, ref = rows[0]
        at = len(ref.identifiers) if number is None else number
        gone = [(slot, one) for one in ref.identifiers[at - 1 : at]]
        return [_without(draft, gone)] if gone else []
    many = [at for at in counts_in(draft.goals) if draft.goals[at].quantity > 1]
    if not rows and len(many) == 1:
        count = draft.goals[many[0]].quantity
        inside = number is None or number <= count
        return [counted(draft, many[0], count - 1, "")] if inside else []
    if rows or many or len(draft.goals) < 2:
        return []
    place = (len(draft.goals) if number is None else number) - 1
    return [_without_goals(draft, {place})] if place < len(draft.goals) else []


def _by_values(draft: Draft, thing: EntityRef) -> list[Draft]:
    """Without the values that are named."""
    for told in thing.constraints:
        same = [
            slot
            for slot, value in values_in(draft.goals)
            if str(value.value).casefold() == str(told.value).casefold()
            and told.attribute in (None, value.attribute)
        ]
        if not same:
            return []
        for slot in reversed(same):
            draft = value_dropped(draft, slot)
    return [draft]


def _fewer(draft: Draft, count: int, goal: Goal) -> list[Draft]:
    """So many are left; where the message says what to do with so many, also: so many fewer."""
    kind = goal.object.type
    ways: list[Draft] = []
    for place in counts_in(draft.goals):
        one = draft.goals[place]
        if kind not in (None, one.object.type) or one.function is FunctionType.QUERY:
            continue
        left = [count, one.quantity - count] if goal.action_words else [count]
        fewer = [many for many in dict.fromkeys(left) if 0 < many < one.quantity]
        ways += [counted(draft, place, many, goal.object.words) for many in fewer]
    return ways
