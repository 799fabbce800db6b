"""NESTFUL: the calls before the last ones, the data that flows between calls, and arguments."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from evals.benchmarks import Entry, entries
from evals.chain.arguments import Call, Wanted, bind_all
from evals.chain.arguments import figures as argument_figures
from evals.chain.binding import catalogue_of
from evals.chain.measures import Agreement, Figure, agreement, pooled, scores
from evals.chain.planning import Edge, edges, planned
from evals.chain.result import Measured
from evals.graph_bench_data import Flow, read_flows, references
from evals.links_measured import gives, is_at
from pipelines.contracts.chain import Step
from tool_registry.base.types import JsonValue, Object
from tool_registry.catalogue import Catalogue
from tool_registry.graph.inference import Inference
from tool_registry.graph.values import SAME_KIND
from tool_registry.model import RawTool


@dataclass(frozen=True, slots=True)
class _Gold:
    """A call of the benchmark's chain."""

    tool: str
    literals: Object
    takes: tuple[tuple[int, Edge], ...]
    """(number of an earlier call, what is taken of it)."""

    @property
    def edges(self) -> tuple[Edge, ...]:
        return tuple(edge for _, edge in self.takes)


@dataclass(frozen=True, slots=True)
class _Planned:
    """The plan for each call of a request, and the calls that it is about."""

    calls: tuple[_Gold, ...]
    plans: tuple[tuple[Step, ...], ...]

    @property
    def last(self) -> tuple[bool, ...]:
        """For each call whether no other one takes anything of it."""
        read = {number for call in self.calls for number, _ in call.takes}
        return tuple(number not in read for number in range(len(self.calls)))


def measure(folder: Path) -> Measured:
    """Plans for the calls of each request, in the whole catalogue; arguments bound apart."""
    tools, flows = read_flows(folder)
    catalogue, asking = catalogue_of(tools), catalogue_of(_asking(tools, flows))
    by_name = {tool.name: tool for tool in tools}
    listed = list(entries(folder / "queries.jsonl"))
    golds = {str(one["id"]): tuple(_golds(one, catalogue, folder.name)) for one in listed}
    done = {id: _Planned(calls, tuple(_plans(calls, asking))) for id, calls in golds.items()}
    wanted = [
        Wanted(
            str(one["id"]),
            str(one["query"]),
            tuple(
                Call(call.tool.partition("/")[2], call.literals) for call in golds[str(one["id"])]
            ),
        )
        for one in listed
    ]
    found = [
        *_plan_figures(folder.name, done, catalogue),
        *argument_figures(folder.name, list(bind_all(wanted, by_name))),
    ]
    calls = sum(len(cast("list[Entry]", one["calls"])) for one in listed)
    kept = sum(len(one) for one in golds.values())
    left_out = {"calls that only collect results (no tool of the catalogue)": calls - kept}
    return Measured.of(folder.name, found, left_out, len(listed))


def _asking(tools: Sequence[RawTool], flows: Sequence[Flow]) -> tuple[RawTool, ...]:
    """The tools, which require what the benchmark's calls take of earlier ones: else no plan has
    to look for it."""
    asked: defaultdict[str, set[str]] = defaultdict(set)
    for flow in flows:
        asked[flow.tool].add(flow.argument)
    found: list[RawTool] = []
    for tool in tools:
        told = cast("list[str]", tool.input_schema.get("required") or [])
        every = cast("JsonValue", sorted({*told, *asked[tool.name]}))
        schema: Object = {**tool.input_schema, "required": every}
        found.append(tool.model_copy(update={"input_schema": schema}))
    return tuple(found)


def _plan_figures(
    name: str, done: Mapping[str, _Planned], catalogue: Catalogue
) -> Iterator[Figure]:
    inferred = Inference(catalogue.tools.values())
    ways: dict[str, Callable[[_Planned], Iterator[bool]]] = {
        "flows that the graph proposes, tools given": lambda one: (
            _is_proposed(edge, inferred) for edge in _wanted_edges(one, catalogue)
        ),
        "flows that plans may walk, tools given": lambda one: (
            _is_joined(edge, catalogue) for edge in _wanted_edges(one, catalogue)
        ),
        "flows walked by plans, calls given": lambda one: _walked(one, catalogue),
    }
    for measure, way in ways.items():
        held = {id: tuple(way(one)) for id, one in done.items()}
        yield from pooled(name, measure, {id: hits for id, hits in held.items() if hits})
    nodes = {id: _nodes(one) for id, one in done.items()}
    yield from scores(name, "tools before the given last calls", nodes)
    edged = {id: _edges(one, catalogue) for id, one in done.items()}
    yield from scores(name, "data-flow edges, calls given", edged)


def _plans(calls: Sequence[_Gold], catalogue: Catalogue) -> Iterator[tuple[Step, ...]]:
    for call in calls:
        more = {one.tool: one.literals for one in calls if one is not call}
        yield planned(catalogue, catalogue.tools[call.tool], call.literals, more)


def _nodes(one: _Planned) -> Agreement:
    """The last calls are given; what plans call before them is compared with the other calls."""
    before = {
        step.tool
        for steps, last in zip(one.plans, one.last, strict=True)
        if last
        for step in steps
        if not step.main
    }
    pairs = zip(one.calls, one.last, strict=True)
    return agreement(before, [call.tool for call, last in pairs if not last])


def _edges(one: _Planned, catalogue: Catalogue) -> Agreement:
    pairs = zip(one.calls, one.plans, strict=True)
    found = {edge for call, steps in pairs for edge in _into(call, steps)}
    return agreement(
        {_declared(edge, catalogue) for edge in found}, set(_wanted_edges(one, catalogue))
    )


def _wanted_edges(one: _Planned, catalogue: Catalogue) -> Iterator[Edge]:
    return (_declared(edge, catalogue) for call in one.calls for edge in call.edges)


def _walked(one: _Planned, catalogue: Catalogue) -> Iterator[bool]:
    for call, steps in zip(one.calls, one.plans, strict=True):
        found = {_declared(edge, catalogue) for edge in _into(call, steps)}
        for edge in call.edges:
            yield _declared(edge, catalogue) in found


def _is_proposed(edge: Edge, inferred: Inference) -> bool:
    """A link for people to judge, by name or by kind of value."""
    return any(
        is_at(link.slot, edge.argument) and gives(link, edge.provider, edge.field or None)
        for link in inferred.links(edge.tool, SAME_KIND)
    )


def _is_joined(edge: Edge, catalogue: Catalogue) -> bool:
    """A join of the same attribute of one entity."""
    return any(
        join.tool == edge.provider and edge.field in (join.yielded.key, "")
        for slot in catalogue.tools[edge.tool].needs
        if is_at(slot.path, edge.argument)
        for join in catalogue.graph.providers(slot, None)
    )


def _into(call: _Gold, steps: Sequence[Step]) -> Iterator[Edge]:
    return (edge for edge in edges(tuple(steps)) if edge.tool == call.tool)


def _declared(edge: Edge, catalogue: Catalogue) -> Edge:
    """A field that its tool does not declare counts as any of that tool."""
    known = {item.key for item in catalogue.tools[edge.provider].yields}
    return edge if edge.field in known else Edge(edge.provider, edge.tool, edge.argument, "")


def _golds(entry: Entry, catalogue: Catalogue, source: str) -> list[_Gold]:
    """The calls, in order. A label is that of the latest call which has it: some have one twice."""
    golds: list[_Gold] = []
    labelled: dict[str, int] = {}
    for one in cast("list[Entry]", entry["calls"]):
        tool = f"{source}/{one['name']}"
        if tool in catalogue.tools:
            arguments = cast("Object", one.get("arguments") or {})
            taken = tuple(references(arguments))
            takes = tuple(
                (labelled[label], Edge(golds[labelled[label]].tool, tool, argument, field))
                for argument, label, field in taken
                if label in labelled
            )
            names = {argument for argument, _, _ in taken}
            literals = {name: v for name, v in arguments.items() if name not in names}
            golds.append(_Gold(tool, literals, takes))
            labelled[str(one.get("label", ""))] = len(golds) - 1
    return golds
