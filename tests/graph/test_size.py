"""Thousands of tools: the graph stays quick."""

from time import process_time

from tool_registry.base.types import FunctionType
from tool_registry.graph import DependencyGraph
from tool_registry.graph.inference import Inference
from tool_registry.model import Slot, ToolEssentialModel, Yield


def tools(count: int) -> list[ToolEssentialModel]:
    """Each takes the code that the one before it gives, and shares names with all others."""
    return [
        ToolEssentialModel(
            id=f"s{n % 20}/get_part_{n}",
            source=f"s{n % 20}",
            name=f"get_part_{n}",
            title="",
            summary="",
            function=FunctionType.QUERY,
            environments=("lab",),
            actions=("query",),
            objects=(f"part{n}",),
            needs=(Slot(path=f"part {n - 20} code"), Slot(path="name"), Slot(path="at.date")),
            yields=tuple(
                Yield(path=f"data.{key}", type="string")
                for key in (f"part {n} code", "name", "id", "status", "created_date")
            ),
        )
        for n in range(count)
    ]


def test_eight_thousand_tools_are_indexed_and_asked_without_comparing_all_with_all() -> None:
    many = tools(8000)
    begun = process_time()
    graph, inferred = DependencyGraph(many), Inference(many)
    first = inferred.links(many[-1].id)
    built = process_time() - begun
    begun = process_time()
    for tool in many[::100]:
        inferred.links(tool.id)
    asked = (process_time() - begun) / 80
    assert first
    assert graph.providers(many[-1].needs[1], "lab") == ()
    # An order of magnitude more than it takes: only what grows with the square is that slow.
    assert built < 20
    assert asked < 0.1
