"""What the lists of tools tell of their elements."""

from tool_registry.model import ToolEssentialModel


def element_paths(tool: ToolEssentialModel, entity: str | None) -> dict[str, str]:
    """Attribute → path of what a list tells of its elements; `entity` is what they are.

    A kind that a tool names after another thing still describes the element it stands in.
    """
    own = [y for y in tool.yields if y.many and y.attribute and y.entity == entity]
    lists = {y.path.rpartition("[]")[0] for y in own}
    beside = [
        y
        for y in tool.yields
        if y.many and y.attribute not in (None, "id") and y.path.rpartition("[]")[0] in lists
    ]
    return {y.attribute or "": y.path for y in (*beside, *own)}
