"""Wishes that several stretches of a sentence tell of one thing, put together."""

from pipelines.grounded.newness import Wish
from pipelines.grounded.reading import Reading
from pipelines.grounded.states import States
from pipelines.grounded.world import World

_EARLIER = ("before that", "beforehand")


def merge(reading: Reading, world: World, states: States) -> list[Wish]:
    """The wishes in the order in which they are to be done, each thing once."""
    found: list[Wish] = []
    for wish in reading.wishes:
        last = next((one for one in reversed(found) if one.kind == wish.kind), None)
        if last is not None and _joins(last, wish, world, states):
            _absorb(last, wish)
        elif found and any(a.text.lower() in _EARLIER for a in wish.atoms):
            found.insert(len(found) - 1, wish)
        else:
            found.append(wish)
    return found


def _joins(last: Wish, wish: Wish, world: World, states: States) -> bool:
    own = _named(wish) - _named(last)
    if own:
        return False
    if last.what == "make" and wish.what == "make":
        counted = any(a.shape == "number" or a.is_("new") for a in wish.atoms[:2])
        return not counted or wish.target is not None
    if last.what == "make":
        return wish.what in ("act", "reach") and _on_the_way(last, wish, world, states)
    if wish.what == "make" or "ask" in (last.what, wish.what):
        return last.what == wish.what == "ask" and not wish.checks
    if wish.operation is not last.operation:
        return False
    return wish.target is None or last.target is None or wish.target == last.target


def _named(wish: Wish) -> set[str]:
    return {r.id for a in wish.atoms for r in a.records if r.kind == wish.kind}


def _on_the_way(last: Wish, wish: Wish, world: World, states: States) -> bool:
    """What is done to the new thing is what brings it to the state that is wanted."""
    changes = states.changes.get(wish.kind, [])
    change = next((c for c in changes if c.operation is wish.operation), None)
    state = world.kinds[wish.kind].state
    if change is None or state is None:
        return False
    start = next(iter(state.told.values))
    goal = last.target.raw if last.target else change.after
    way = states.way(world.kinds[wish.kind], start, goal) or []
    return change.after == goal or any(c.operation is wish.operation for c in way)


def _absorb(last: Wish, wish: Wish) -> None:
    seen = {id(atom) for atom in last.atoms}
    last.atoms = [*last.atoms, *(a for a in wish.atoms if id(a) not in seen)]
    last.condition += [one for one in wish.condition if one not in last.condition]
    last.if_none = last.if_none or wish.if_none
    if last.what == "make" and wish.what in ("act", "reach") and last.target is None:
        last.target = wish.target or last.target
        last.also = wish.operation
    else:
        last.target = last.target or wish.target
