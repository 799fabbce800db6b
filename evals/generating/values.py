"""Values for the arguments of generated cases: a tool's own, else made of its type."""

import hashlib
from collections.abc import Mapping
from typing import Any, cast

from tool_registry.base.types import JsonValue
from tool_registry.model import Slot, ToolEssentialModel

_FORMATS: dict[str, str] = {
    "date": "2026-03-04",
    "date-time": "2026-03-04T05:06:07Z",
    "email": "tester@example.com",
    "phone": "13900001234",
    "uri": "https://example.com/a",
    "uuid": "00000000-0000-4000-8000-000000000001",
}


def sample(tool: ToolEssentialModel, slot: Slot) -> JsonValue:
    """A value that the slot takes; the same one each time."""
    told = _declared(tool, slot)
    for name in ("const", "example", "default"):
        if name in told:
            return told[name]
    closed = told.get("enum") or told.get("examples") or list(slot.values)
    if isinstance(closed, list) and closed:
        return cast("list[JsonValue]", closed)[0]
    if slot.format in _FORMATS:
        return _FORMATS[slot.format]
    drawn = int(hashlib.sha256(f"{tool.id}:{slot.path}".encode()).hexdigest()[:8], 16)
    if slot.type in ("integer", "number"):
        low = int(slot.minimum if slot.minimum is not None else 1)
        return low + drawn % max(1, int((slot.maximum or low + 90) - low))
    if slot.type == "boolean":
        return True
    return f"{slot.key[:1].upper()}{1000 + drawn % 9000}"


def _declared(tool: ToolEssentialModel, slot: Slot) -> Mapping[str, Any]:
    """The slot's own schema."""
    found: Mapping[str, Any] = tool.input_schema
    for part in slot.path.replace("[]", "").split("."):
        properties: Mapping[str, Any] = found.get("properties") or {}
        found = properties.get(part) or {}
    return found
