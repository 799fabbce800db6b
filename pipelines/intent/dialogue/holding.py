"""`the other orders of this user`, where one order is spoken of: its user is meant."""

from collections.abc import Iterator

from pipelines.contracts.intent import EntityRef, Goal, Identifier, Span
from pipelines.intent.dialogue.past import Past, Thing
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel

_OWNS = ("owner", "parent")


def holder_of(goal: Goal, past: Past, catalogue: Catalogue) -> Thing | None:
    """The thing that tells whose the things are that a goal looks for: what is in view, else the
    only one that was told last; None where it is said, or is somebody who was spoken of."""
    owner = goal.related[0] if len(goal.related) == 1 else None
    named = goal.object.identifiers or goal.object.reference or goal.object.made_by
    if owner is None or goal.function.writes or named or not _is_open(owner):
        return None
    seen = [one for one in past.told if one.seen]
    latest = [one for one in past.told if one.run == past.told[0].run]
    if any(one.entity == owner.type for one in (seen or past.of(owner.type, None))):
        return None
    things = {(one.entity, one.id): one for one in (seen or latest)}
    telling = [one for one in things.values() if any(_telling(one, owner, catalogue))]
    return telling[0] if len(telling) == 1 else None


def through(goal: Goal, holder: Thing) -> Goal:
    """The goal with the thing that tells the owner: the orders of the user of that order."""
    owner = goal.related[0].model_copy(update={"reference": None})
    span = owner.span or goal.span or Span(start=0, end=0, text="")
    words = span.model_copy(update={"text": owner.words})
    name = Identifier(attribute=None, value=holder.id, span=words)
    told = EntityRef(type=holder.entity, role="parent", identifiers=(name,), words=owner.words)
    return goal.model_copy(update={"related": (owner, told)})


def _is_open(owner: EntityRef) -> bool:
    said = owner.identifiers or owner.constraints or owner.made_by or owner.quantity
    return owner.type is not None and owner.role in _OWNS and not said


def _telling(thing: Thing, owner: EntityRef, catalogue: Catalogue) -> Iterator[ToolEssentialModel]:
    """Tools that tell of such a thing whose it is."""
    for tool in catalogue.tools.values():
        takes = any(s.entity == thing.entity and s.attribute == "id" for s in tool.needs)
        tells = any(y.entity == owner.type and not y.many for y in tool.yields)
        if takes and tells and not tool.function.writes:
            yield tool
