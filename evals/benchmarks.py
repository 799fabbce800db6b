"""Public benchmark catalogues in one plain format: a JSON object a line."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from evals.errors import SuiteError
from tool_registry.model import RawTool

Entry = dict[str, Any]


def entries(file: Path) -> Iterator[Entry]:
    """The objects of a JSON-lines file; SuiteError names the line that is none."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SuiteError(f"cannot read {file}: {error}") from error
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield parsed(line, f"{file}, line {number}")


def parsed(text: str, place: str) -> Entry:
    """A JSON object; SuiteError names the place where there is none."""
    try:
        found = json.loads(text)
    except ValueError as error:
        raise SuiteError(f"{place}: no valid JSON: {error}") from error
    if not isinstance(found, dict):
        raise SuiteError(f"{place}: expected a JSON object, found {text[:40]!r}")
    return cast("Entry", found)


def read_tools(file: Path, note: str = "") -> Iterator[RawTool]:
    """The tools of one catalogue; the note is added to each description, on a line of its own."""
    for entry in entries(file):
        outputs = entry.get("outputs")
        described = str(entry.get("description", ""))
        yield RawTool(
            source=file.parent.name,
            name=str(entry.get("name", "")),
            description=f"{described}\n{note}" if note else described,
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
    kept = ("type", "description", "properties", "items")
    return {name: known[name] for name in kept if name in known}
