"""The sandbox's tools as declared, and poisoned copies of ordinary ones."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import yaml

from tool_registry.base.environment import Environments
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Document, RawTool
from tool_registry.vocabulary.lexicon import Concept
from tool_registry.vocabulary.packs import load_packs

ROOT = Path(__file__).parents[2]
ORDINARY = RawTool(
    source="ledger",
    name="list_invoices",
    title="List invoices",
    description="Lists the invoices of an account, newest first.",
    input_schema={
        "type": "object",
        "properties": {
            "account": {"type": "string", "description": "Id of the account"},
            "state": {"type": "string", "enum": ["open", "paid"], "description": "Only these"},
        },
    },
    output_schema={
        "type": "object",
        "properties": {"state": {"type": "string", "description": "State of the invoice"}},
    },
)


@cache
def sandbox_tools() -> tuple[RawTool, ...]:
    """Every tool of both trades."""
    files = sorted((ROOT / "services" / "sandbox").glob("*/tools/*.yaml"))
    return tuple(_tool(file.parts[-3], entry) for file in files for entry in _entries(file))


def _entries(file: Path) -> list[dict[str, Any]]:
    loaded: dict[str, Any] = yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader)
    return loaded["tools"]


def _tool(source: str, entry: dict[str, Any]) -> RawTool:
    hints = cast("dict[str, Any]", entry.get("annotations") or {})
    return RawTool(
        source=source,
        name=entry["name"],
        title=entry.get("title"),
        description=entry["description"],
        input_schema=entry["inputSchema"],
        output_schema=entry.get("output"),
        read_only=hints.get("readOnlyHint"),
        destructive=hints.get("destructiveHint"),
        idempotent=hints.get("idempotentHint"),
    )


@cache
def poisoned() -> tuple[tuple[str, RawTool], ...]:
    """(what its text is after, the tool) of every poisoned variant."""
    entries = yaml.safe_load(Path(__file__).with_name("poisoned.yaml").read_text("utf-8"))
    return tuple((e["type"], _poisoned(e["field"], e["text"])) for e in entries)


def _poisoned(field: str, text: str) -> RawTool:
    tool = cast("dict[str, Any]", json.loads(ORDINARY.model_dump_json()))
    account = tool["input_schema"]["properties"]["account"]
    if field in ("name", "title"):
        tool[field] = text
    elif field == "description":
        tool["description"] += f" {text}"
    elif field == "parameter":
        account["description"] += f". {text}"
    elif field == "enum":
        tool["input_schema"]["properties"]["state"]["enum"].append(text)
    elif field == "property":
        tool["input_schema"]["properties"][text] = {"type": "string"}
    elif field == "output":
        tool["output_schema"]["properties"]["state"]["description"] += f". {text}"
    else:
        keys = {"default": "default", "example": "examples", "schema_title": "title"}
        account[keys.get(field, f"x-{field}")] = [text] if field == "example" else text
    return RawTool.model_validate(tool)


ENVIRONMENTS = Environments.model_validate_json(
    (ROOT / "services" / "defaults" / "environments.json").read_bytes()
)


@cache
def commerce() -> Catalogue:
    """The sandbox's first trade, parsed with its documents and the default settings."""
    folder = ROOT / "services" / "sandbox" / "commerce" / "knowledge"
    pages = [
        Document(source="commerce", name=file.name, text=file.read_text("utf-8"))
        for file in sorted(folder.glob("*.md"))
    ]
    return parsed([tool for tool in sandbox_tools() if tool.source == "commerce"], pages)


def parsed(tools: Sequence[RawTool], pages: Sequence[Document] = ()) -> Catalogue:
    """These tools in the words of the general pack and of commerce."""
    return build_catalogue(tools, pages, ENVIRONMENTS, _words(), preferred_platforms=("蓝海",))


@cache
def _words() -> Sequence[Concept]:
    return load_packs(("general", "commerce"))


def named(name: str) -> RawTool:
    """A tool of the sandbox as declared."""
    return next(tool for tool in sandbox_tools() if tool.name == name)
