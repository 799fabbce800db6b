"""How the things that a run made or changed hang together: whose values went into whose calls.

Nothing is told by comparing values across a run: an argument's binding says which call's result
holds its value, and the tools' descriptions say to which thing such a value belongs.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pipelines.contracts.answer import ThingEdge, ThingGraph, ThingNode
from pipelines.contracts.chain import Binding
from pipelines.contracts.execution import StepRecord
from pipelines.summary.data import made_id, made_places
from pipelines.summary.facts import Subject, argument, own_rows
from pipelines.summary.judged_run import JudgedRun, Seen
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.model import Slot, ToolEssentialModel, Yield

CameOf: TypeAlias = Literal["created", "changed", "deleted", "read", "named"]
Name: TypeAlias = tuple[str, str]
"""Entity and identifier."""

_OF_NOBODY = ("default", "environment", "generated")
"""Sources of values that neither the user nor an earlier call has given."""


def thing_graph(judged: JudgedRun) -> ThingGraph:
    """What was made, changed or deleted, and the things that the calls for it were given."""
    drawing = _Drawing()
    places = made_places(judged)
    own = [_own_node(drawing, *each) for each in zip(judged.seen, places, strict=True)]
    for seen, target in zip(judged.seen, own, strict=True):
        for path, name, came_of in _given(judged, seen.subject):
            drawing.join(drawing.node(name, came_of), target, seen.subject, path)
    return ThingGraph(nodes=tuple(drawing.nodes), edges=tuple(drawing.edges))


@dataclass(slots=True)
class _Drawing:
    """The graph as far as it is drawn."""

    nodes: list[ThingNode] = field(default_factory=list[ThingNode])
    edges: list[ThingEdge] = field(default_factory=list[ThingEdge])
    places: dict[Name, int] = field(default_factory=dict[Name, int])

    def node(self, name: Name, came_of: CameOf, place: int | None = None) -> int:
        """Where the thing stands in `nodes`. What a run did to it in the end outweighs what was
        known before, but what it has created stays created."""
        entity, id = name
        at = self.places.setdefault(name, len(self.nodes))
        if at == len(self.nodes):
            told = None if place is not None and id == _unnamed(place) else id
            self.nodes.append(ThingNode(entity=entity, id=told, came_of=came_of, place=place))
        elif came_of == "deleted":
            self.nodes[at] = self.nodes[at].model_copy(update={"came_of": came_of})
        return at

    def join(self, source: int, target: int, subject: Subject, path: str) -> None:
        """An edge, once; a thing is not joined with itself."""
        edge = ThingEdge(
            source=source,
            target=target,
            step=subject.step.id,
            tool=subject.record.tool,
            argument=path,
        )
        if source != target and edge not in self.edges:
            self.edges.append(edge)


def _unnamed(place: int) -> str:
    return f"?{place}"


def _own_node(drawing: _Drawing, seen: Seen, place: int) -> int:
    name = (seen.subject.entity, made_id(seen) or _unnamed(place))
    return drawing.node(name, _came_of(seen.subject), place)


def _came_of(subject: Subject) -> CameOf:
    if subject.created:
        return "created"
    ended = subject.tool.destructive or subject.tool.function is FunctionType.DELETE
    return "deleted" if ended else "changed"


def _given(judged: JudgedRun, subject: Subject) -> Iterator[tuple[str, Name, CameOf]]:
    """(path, thing, how it was known) of the call's arguments that belong to things."""
    bindings = {**subject.step.arguments, **subject.record.bindings}
    for slot in subject.tool.needs:
        binding = bindings.get(slot.path)
        if binding is None or binding.source in _OF_NOBODY or slot.hidden or slot.environment:
            continue
        for value in argument(slot, subject.record.arguments):
            name = _singled_out(judged, subject, slot, binding, value)
            if name is not None:
                yield slot.path, name, "named" if binding.step is None else "read"


def _singled_out(
    judged: JudgedRun, subject: Subject, slot: Slot, binding: Binding, value: JsonValue
) -> Name | None:
    """The thing that an argument's value belongs to, as its provenance tells; None: nobody says."""
    record = judged.records.get(binding.step or "")
    provider = judged.catalogue.tools.get(record.tool) if record else None
    if record is not None and provider is not None:
        held = _yield_at(judged, provider, binding.path)
        if held is not None and held.attribute is not None:
            return _in_result(judged, provider, record, held, value)
    is_id = slot.attribute == "id" and isinstance(value, str | int)
    return (slot.entity or subject.entity, str(value)) if is_id else None


def _yield_at(judged: JudgedRun, tool: ToolEssentialModel, path: str | None) -> Yield | None:
    """What a result holds at that path; of work waited for, what the last answer does."""
    poll = judged.catalogue.tools.get(tool.poll.tool) if tool.poll else None
    told = (*tool.yields, *(poll.yields if poll else ()))
    return next((each for each in told if each.path == path), None)


def _in_result(
    judged: JudgedRun,
    tool: ToolEssentialModel,
    record: StepRecord,
    held: Yield,
    value: JsonValue,
) -> Name | None:
    """The thing of that one result to which the value belongs."""
    entity = held.entity or (tool.objects[0] if tool.objects else "")
    if held.attribute == "id":
        return (entity, str(value))
    rows = own_rows(tool, record.body, entity, judged.catalogue)
    cells = ((row, row.cell(held.attribute or "")) for row in rows)
    ids = [row.id for row, cell in cells if cell and str(cell.value) == str(value)]
    return (entity, ids[0]) if len(ids) == 1 and ids[0] is not None else None
