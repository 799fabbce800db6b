"""Tools as their authors wrote them: YAML entries, read once at start."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import yaml

from services.sandbox.errors import SandboxError
from services.sandbox.row import Row
from services.sandbox.trade import Trade

_ENTRY = {"name", "title", "description", "inputSchema", "output", "annotations", "run"}
_RUN = {"env", "only", "envelope", "key", "handler"}


@dataclass(frozen=True)
class ToolSpec:
    """One tool: what clients see, and how the sandbox runs it."""

    name: str
    title: str | None
    description: str
    input_schema: Row
    output_schema: Row | None
    annotations: Row | None
    environment_argument: str | None
    """Argument that names the environment; None with `fixed_environment` set."""
    fixed_environment: str | None
    only: str | None
    """The one environment that the tool supports although it takes an environment argument."""
    envelope: str
    key: str | None
    """Where an honoured idempotency key stands: an argument's name or "meta"; None: ignored."""
    handler: str

    @cached_property
    def validator(self) -> Any:
        from jsonschema import Draft202012Validator

        return Draft202012Validator(self.input_schema)


def load_tools(trade: Trade) -> dict[str, ToolSpec]:
    """All tools of the trade by name, in file order."""
    tools: dict[str, ToolSpec] = {}
    for path in sorted((trade.folder / "tools").glob("*.yaml")):
        for entry in _entries(path):
            spec = _spec(trade, entry, path)
            if spec.name in tools:
                raise SandboxError(f"{path.name}: tool '{spec.name}' is defined twice")
            tools[spec.name] = spec
    return tools


def _entries(path: Path) -> list[Row]:
    # The C loader is ten times faster; it is missing only where PyYAML was built without libyaml.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    document = cast("Row", yaml.load(path.read_text("utf-8"), Loader=loader))
    return document["tools"]


def _spec(trade: Trade, entry: Row, path: Path) -> ToolSpec:
    run: Row = entry.get("run", {})
    if unknown := (entry.keys() - _ENTRY) | (run.keys() - _RUN):
        raise SandboxError(f"{path.name}: {entry.get('name')}: unknown keys {sorted(unknown)}")
    handler = run.get("handler", entry["name"])
    if handler not in trade.handlers:
        raise SandboxError(f"{path.name}: no handler '{handler}' for tool '{entry['name']}'")
    env: str | Row = run["env"]
    output = entry.get("output")
    return ToolSpec(
        name=entry["name"],
        title=entry.get("title"),
        description=entry["description"].strip(),
        input_schema=entry["inputSchema"],
        output_schema=trade.envelopes[run["envelope"]].schema(output) if output else None,
        annotations=entry.get("annotations"),
        environment_argument=env["argument"] if isinstance(env, dict) else None,
        fixed_environment=env if isinstance(env, str) else None,
        only=run.get("only"),
        envelope=run["envelope"],
        key=run.get("key"),
        handler=handler,
    )
