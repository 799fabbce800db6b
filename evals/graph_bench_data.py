"""What the graph benchmarks compare with: declared dependencies, data flows, typed links."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from evals.benchmarks import Entry, entries, parsed, read_tools
from evals.errors import SuiteError
from tool_registry.base.environment import Environments
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import RawTool
from tool_registry.vocabulary.packs import load_packs

_REFERENCE = re.compile(r"\$(\w+?)(?:\.([^$]+))?\$")


@dataclass(frozen=True, slots=True)
class Flow:
    """An argument of a call that takes a field of an earlier call's result."""

    request: str
    tool: str
    argument: str
    provider: str
    field: str | None
    """Last name of the field's path, without list marks; None: one that nobody declares."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A dependency as the catalogue's authors declare it."""

    tool: str
    provider: str
    parameters: tuple[str, ...]


def understood(tools: Sequence[RawTool]) -> Catalogue:
    """Such a catalogue, parsed with nothing but the general words."""
    return build_catalogue(tools, (), Environments(), load_packs(("general",)))


def read_declared(folder: Path) -> tuple[Declared, ...]:
    """All `depends_on` of a catalogue."""
    return tuple(
        Declared(str(tool["name"]), str(one["name"]), _names(one.get("parameter_name")))
        for tool in entries(folder / "tools.jsonl")
        for one in cast("list[Entry]", tool.get("depends_on") or [])
    )


def read_goals(folder: Path) -> tuple[str, ...]:
    """The goal tool of every request."""
    return tuple(str(one["goal"]) for one in entries(folder / "queries.jsonl") if "goal" in one)


def read_flows(folder: Path) -> tuple[tuple[RawTool, ...], tuple[Flow, ...]]:
    """Tools and gold data flows of a folder of call chains.

    Where the catalogue leaves out an argument that calls use, its bare name is added to the tool:
    one set of the three declares no arguments at all."""
    tools = {tool.name: tool for tool in read_tools(folder / "tools.jsonl")}
    flows: list[Flow] = []
    for request in entries(folder / "queries.jsonl"):
        labels: dict[str, str] = {}
        for call in cast("list[Entry]", request.get("calls") or []):
            name = str(call.get("name"))
            if name in tools:
                arguments = cast("dict[str, Any]", call.get("arguments") or {})
                tools[name] = _with_arguments(tools[name], arguments)
                flows += _flows(str(request["id"]), name, arguments, labels)
                labels[str(call.get("label"))] = name
    return tuple(tools.values()), tuple(flows)


def read_typed(file: Path) -> tuple[tuple[RawTool, ...], frozenset[tuple[str, str]]]:
    """Tools and links (from, to) of a graph whose nodes have input and output types.

    SuiteError where the nodes have no types: such a graph links everything to everything."""
    graph = parsed(file.read_text("utf-8"), str(file))
    nodes = cast("list[Entry]", graph["nodes"])
    if not all("output-type" in node for node in nodes):
        raise SuiteError(f"{file.parent.name}: its tools declare no types of results")
    tools = tuple(typed_tool(node, file.parent.name) for node in nodes)
    links = cast("list[Entry]", graph["links"])
    return tools, frozenset((str(one["source"]), str(one["target"])) for one in links)


def _names(told: object) -> tuple[str, ...]:
    return tuple(name.strip() for name in str(told).split(",")) if told else ()


def _with_arguments(tool: RawTool, used: dict[str, Any]) -> RawTool:
    declared = cast("dict[str, Any]", tool.input_schema.get("properties") or {})
    missing: dict[str, Any] = {name: {} for name in used if name not in declared}
    schema = {**tool.input_schema, "properties": {**declared, **missing}}
    return tool.model_copy(update={"input_schema": schema}) if missing else tool


def _flows(
    request: str, tool: str, arguments: dict[str, Any], labels: dict[str, str]
) -> Iterator[Flow]:
    for argument, label, field in references(arguments):
        if label in labels:
            yield Flow(request, tool, argument, labels[label], field)


def references(arguments: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """(argument, label of the call, last name of its result's field) of values of other calls;
    an empty field where the whole result is taken."""
    for argument, value in arguments.items():
        for label, path in _REFERENCE.findall(json.dumps(value)):
            yield argument, label, re.sub(r"\[\d*\]", "", path).rsplit(".", 1)[-1]


def typed_tool(node: Entry, source: str) -> RawTool:
    """A tool with types of what goes in and comes out (`input-type`, `output-type`)."""
    asked = [str(one).lower() for one in cast("list[str]", node.get("input-type") or [])]
    kinds = [str(one).lower() for one in cast("list[str]", node.get("output-type") or [])]
    given: dict[str, Any] = {kind: {"description": kind} for kind in kinds}
    names = [kind if n == 0 else f"{kind}{n + 1}" for n, kind in enumerate(asked)]
    return RawTool(
        source=source,
        name=str(node["id"]),
        description=str(node.get("desc", "")),
        input_schema={"type": "object", "properties": {name: {} for name in names}},
        output_schema={"type": "object", "properties": given},
    )
