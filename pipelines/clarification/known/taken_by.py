"""What the tools take that do what a goal wants to things of its kind."""

from collections.abc import Iterator

from pipelines.contracts.intent import Goal
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot


def taken_by(goal: Goal, catalogue: Catalogue) -> Iterator[Slot]:
    """The arguments of these tools; none for a goal that only looks."""
    for tool in catalogue.tools.values() if goal.function.writes else ():
        if goal.action in tool.actions and goal.object.type in tool.objects:
            yield from tool.needs
