"""Two actions that are one: a change that is only announced, a thing that is made to be given."""

from collections.abc import Sequence

from pipelines.intent.acts import Act
from tool_registry.base.types import FunctionType


def folded(acts: Sequence[Act]) -> list[Act]:
    """Without a change of nothing that only announces the next one: `update 5: set …`."""
    found: list[Act] = []
    for place, act in enumerate(acts):
        following = acts[place + 1] if place + 1 < len(acts) else None
        if following is not None and _is_handed(act, following):
            following.objects = act.objects
        elif following is None or not _announces(act, following):
            found.append(act)
    return found


def _is_handed(act: Act, following: Act) -> bool:
    """`make a card, give it to 1`: one card, and whose it is."""
    gets = [noun for noun in act.related if noun.role == "recipient"]
    given = [noun for noun in following.related if noun.role == "recipient"]
    again = len(following.objects) == 1 == len(act.objects) and not gets and bool(given)
    if not again or "recipient" not in following.action.flags or not given[0].identified:
        return False
    thing, same = act.objects[0], following.objects[0]
    makes = act.action.function is FunctionType.CREATE and not thing.person
    return makes and same.type == thing.type is not None and same.reference == "previous"


def _announces(act: Act, following: Act) -> bool:
    sets = "sets" in act.action.flags and "sets" in following.action.flags
    if not sets or act.target is not None or len(act.objects) != 1 or not following.objects:
        return False
    one, other = act.objects[0], following.objects[0]
    ids = [{str(s.value) for s in noun.said if s.identifying} for noun in (one, other)]
    return one.type == other.type and ids[0] == ids[1] and all(s.identifying for s in one.said)
