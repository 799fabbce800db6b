"""What of a tool is searched: its texts by field."""

from collections.abc import Iterable

from tool_registry.model import ToolEssentialModel

FIELDS = ("name", "text", "arguments", "meanings", "results")
"""Name and title; summary and description; names of arguments; what is said of them and their
values; names and descriptions of results."""

NAMED = ("name", "arguments")
"""Those that hold names of programs."""


def texts_of(tool: ToolEssentialModel) -> dict[str, str]:
    """The tool's texts, one for each of FIELDS."""
    shown = [slot for slot in tool.needs if not slot.hidden]
    values = (word for slot in shown for words in slot.values.values() for word in words)
    return {
        "name": " ".join(dict.fromkeys(filter(None, (tool.name, tool.title, tool.other_title)))),
        "text": tool.description or tool.summary,
        "arguments": _joined(slot.path for slot in shown),
        "meanings": _joined((*(slot.description for slot in shown), *values)),
        "results": _joined(f"{item.path} {item.description}" for item in tool.yields),
    }


def _joined(parts: Iterable[str]) -> str:
    return " . ".join(parts)
