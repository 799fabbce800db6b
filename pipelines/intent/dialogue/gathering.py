"""Goals that differ only in the thing they name, as one goal with all of these names, and back."""

from collections.abc import Iterable, Sequence

from pipelines.contracts.intent import EntityRef, Goal
from pipelines.intent.each import one_by_one
from pipelines.intent.goals import MOST_GOALS


def refs_of(goal: Goal) -> tuple[EntityRef, ...]:
    """The object of a goal, then everyone and everything else."""
    return goal.object, *goal.related


def with_refs(goal: Goal, refs: Sequence[EntityRef]) -> Goal:
    """The goal with these instead, in the order of `refs_of`."""
    return goal.model_copy(update={"object": refs[0], "related": tuple(refs[1:])})


def gathered(goals: Iterable[Goal]) -> tuple[Goal, ...]:
    """`a card for 1, 2 and 3` as one goal: three goals in a row that are alike otherwise."""
    found: list[Goal] = []
    ids: dict[str, str] = {}
    for goal in goals:
        one = _of_gathered(goal, ids)
        merged = _merged(found[-1], one) if found else None
        if merged is not None:
            found[-1] = merged
        else:
            found.append(one)
        ids[goal.id] = found[-1].id
    return tuple(found)


def spread(goals: Iterable[Goal]) -> tuple[Goal, ...]:
    """A goal for each thing that is named again, numbered anew."""
    found: list[Goal] = []
    ids: dict[str, str] = {}
    for goal in goals:
        for one in one_by_one(_of_gathered(goal, ids), found):
            number = f"G{len(found) + 1}"
            found.append(one.model_copy(update={"id": number}))
            ids.setdefault(goal.id, number)
            if len(found) > MOST_GOALS:
                return tuple(found)
    return tuple(found)


def _of_gathered(goal: Goal, ids: dict[str, str]) -> Goal:
    """What earlier goals make, by the ids that these goals have now."""
    refs = (
        ref.model_copy(update={"made_by": ids.get(ref.made_by, ref.made_by)})
        if ref.made_by is not None
        else ref
        for ref in refs_of(goal)
    )
    return with_refs(goal, tuple(refs))


def _merged(first: Goal, other: Goal) -> Goal | None:
    """Both as one; None where they differ in more than one thing's name."""
    mine, others = refs_of(first), refs_of(other)
    if len(mine) != len(others) or _unnamed(first) != _unnamed(other):
        return None
    apart = [at for at, ref in enumerate(mine) if _name(ref) != _name(others[at])]
    if len(apart) != 1:
        return None
    at = apart[0]
    more = tuple(one for one in others[at].identifiers if one not in mine[at].identifiers)
    told = {"identifiers": (*mine[at].identifiers, *more), "which": None}
    return with_refs(first, (*mine[:at], mine[at].model_copy(update=told), *mine[at + 1 :]))


def _name(ref: EntityRef) -> tuple[object, ...]:
    return ref.identifiers, ref.which


def _unnamed(goal: Goal) -> Goal:
    plain = {"identifiers": (), "which": None}
    bare = with_refs(goal, tuple(ref.model_copy(update=plain) for ref in refs_of(goal)))
    return bare.model_copy(update={"id": ""})
