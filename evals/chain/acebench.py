"""ACEBench: arguments of calls, in Chinese and in English, with the right tool given."""

from collections.abc import Iterator
from pathlib import Path
from typing import cast

from evals.benchmarks import Entry, entries, read_tools
from evals.chain.arguments import Call, Wanted, bind_all, figures
from evals.chain.result import Measured
from tool_registry.base.types import Object

_PROFILES = "preference"
"""Their values are in a profile of the user, which the folder does not hold."""
_USER, _SYSTEM = "user:", "system:"


def measure(folder: Path) -> Measured:
    """All requests of the folder whose values are in their text."""
    listed = list(entries(folder / "queries.jsonl"))
    kept = [one for one in listed if _PROFILES not in str(one["id"])]
    tools = {tool.name: tool for tool in read_tools(folder / "tools.jsonl")}
    known = [one for one in map(_wanted, kept) if all(call.tool in tools for call in one.calls)]
    outcomes = list(bind_all(known, tools))
    left_out = {
        "requests whose values are in a profile that the folder does not hold": len(listed)
        - len(kept),
        "requests with a tool that is not in the catalogue": len(kept) - len(known),
    }
    return Measured.of(folder.name, figures(folder.name, outcomes), left_out, len(known))


def _wanted(entry: Entry) -> Wanted:
    calls = cast("list[Entry]", entry["calls"])
    return Wanted(
        id=str(entry["id"]),
        text="\n".join(_said(str(entry["query"]))),
        calls=tuple(Call(str(one["tool"]), cast("Object", one["arguments"])) for one in calls),
    )


def _said(conversation: str) -> Iterator[str]:
    """The user's own words; what the system had answered before is left out."""
    speaking = True
    for line in conversation.splitlines():
        if line.startswith((_USER, _SYSTEM)):
            speaking = line.startswith(_USER)
        if speaking and line.strip():
            yield line.removeprefix(_USER).strip()
