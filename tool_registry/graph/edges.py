"""Edges: everything that the graph knows of who helps whom, for people to look at."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tool_registry.base.types import FunctionType
from tool_registry.graph.graph import DependencyGraph
from tool_registry.graph.inference import Inference
from tool_registry.graph.values import LIKELY, Link
from tool_registry.model import Slot, ToolEssentialModel


@dataclass(frozen=True, slots=True)
class Edge:
    """One link, and whether planners walk it or a person has to judge it first."""

    link: Link
    walked: bool


def edges(
    graph: DependencyGraph,
    inference: Inference,
    tools: Iterable[ToolEssentialModel],
    environment: str | None = None,
    least: float = LIKELY,
) -> Iterator[Edge]:
    """All that helps these tools: what is walked, the likeliest source of the value first; for
    arguments that nothing walked fills, what is only proposed; and conditions.

    `environment`: only tools that run there; None: all. `least`: the doubt at which proposals
    end, 0 to 1."""
    for tool in tools:
        walked = list(_walked(graph, tool, environment))
        filled = {link.slot for link in walked}
        yield from (Edge(link, walked=True) for link in walked)
        for link in inference.links(tool.id, least, environment):
            if link.slot not in filled:
                yield Edge(link, walked=False)


def touching(tools: Iterable[ToolEssentialModel], entity: str) -> list[ToolEssentialModel]:
    """Tools that act on an entity, or need or yield an attribute of it."""
    return [
        tool
        for tool in tools
        if entity in tool.objects
        or any(part.entity == entity for part in (*tool.needs, *tool.yields))
    ]


def _walked(
    graph: DependencyGraph, tool: ToolEssentialModel, environment: str | None
) -> Iterator[Link]:
    for slot in tool.needs:
        joins = [j for j in graph.providers(slot, environment) if j.tool != tool.id]
        for join in sorted(joins, key=lambda join: _place(graph.tool(join.tool), slot)):
            yield Link(
                tool=tool.id,
                provider=join.tool,
                why="instance",
                confidence=join.confidence,
                slot=slot.path,
                path=join.yielded.path,
                entity=slot.entity,
                attribute=slot.attribute,
                unit=slot.unit or join.yielded.unit,
            )


def _place(provider: ToolEssentialModel, slot: Slot) -> int:
    """Who makes the thing, then who looks it up, then who only mentions it."""
    if provider.objects[:1] != (slot.entity,):
        return 2
    return int(provider.function is not FunctionType.CREATE)
