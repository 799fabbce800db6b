"""Seal-Tools: arguments of one or several calls, with the right tools given."""

import json
from pathlib import Path
from typing import cast

from evals.benchmarks import Entry, entries, read_tools
from evals.chain.arguments import Call, Wanted, bind_all, figures
from evals.chain.result import Measured
from tool_registry.base.types import JsonValue, Object
from tool_registry.model import RawTool

_OUTPUT = "API_call_"
"""How a value begins that is the result of an earlier call."""
_TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean", "list": "array"}
"""Types as the set writes them → as JSON schema has them."""


def measure(folder: Path) -> Measured:
    """All requests of the folder; the values that earlier calls give are not asked for."""
    tools = {tool.name: _typed(tool) for tool in read_tools(folder / "tools.jsonl")}
    listed = list(entries(folder / "queries.jsonl"))
    requests = [_wanted(one) for one in listed]
    known = [one for one in requests if all(call.tool in tools for call in one.calls)]
    outcomes = list(bind_all(known, tools))
    nested = sum(
        _is_output(value)
        for one in listed
        for call in cast("list[Entry]", one["calls"])
        for value in cast("Object", call["arguments"]).values()
    )
    left_out = {
        "arguments that are the result of an earlier call": nested,
        "requests with a tool that is not in the catalogue": len(requests) - len(known),
    }
    return Measured.of(folder.name, figures(folder.name, outcomes), left_out, len(known))


def _wanted(entry: Entry) -> Wanted:
    calls = (
        Call(
            str(one["tool"]),
            {k: v for k, v in cast("Object", one["arguments"]).items() if not _is_output(v)},
        )
        for one in cast("list[Entry]", entry["calls"])
    )
    return Wanted(str(entry["id"]), str(entry["query"]), tuple(calls))


def _is_output(value: JsonValue) -> bool:
    return _OUTPUT in json.dumps(value)


def _typed(tool: RawTool) -> RawTool:
    declared = cast("dict[str, Object]", tool.input_schema.get("properties") or {})
    properties: Object = {
        name: {**one, "type": _TYPES.get(str(one.get("type")), one.get("type"))}
        for name, one in declared.items()
    }
    schema: Object = {**tool.input_schema, "properties": properties}
    return tool.model_copy(update={"input_schema": schema})
