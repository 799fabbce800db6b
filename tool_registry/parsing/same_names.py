"""Arguments and results of one tool that are called alike are one attribute of its thing."""

from collections.abc import Sequence

from tool_registry.model import Slot, Yield

_PLAIN = "name"
"""What a field is taken for that says the name of somebody: whose it is, tells the other one."""


def named_alike(needs: Sequence[Slot], results: Sequence[Yield]) -> tuple[Slot, ...]:
    """The arguments; one that only is a name is what the result of its name is: who handles it."""
    told = {(one.entity, one.path.rpartition(".")[2]): one.attribute for one in results}
    return tuple(_told(slot, told.get((slot.entity, slot.key))) for slot in needs)


def _told(slot: Slot, attribute: str | None) -> Slot:
    differs = slot.attribute == _PLAIN and attribute not in (None, _PLAIN)
    return slot.model_copy(update={"attribute": attribute}) if differs else slot
