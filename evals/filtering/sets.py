"""Labelled requests over a catalogue: one folder a set, as the benchmarks have it."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from evals.benchmarks import read_tools
from evals.errors import SuiteError
from tool_registry.model import RawTool

CATALOGUES = Path(__file__).with_name("catalogues")
"""Sets of our own: real MCP servers and OpenAPI documents, and requests by people who had seen
neither."""
GOAL = "_goal"
"""What the name of a set ends with that asks for the goal tool only."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A request and the names of the tools that serve it."""

    id: str
    text: str
    gold: frozenset[str]
    taken_out: frozenset[str] = frozenset()
    """What goes too where the catalogue shall have no tool that serves it."""
    source: str = ""
    """The set that it is of, where several are one."""


@dataclass(frozen=True, slots=True)
class ToolSet:
    """A catalogue with its requests."""

    name: str
    tools: tuple[RawTool, ...]
    requests: tuple[Labelled, ...]
    unserved: tuple[str, ...] = ()
    """Requests that no tool of the catalogue serves."""
    folder: str = ""
    """Where it is read from: sets in two languages share a catalogue."""

    @property
    def catalogue(self) -> str:
        """What its catalogue is called."""
        return self.folder or self.name


def family(name: str) -> str:
    """Sets of one family are left out together: parts, languages and aspects of one source."""
    return name.partition("_")[0]


def read_sets(folder: Path) -> tuple[ToolSet, ...]:
    """Every folder in `folder` with `tools.jsonl` and `queries.jsonl`; SuiteError where none has.

    A set whose requests name a `goal` tool is read twice: `NAME` asks for all tools of the gold,
    `NAME_goal` for that one. One whose requests name their language is one for each: `NAME_zh`,
    `NAME_en`.
    """
    found = [one for path in sorted(folder.iterdir()) for one in _read(path)]
    if not found:
        raise SuiteError(f"no sets (*/tools.jsonl with queries.jsonl) in {folder}")
    return tuple(found)


def pooled(sets: Sequence[ToolSet]) -> ToolSet:
    """All catalogues as one; a tool is right only where it is of the request's own catalogue."""
    sets = [one for one in sets if not one.name.endswith(GOAL)]
    tools = {f"{one.catalogue}.{tool.name}": tool for one in sets for tool in one.tools}
    requests = tuple(
        Labelled(
            f"{one.name}.{each.id}",
            each.text,
            frozenset(f"{one.catalogue}.{name}" for name in each.gold),
            frozenset(f"{one.catalogue}.{name}" for name in each.taken_out),
            one.name,
        )
        for one in sets
        for each in one.requests
    )
    return ToolSet("pooled", tuple(tools.values()), requests)


def _read(path: Path) -> Iterator[ToolSet]:
    queries = path / "queries.jsonl"
    if not (queries.is_file() and (path / "tools.jsonl").is_file()):
        return
    tools = tuple(read_tools(path / "tools.jsonl"))
    lines = [cast("dict[str, Any]", json.loads(line)) for line in _lines(queries)]
    for ending in dict.fromkeys(f"_{line['lang']}" if "lang" in line else "" for line in lines):
        own = [line for line in lines if ending in ("", f"_{line.get('lang')}")]
        served = tuple(_labelled(line, line["gold"]) for line in own if line["gold"])
        none = tuple(str(line["query"]) for line in own if not line["gold"])
        yield ToolSet(path.name + ending, tools, served, none, path.name)
    if all("goal" in line for line in lines):
        goals = tuple(_labelled(line, [line["goal"]], line["gold"]) for line in lines)
        yield ToolSet(path.name + GOAL, tools, goals)


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text("utf-8").splitlines() if line.strip()]


def _labelled(line: dict[str, Any], gold: list[str], out: list[str] | None = None) -> Labelled:
    return Labelled(str(line["id"]), str(line["query"]), frozenset(gold), frozenset(out or gold))
