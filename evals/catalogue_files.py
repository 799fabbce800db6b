"""Catalogues in files: an OpenAPI document, the list of an MCP server, or a tool a line."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from evals.benchmarks import read_tools
from evals.errors import SuiteError
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.yaml_files import parse
from tool_registry.model import RawTool

_SOURCE = "catalogue"


def is_openapi(file: Path) -> bool:
    """True for an OpenAPI or Swagger document."""
    if file.suffix == ".jsonl":
        return False
    found = _content(file)
    return isinstance(found, dict) and bool({"openapi", "swagger"} & found.keys())


def read_catalogue(file: Path, environments: Sequence[str]) -> Iterator[RawTool]:
    """The tools of a file, which run in these environments; SuiteError where it holds none.

    `.jsonl`: a tool a line with `name`, `description`, `parameters` and `outputs`. Else JSON or
    YAML: a list of tools, or `{tools: […]}`, as MCP's `tools/list` answers."""
    if file.suffix == ".jsonl":
        for tool in read_tools(file):
            yield tool.model_copy(update={"source": _SOURCE, "environments": tuple(environments)})
        return
    found = _content(file)
    listed = cast("dict[str, Any]", found).get("tools") if isinstance(found, dict) else found
    if not isinstance(listed, list) or not listed:
        raise SuiteError(f"{file} holds neither an OpenAPI document nor a list of tools")
    for number, raw in enumerate(cast("list[object]", listed), 1):
        if not isinstance(raw, dict) or "name" not in raw:
            raise SuiteError(f"{file}: tool {number} has no name")
        yield _tool(cast("dict[str, Any]", raw), environments)


def _tool(raw: dict[str, Any], environments: Sequence[str]) -> RawTool:
    hints = cast("dict[str, Any]", raw.get("annotations") or {})
    return RawTool(
        source=_SOURCE,
        name=str(raw["name"]),
        title=raw.get("title") or hints.get("title"),
        description=str(raw.get("description") or ""),
        input_schema=raw.get("inputSchema") or raw.get("parameters") or {"type": "object"},
        output_schema=raw.get("outputSchema"),
        read_only=hints.get("readOnlyHint"),
        destructive=hints.get("destructiveHint"),
        idempotent=hints.get("idempotentHint"),
        environments=tuple(environments),
    )


def _content(file: Path) -> object:
    try:
        text = file.read_text("utf-8")
        return cast("object", json.loads(text) if file.suffix == ".json" else parse(text, file))
    except ConfigurationError as error:
        raise SuiteError(f"cannot read the catalogue {error}") from error
    except (OSError, ValueError) as error:
        raise SuiteError(f"cannot read the catalogue {file}: {error}") from error
