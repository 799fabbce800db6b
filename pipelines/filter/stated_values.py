"""What a request gives of what a tool must be told."""

from collections.abc import Iterator

from pipelines.contracts.intent import EntityRef, IntentResult
from tool_registry.base.types import FunctionType
from tool_registry.model import Slot, ToolEssentialModel


def lacking(intent: IntentResult, tool: ToolEssentialModel) -> list[Slot]:
    """The slots that must be filled and that neither the request nor a default fills.

    What a tool is told of the thing that it creates is no part: such values are given or drawn.
    """
    made = tool.objects[:1] if tool.function is FunctionType.CREATE else ()
    return [
        slot
        for slot in unsaid(intent, tool)
        if slot.entity is not None and slot.attribute is not None and slot.entity not in made
    ]


def unsaid(intent: IntentResult, tool: ToolEssentialModel) -> list[Slot]:
    """Everything that must be told and that neither the request nor a default tells."""
    given = {slot.one_of for slot in tool.needs if slot.one_of and _is_given(intent, slot)}
    return [
        slot
        for slot in tool.needs
        if slot.required
        and slot.default is None
        and not (slot.hidden or slot.environment or slot.idempotency_key or slot.one_of in given)
        and not _is_given(intent, slot)
    ]


def _is_given(intent: IntentResult, slot: Slot) -> bool:
    return any(_gives(ref, slot) for ref in _spoken_of(intent))


def _gives(ref: EntityRef, slot: Slot) -> bool:
    if ref.type is not None and ref.type != slot.entity:
        return False
    stated = {item.attribute for item in ref.identifiers}
    constrained = {item.attribute for item in ref.constraints}
    return slot.attribute in stated | constrained or (None in stated and slot.attribute == "id")


def _spoken_of(intent: IntentResult) -> Iterator[EntityRef]:
    if intent.subject is not None:
        yield intent.subject
    for goal in intent.goals:
        yield goal.object
        yield from goal.related
