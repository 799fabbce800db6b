"""Yes and no in the words of the one author who explains them: `true = on duty`."""

from collections.abc import Mapping

from tool_registry.model import Slot, ToolEssentialModel, Yield

Words = Mapping[str, tuple[str, ...]]


def with_shared_values(tools: Mapping[str, ToolEssentialModel]) -> dict[str, ToolEssentialModel]:
    """The tools, where a boolean that one of them explains is explained in all of them."""
    told: dict[tuple[str | None, str | None], Words] = {}
    for tool in tools.values():
        for slot in tool.needs:
            if slot.type == "boolean" and slot.values and slot.attribute:
                told.setdefault((slot.entity, slot.attribute), slot.values)
    return {id: _explained(tool, told) for id, tool in tools.items()} if told else dict(tools)


def _explained(
    tool: ToolEssentialModel, told: Mapping[tuple[str | None, str | None], Words]
) -> ToolEssentialModel:
    needs = tuple(
        slot.model_copy(update={"values": words}) if (words := _words(slot, told)) else slot
        for slot in tool.needs
    )
    yields = tuple(
        one.model_copy(update={"values": words}) if (words := _words(one, told)) else one
        for one in tool.yields
    )
    return tool.model_copy(update={"needs": needs, "yields": yields})


def _words(item: Slot | Yield, told: Mapping[tuple[str | None, str | None], Words]) -> Words | None:
    if item.type != "boolean" or item.values:
        return None
    return told.get((item.entity, item.attribute))
