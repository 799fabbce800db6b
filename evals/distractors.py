"""Foreign tools beside the catalogue: read from a folder of benchmark catalogues."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from evals.errors import SuiteError
from tool_registry.base.environment import Environments
from tool_registry.model import RawTool


def read_distractors(folder: Path, environments: Environments) -> tuple[RawTool, ...]:
    """All tools of all `*/tools.jsonl`; SuiteError where there is none.

    Their authors name no environment, which would make them fall at the first filter: a line in
    the usual template says that they run in every one."""
    files = sorted(folder.glob("*/tools.jsonl"))
    if not files:
        raise SuiteError(
            f"no catalogues (*/tools.jsonl) in {folder}; name their folder with --data"
        )
    words = "、".join(one.words[0] if one.words else one.name for one in environments.configured)
    tools = {tool.id: tool for file in files for tool in _read(file, f"##运行环境:{words}")}
    return tuple(tools.values())


def _read(file: Path, note: str) -> Iterator[RawTool]:
    for line in file.read_text("utf-8").splitlines():
        entry = cast("dict[str, Any]", json.loads(line))
        outputs = entry.get("outputs")
        yield RawTool(
            source=file.parent.name,
            name=str(entry["name"]),
            description=f"{entry.get('description', '')}\n{note}",
            input_schema=entry.get("parameters") or {"type": "object", "properties": {}},
            output_schema=_object(cast("dict[str, object]", outputs)) if outputs else None,
        )


def _object(fields: dict[str, object]) -> dict[str, Any]:
    """Declared output fields as an object's schema."""
    if isinstance(fields.get("properties"), dict):
        return fields
    properties = {name: _field(one) for name, one in fields.items()}
    return {"type": "object", "properties": properties}


def _field(declared: object) -> dict[str, Any]:
    if not isinstance(declared, dict):
        return {"description": str(declared)}
    known = cast("dict[str, object]", declared)
    return {name: known[name] for name in ("type", "description") if name in known}
