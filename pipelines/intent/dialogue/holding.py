"""`the other orders of this user`, where one order is spoken of: its user is meant."""

from collections.abc import Container, Iterator

from pipelines.contracts.intent import EntityRef, Goal, Identifier, Span
from pipelines.intent.dialogue.past import Past
from pipelines.intent.dialogue.things import Thing
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel

_OWNS = ("owner", "parent")
MADE_FOR = ("owner", "parent", "recipient")
"""For whom something is made: of that nothing but what is in view tells."""


def holder_of(goal: Goal, past: Past, catalogue: Catalogue) -> Thing | None:
    """The thing that tells whose the things are that a goal looks for: what is in view, else the
    only one that was told last; None where it is said, or is somebody who was spoken of. What is
    in view tells as well for whom something is made, and who it is that is asked about."""
    seen = [one for one in past.told if one.seen]
    owner = _owner(goal, in_view=bool(seen))
    if owner is None:
        return None
    told = past.meant(None, None)
    latest = [one for one in told if one.run == told[0].run]
    if any(one.entity == owner.type for one in (seen or past.meant(owner.type, None))):
        return None
    things = {(one.entity, one.id): one for one in (seen or latest)}
    telling = [one for one in things.values() if any(_telling(one, owner, catalogue))]
    return telling[0] if len(telling) == 1 else None


def through(goal: Goal, holder: Thing) -> Goal:
    """The goal with the thing that tells the owner: the orders of the user of that order."""
    owner = next(iter(goal.related), goal.object)
    span = owner.span or goal.span or Span(start=0, end=0, text="")
    words = span.model_copy(update={"text": owner.words})
    name = Identifier(attribute=None, value=holder.id, span=words)
    told = EntityRef(type=holder.entity, role="parent", identifiers=(name,), words=owner.words)
    plain = tuple(one.model_copy(update={"reference": None}) for one in goal.related)
    return goal.model_copy(update={"related": (*plain, told)})


def tells_whom(thing: Thing, goal: Goal, catalogue: Catalogue) -> bool:
    """Some tool tells of that thing who it is that the goal is for, and leaves open."""
    people = [one for one in goal.related if one.role == "recipient" and not one.identifiers]
    return any(one.type and any(_telling(thing, one, catalogue)) for one in people)


def _owner(goal: Goal, *, in_view: bool) -> EntityRef | None:
    """Who it is that the goal leaves open."""
    thing, makes = goal.object, goal.function is FunctionType.CREATE
    if thing.identifiers or thing.reference or thing.made_by or len(goal.related) > 1:
        return None
    if not goal.related:
        asked = in_view and goal.asked and not goal.function.writes
        return thing if asked and _is_open(thing, (None,)) else None
    if goal.function.writes and not (in_view and makes):
        return None
    roles = MADE_FOR if makes else _OWNS
    return goal.related[0] if _is_open(goal.related[0], roles) else None


def _is_open(owner: EntityRef, roles: Container[str | None]) -> bool:
    said = owner.identifiers or owner.constraints or owner.made_by or owner.quantity
    return owner.type is not None and owner.role in roles and not said


def _telling(thing: Thing, owner: EntityRef, catalogue: Catalogue) -> Iterator[ToolEssentialModel]:
    """Tools that tell of such a thing whose it is."""
    for tool in catalogue.tools.values():
        takes = any(s.entity == thing.entity and s.attribute == "id" for s in tool.needs)
        tells = any(y.entity == owner.type and not y.many for y in tool.yields)
        if takes and tells and not tool.function.writes:
            yield tool
