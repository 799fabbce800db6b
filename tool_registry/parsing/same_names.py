"""Arguments and results of one tool that are called alike are one attribute of its thing."""

from collections.abc import Sequence, Set

from tool_registry.model import Slot, Yield

_ID = "id"
_PLAIN = "name"
"""What a field is taken for that says the name of somebody: whose it is, tells the other one."""


def named_alike(
    needs: Sequence[Slot], results: Sequence[Yield], main: str | None
) -> tuple[Slot, ...]:
    """The arguments; one that only is a name is what the result of its name is: who handles it.
    What the result tells of the tool's own thing, `main`, is an argument of that too, and not of
    another thing that its description speaks of: `why the pet comes in` is a visit's reason."""
    told = {(one.entity, one.path.rpartition(".")[2]): one.attribute for one in results}
    named = (_told(slot, told.get((slot.entity, slot.key))) for slot in needs)
    own = {(key, attribute) for (entity, key), attribute in told.items() if entity == main}
    return tuple(_own(slot, own, main) for slot in named)


def _own(slot: Slot, own: Set[tuple[str, str | None]], main: str | None) -> Slot:
    plain = slot.attribute not in (None, _ID) and (slot.key, slot.attribute) in own
    moved = plain and main is not None and slot.entity != main
    return slot.model_copy(update={"entity": main}) if moved else slot


def _told(slot: Slot, attribute: str | None) -> Slot:
    differs = slot.attribute == _PLAIN and attribute not in (None, _PLAIN)
    return slot.model_copy(update={"attribute": attribute}) if differs else slot
