"""One thing after the other: what is said of several is a goal for each of them."""

from collections.abc import Iterator, Sequence

from pipelines.contracts.intent import EntityRef, Goal, Identifier

BEFORE = "previous"
"""The reference of what an earlier step of the same sentence speaks of."""


def one_by_one(goal: Goal, earlier: Sequence[Goal]) -> Iterator[Goal]:
    """The goal for each thing that it names, and for each one that an earlier goal makes."""
    for one in _for_each_made(goal, earlier):
        yield from _for_each_named(one)


def _for_each_made(goal: Goal, earlier: Sequence[Goal]) -> Iterator[Goal]:
    """`make 3 readers and give each a card`: three cards, each for another one."""
    makers = {one.id: one for one in earlier if one.function.value == "create" and one.quantity > 1}
    pointed = next((ref for ref in (goal.object, *goal.related) if ref.made_by in makers), None)
    if pointed is None and goal.per_each and makers and not _names_somebody(goal):
        last = list(makers.values())[-1]
        goal, pointed = _pointing(goal, last)
    if pointed is None:
        yield goal
        return
    many = makers[pointed.made_by or ""].quantity
    for number in range(1, many + 1):
        one = pointed.model_copy(update={"which": number, "quantity": None})
        yield _with(goal, pointed, one).model_copy(update={"per_each": False})


def _pointing(goal: Goal, maker: Goal) -> tuple[Goal, EntityRef]:
    """The goal with what it says of the things that are made, or with them as receivers."""
    same = (one for one in goal.related if one.type == maker.object.type)
    said = next((one for one in same if not (one.identifiers or one.constraints)), None)
    if said is not None:
        told = said.model_copy(update={"made_by": maker.id, "reference": BEFORE})
        return _with(goal, said, told), told
    told = EntityRef(type=maker.object.type, role="recipient", reference=BEFORE, made_by=maker.id)
    return goal.model_copy(update={"related": (*goal.related, told)}), told


def _names_somebody(goal: Goal) -> bool:
    return any(ref.identifiers for ref in goal.related)


def _for_each_named(goal: Goal) -> Iterator[Goal]:
    """`cancel 5, 6 and 7`, `a card for 1 and 2`: one goal for each."""
    beside = _side_by_side(goal)
    if beside:
        others = tuple(ref for ref in goal.related if ref not in beside)
        for one in beside:
            told = goal.model_copy(update={"related": (one, *others), "per_each": False})
            yield from _for_each_named(told)
        return
    several = next((ref for ref in (goal.object, *goal.related) if len(_alike(ref)) > 1), None)
    if several is None:
        yield goal
        return
    same = _alike(several)
    rest = tuple(one for one in several.identifiers if one not in same)
    for one in same:
        named = several.model_copy(update={"identifiers": (one, *rest), "quantity": None})
        yield from _for_each_named(_with(goal, several, named))


def _side_by_side(goal: Goal) -> tuple[EntityRef, ...]:
    """Several that are named as the same to one step: `a card for 1 and for 2`."""
    named = [ref for ref in goal.related if ref.role is not None and ref.identifiers]
    for ref in named:
        same = tuple(one for one in named if one.role == ref.role and one.type in (ref.type, None))
        if len(same) > 1:
            return same
    return ()


def _alike(ref: EntityRef) -> list[Identifier]:
    """Identifiers of one sort: they name several things, not one thing twice."""
    by_attribute: dict[str | None, list[Identifier]] = {}
    for one in ref.identifiers:
        by_attribute.setdefault(one.attribute, []).append(one)
    return max(by_attribute.values(), key=len, default=list[Identifier]())


def _with(goal: Goal, old: EntityRef, new: EntityRef) -> Goal:
    if goal.object is old:
        return goal.model_copy(update={"object": new})
    related = tuple(new if ref is old else ref for ref in goal.related)
    return goal.model_copy(update={"related": related})
