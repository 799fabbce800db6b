"""NESTFUL: the calls before the last ones, the data that flows between calls, and arguments."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from evals.benchmarks import Entry, entries
from evals.chain.arguments import Call, Wanted, bind_all
from evals.chain.arguments import figures as argument_figures
from evals.chain.binding import catalogue_of
from evals.chain.measures import Agreement, Figure, agreement, scores, share
from evals.chain.planning import Edge, edges, planned
from evals.chain.result import Measured
from evals.graph_bench_data import Flow, read_flows
from pipelines.contracts.chain import Step
from tool_registry.base.types import JsonValue, Object
from tool_registry.catalogue import Catalogue
from tool_registry.graph.inference import Inference
from tool_registry.graph.values import SAME_KIND
from tool_registry.model import RawTool

_LABEL = re.compile(r"\$(\w+?)(?:\.([^$]+))?\$")


@dataclass(frozen=True, slots=True)
class _Gold:
    """A call of the benchmark's chain; `flows`: arguments with (label, last name of the field)."""

    tool: str
    label: str
    literals: Object
    flows: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class _Planned:
    """The plan for each call of a request, and the calls that it is about."""

    calls: tuple[_Gold, ...]
    plans: tuple[tuple[Step, ...], ...]

    @property
    def last(self) -> tuple[bool, ...]:
        """For each call whether no other one takes anything of it."""
        read = {label for call in self.calls for _, label, _ in call.flows}
        return tuple(call.label not in read for call in self.calls)


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
    golds = [
        (id, edge)
        for id, one in done.items()
        for call in one.calls
        for edge in _gold_edges(call, one.calls)
    ]
    inferred = Inference(catalogue.tools.values())
    proposed = [(id, _is_proposed(edge, inferred)) for id, edge in golds]
    yield from share(name, "flows that the graph proposes", proposed)
    yield from share(
        name, "flows that plans may walk", [(id, _is_joined(edge, catalogue)) for id, edge in golds]
    )
    walked = [(id, hit) for id, one in done.items() for hit in _walked(one, catalogue)]
    yield from share(name, "flows walked by plans", walked)
    yield from scores(
        name, "tools before the last calls", {id: _nodes(one) for id, one in done.items()}
    )
    edged = {id: _edges(one, catalogue) for id, one in done.items()}
    yield from scores(name, "data-flow edges", edged)


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
    wanted = {edge for call in one.calls for edge in _gold_edges(call, one.calls)}
    return agreement(
        {_declared(edge, catalogue) for edge in found},
        {_declared(edge, catalogue) for edge in wanted},
    )


def _walked(one: _Planned, catalogue: Catalogue) -> Iterator[bool]:
    for call, steps in zip(one.calls, one.plans, strict=True):
        found = {_declared(edge, catalogue) for edge in _into(call, steps)}
        for edge in _gold_edges(call, one.calls):
            yield _declared(edge, catalogue) in found


def _is_proposed(edge: Edge, inferred: Inference) -> bool:
    """A link for people to judge, by name or by kind of value."""
    return any(
        link.provider == edge.provider and _is_at(link.slot, edge.argument)
        for link in inferred.links(edge.tool, SAME_KIND)
    )


def _is_joined(edge: Edge, catalogue: Catalogue) -> bool:
    """A join of the same attribute of one entity."""
    return any(
        join.tool == edge.provider
        for slot in catalogue.tools[edge.tool].needs
        if _is_at(slot.path, edge.argument)
        for join in catalogue.graph.providers(slot, None)
    )


def _is_at(path: str | None, argument: str) -> bool:
    return path is not None and path.rsplit(".", 1)[-1].removesuffix("[]") == argument


def _into(call: _Gold, steps: Sequence[Step]) -> Iterator[Edge]:
    return (edge for edge in edges(tuple(steps)) if edge.tool == call.tool)


def _gold_edges(call: _Gold, calls: Sequence[_Gold]) -> Iterator[Edge]:
    by_label = {one.label: one.tool for one in calls}
    for argument, label, field in call.flows:
        if label in by_label:
            yield Edge(by_label[label], call.tool, argument, field)


def _declared(edge: Edge, catalogue: Catalogue) -> Edge:
    """A field that its tool does not declare counts as any of that tool."""
    known = {item.key for item in catalogue.tools[edge.provider].yields}
    return edge if edge.field in known else Edge(edge.provider, edge.tool, edge.argument, "")


def _golds(entry: Entry, catalogue: Catalogue, source: str) -> Iterator[_Gold]:
    for one in cast("list[Entry]", entry["calls"]):
        tool = f"{source}/{one['name']}"
        if tool in catalogue.tools:
            arguments = cast("Object", one.get("arguments") or {})
            flows = tuple(flow for name, value in arguments.items() for flow in _flows(name, value))
            taken = {name for name, _, _ in flows}
            literals = {name: v for name, v in arguments.items() if name not in taken}
            yield _Gold(tool, str(one.get("label", "")), literals, flows)


def _flows(name: str, value: JsonValue) -> Iterator[tuple[str, str, str]]:
    for label, path in _LABEL.findall(json.dumps(value)):
        yield name, label, re.sub(r"\[\d*\]", "", path).rsplit(".", 1)[-1]
