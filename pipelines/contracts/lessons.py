"""What a tool's own complaints teach about its arguments beyond what it declares."""

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict

from tool_registry.model import Filled, Slot, ToolEssentialModel


class Lesson(BaseModel):
    """One thing learned of one argument; to be kept with the tool."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tool: str
    """Tool id."""
    path: str
    """Slot path of the argument."""
    kind: Literal["required", "format", "values", "unwanted"]
    value: tuple[str, ...] = ()
    """`format`: its name; `values`: the closed set, raw; empty for the other kinds."""
    words: str = ""
    """What the tool said."""


def taught(tool: ToolEssentialModel, lessons: Iterable[Lesson]) -> ToolEssentialModel:
    """The tool with its slots as the lessons say they really are."""
    mine = [lesson for lesson in lessons if lesson.tool == tool.id]
    if not mine:
        return tool
    needs = tuple(
        slot_taught(slot, [lesson for lesson in mine if lesson.path == slot.path])
        for slot in tool.needs
        if not any(one.path == slot.path and one.kind == "unwanted" for one in mine)
    )
    filled = {**tool.filled_by, "needs": Filled(by="learned")}
    return tool.model_copy(update={"needs": needs, "filled_by": filled})


def slot_taught(slot: Slot, lessons: Iterable[Lesson]) -> Slot:
    """The slot as the lessons about it say."""
    for lesson in lessons:
        if lesson.kind == "required":
            slot = slot.model_copy(update={"required": True})
        elif lesson.kind == "format" and lesson.value:
            slot = slot.model_copy(update={"format": lesson.value[0]})
        elif lesson.kind == "values":
            known = {raw: slot.values.get(raw, ()) for raw in lesson.value}
            slot = slot.model_copy(update={"values": known})
    return slot
