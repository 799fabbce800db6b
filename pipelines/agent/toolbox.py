"""Tools in the form in which a model calls them: short schemas, names that the wire takes."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from pipelines.messages import say
from pipelines.models.model import Tool
from pipelines.reasoning.arguments.generate import is_programs
from tool_registry.base.types import JsonValue, Object
from tool_registry.model import ToolEssentialModel

ASK, END, SUMMARISE, SEARCH = "ask_user", "terminate", "summarise_tool_result", "search_tools"
FOUND = 5
"""Tools that one search brings."""
_KEPT = (
    "type", "description", "enum", "const", "oneOf", "anyOf", "items", "format", "pattern",
    "minimum", "maximum", "default",
)  # fmt: skip
"""What a schema says of an argument that a model needs; titles and examples are left out."""
_UNFIT = re.compile(r"[^A-Za-z0-9_-]+")
_LONGEST = 64
"""Characters of a name on the wire."""


@dataclass(frozen=True)
class Toolbox:
    """The tools of one request by the names under which the model calls them."""

    tools: Mapping[str, ToolEssentialModel]

    @classmethod
    def of(cls, tools: Iterable[ToolEssentialModel]) -> "Toolbox":
        """Names are the tools' own where these are free and fit the wire."""
        named: dict[str, ToolEssentialModel] = {}
        own = {ASK, END, SUMMARISE, SEARCH}
        for tool in tools:
            plain = _UNFIT.sub("_", tool.name)[:_LONGEST] or "tool"
            name, number = plain, 2
            while name in named or name in own:
                name, number = f"{plain[: _LONGEST - 4]}_{number}", number + 1
            named[name] = tool
        return cls(named)

    @cached_property
    def shown(self) -> dict[str, Tool]:
        """Name → the tool as the model sees it."""
        return {
            name: Tool(name, f"{tool.title}: {tool.summary}", parameters(tool))
            for name, tool in self.tools.items()
        }

    def name_of(self, tool_id: str) -> str | None:
        """The name under which a tool is called."""
        return next((name for name, tool in self.tools.items() if tool.id == tool_id), None)


def parameters(tool: ToolEssentialModel) -> Object:
    """The schema of what the model has to fill in: without what the program fills in itself."""
    hidden = {slot.path.replace("[]", "") for slot in tool.needs if is_programs(slot)}
    return _object(tool.input_schema, hidden, "")


def own_tools(*, search: bool) -> tuple[Tool, ...]:
    """The agent's own moves."""
    texts = {"question": "string"}
    tools = [
        _own(ASK, texts, ("question",)),
        _own(END, {"outcome": "string", "text": "string"}, ("outcome",)),
        _own(SUMMARISE, {"id": "string", **texts}, ("id", "question")),
    ]
    return (*tools, _own(SEARCH, {"query": "string"}, ("query",))) if search else tuple(tools)


def _own(name: str, fields: Mapping[str, str], required: Collection[str]) -> Tool:
    properties: Object = {key: {"type": kind} for key, kind in fields.items()}
    if "outcome" in properties:
        properties["outcome"]["enum"] = ["done", "impossible"]
    schema: Object = {"type": "object", "properties": properties, "required": list(required)}
    return Tool(name, say("zh", f"single.tool_{name}"), schema)


def _object(schema: Mapping[str, JsonValue], hidden: Collection[str], way: str) -> Object:
    given: JsonValue = schema.get("properties") or {}
    fields = cast("dict[str, JsonValue]", given) if isinstance(given, dict) else {}
    left = {name: f"{way}.{name}" if way else name for name in fields}
    shown = {name: path for name, path in left.items() if path not in hidden}
    required: JsonValue = schema.get("required") or []
    return {
        "type": "object",
        "properties": {name: _short(fields[name], hidden, path) for name, path in shown.items()},
        "required": [name for name in cast("list[str]", required) if name in shown],
    }


def _short(schema: JsonValue, hidden: Collection[str], way: str) -> JsonValue:
    if not isinstance(schema, dict):
        return schema
    fields = cast("Object", schema)
    kept: Object = {key: fields[key] for key in _KEPT if key in fields}
    if "properties" in fields:
        kept |= _object(fields, hidden, way)
    if isinstance(fields.get("items"), dict):
        kept["items"] = _short(fields["items"], hidden, way)
    return kept
