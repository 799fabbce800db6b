"""Files of TaskBench's form: tools and data flow of a request, as a graph.

The file has a request a line (`instruction` or `user_request`, `tool_nodes` or `task_nodes` of
`{task, arguments}`, `tool_links` or `task_links` of `{source, target}`); `tool_desc.json` or
`graph_desc.json` stands beside it, with the tools as `nodes`."""

import asyncio
import json
from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

from evals.benchmarks import Entry, entries, parsed
from evals.chain.binding import ENVIRONMENT, catalogue_of
from evals.chain.measures import Agreement, agreement, scores
from evals.chain.planning import answered, edges
from evals.chain.result import Measured
from evals.errors import SuiteError
from evals.graph_bench_data import typed_tool
from pipelines.contracts.chain import NoPlan, Step
from pipelines.intent.reader.shipped import ShippedReader
from pipelines.reasoning.planner.plan import plan
from pipelines.reasoning.planner.problem import Problem
from tool_registry.base.types import Object
from tool_registry.catalogue import Catalogue
from tool_registry.graph.inference import Inference
from tool_registry.graph.values import SAME_KIND
from tool_registry.model import RawTool

_TOOLS = ("tool_desc.json", "graph_desc.json")
_DATA = "data.json"


def measure(path: Path) -> Measured:
    """The file, or the `data.json` of a folder; SuiteError where no tools stand beside it."""
    file = path / _DATA if path.is_dir() else path
    tools = _read_tools(file)
    catalogue = catalogue_of(tools)
    known = {tool.name for tool in tools}
    listed = list(entries(file))
    kept = [one for one in listed if set(_nodes(one)) <= known]
    name = f"taskbench_{file.parent.name.removeprefix('data_')}"
    nodes = {str(one["id"]): _nodes(one) for one in kept}
    links = {str(one["id"]): _links(one) for one in kept}
    planned = {str(one["id"]): _planned(_text(one), catalogue) for one in kept}
    between = _between(nodes, catalogue, tools[0].source)
    figures = [
        *scores(name, "tools, from the sentence", _beside(_called(planned), nodes)),
        *scores(name, "links, from the sentence", _beside(_flowing(planned), links)),
        *scores(name, "links, with the tools given", _beside(between, links)),
    ]
    left_out = {"requests with a tool that is not in the catalogue": len(listed) - len(kept)}
    return Measured.of(name, figures, left_out, len(kept))


def _beside(
    found: Mapping[str, Sequence[Hashable]], wanted: Mapping[str, Sequence[Hashable]]
) -> dict[str, Agreement]:
    return {id: agreement(found[id], one) for id, one in wanted.items()}


def _called(planned: Mapping[str, tuple[Step, ...]]) -> dict[str, list[str]]:
    return {id: [_name(step.tool) for step in steps] for id, steps in planned.items()}


def _flowing(planned: Mapping[str, tuple[Step, ...]]) -> dict[str, list[tuple[str, str]]]:
    return {
        id: sorted({(_name(one.provider), _name(one.tool)) for one in edges(steps)})
        for id, steps in planned.items()
    }


def _between(
    nodes: Mapping[str, list[str]], catalogue: Catalogue, source: str
) -> dict[str, list[tuple[str, str]]]:
    """The graph's links among the tools of each request, each tool taking from earlier ones."""
    inferred = Inference(catalogue.tools.values())
    giving = {
        tool.name: {_name(link.provider) for link in inferred.links(tool.id, SAME_KIND)}
        for tool in catalogue.tools.values()
        if tool.source == source
    }
    return {
        id: [
            (one, other) for at, other in enumerate(own) for one in own[:at] if one in giving[other]
        ]
        for id, own in nodes.items()
    }


def _planned(text: str, catalogue: Catalogue) -> tuple[Step, ...]:
    """The steps of the plan for a sentence; none where it is not understood or cannot be done."""
    intent = ShippedReader(catalogue).read(text, environment=ENVIRONMENT)
    if intent is None or not intent.goals:
        return ()
    made = asyncio.run(plan(Problem(intent, catalogue, ENVIRONMENT), answered))
    return () if isinstance(made, NoPlan) else made.steps


def _read_tools(file: Path) -> tuple[RawTool, ...]:
    found = next((beside for beside in map(file.with_name, _TOOLS) if beside.is_file()), None)
    if found is None:
        raise SuiteError(f"no {' or '.join(_TOOLS)} beside {file}")
    listed = cast("list[Entry]", parsed(found.read_text("utf-8"), str(found))["nodes"])
    tools = tuple(_tool(node, file.parent.name) for node in listed)
    if not tools:
        raise SuiteError(f"{found} has no tools")
    return tools


def _tool(node: Entry, source: str) -> RawTool:
    """With named parameters, or with the types of what goes in and comes out."""
    if "parameters" not in node:
        return typed_tool(node, source)
    properties: Object = {
        str(one["name"]): {"type": "string", "description": str(one.get("desc", ""))}
        for one in cast("list[Entry]", node["parameters"])
    }
    return RawTool(
        source=source,
        name=str(node["id"]),
        description=str(node.get("desc", "")),
        input_schema={"type": "object", "properties": properties},
    )


def _text(entry: Entry) -> str:
    return str(entry.get("instruction") or entry.get("user_request") or "")


def _nodes(entry: Entry) -> list[str]:
    return [str(one["task"]) for one in _part(entry, "nodes")]


def _links(entry: Entry) -> list[tuple[str, str]]:
    return [(str(one["source"]), str(one["target"])) for one in _part(entry, "links")]


def _part(entry: Entry, name: str) -> Iterator[Entry]:
    """The file's own lists, or what one release has of them: text that holds one."""
    held = entry.get(f"tool_{name}", entry.get(f"task_{name}", []))
    yield from cast("list[Entry]", json.loads(held) if isinstance(held, str) else held)


def _name(id: str) -> str:
    return id.partition("/")[2]
