"""Small foreign catalogues: loose descriptions, free output names, no word of our trade."""

from typing import Any

from tool_registry.base.environment import Environment, Environments
from tool_registry.building import build_catalogue
from tool_registry.graph.inference import Inference
from tool_registry.model import RawTool
from tool_registry.vocabulary.packs import load_packs

LAB = Environments(configured=(Environment(name="lab", words=("lab",)),))


def tool(
    name: str,
    description: str,
    *arguments: str,
    gives: dict[str, Any] | None = None,
    source: str = "x",
    **typed: dict[str, Any],
) -> RawTool:
    """A tool whose arguments are strings, but for those given as schemas."""
    properties: dict[str, Any] = {one: {"type": "string"} for one in arguments} | typed
    schema: dict[str, Any] = {
        "type": "object",
        "properties": properties,
        "required": sorted(properties),
    }
    output = {"type": "object", "properties": gives} if gives else None
    return RawTool(
        source=source,
        name=name,
        description=description,
        input_schema=schema,
        output_schema=output,
        environments=("lab",),
    )


def inferred(*tools: RawTool) -> Inference:
    """The links of a catalogue of these tools, which all run in `lab`."""
    return Inference(build_catalogue(tools, (), LAB, load_packs(("general",))).tools.values())
