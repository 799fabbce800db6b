"""What `zhizao ask` costs from the start of its process to its end, beside other processes.

Each command is a process of its own; they take turns, so that what else the machine does falls on
all of them alike. Compared with is the least that a program on the same libraries can cost.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import cast

from evals.process_cost import Cost, timed
from tool_registry.base.types import JsonValue
from tool_registry.model import RawTool

FLOOR = "imports alone"
_LIBRARIES = "import pydantic, httpx, sqlalchemy"
_ENDED = (0, 1, 2, 3, 4)
"""Exit codes of an answer."""


@dataclass(slots=True)
class Figures:
    """All processes of one command."""

    name: str
    times: list[Cost] = field(default_factory=list[Cost])

    def line(self, floor: "Figures") -> str:
        """Medians and extremes; the processor's as a multiple of the floor's, too."""
        wall, cpu = ([getattr(one, what) for one in self.times] for what in ("wall", "cpu"))
        ratio = median(cpu) / median(one.cpu for one in floor.times)
        return (
            f"{self.name:>14}: {median(wall):.2f} s ({min(wall):.2f} to {max(wall):.2f}), "
            f"processor {median(cpu):.2f} s ({min(cpu):.2f} to {max(cpu):.2f}), "
            f"{ratio:.2f} times {FLOOR}"
        )


def measure(
    command: Sequence[str],
    environment: Mapping[str, str],
    sentence: str,
    runs: int,
    tell: Callable[[str], None],
) -> list[Figures]:
    """Times plans and whole requests of a sentence; `command`: the program, up to its arguments."""
    ask = (*command, "ask")
    first = timed((*ask, "--plan-only", sentence), environment, _ENDED)
    tell(f"first request, nothing listed nor parsed: {first.wall:.1f} s")
    commands = {
        FLOOR: (sys.executable, "-c", _LIBRARIES),
        "plan only": (*ask, "--plan-only", sentence),
        "whole request": (*ask, sentence),
    }
    found = {name: Figures(name) for name in commands}
    for _ in range(runs):
        for name, one in commands.items():
            found[name].times.append(timed(one, environment, _ENDED))
    return list(found.values())


def foreign_document(tools: Sequence[RawTool]) -> JsonValue:
    """The tools as operations of one OpenAPI document."""
    paths = dict(_operations(tools))
    return {"openapi": "3.1.0", "info": {"title": "foreign", "version": "1"}, "paths": paths}


_TYPES = {
    "dict": "object",
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "list": "array",
    "tuple": "array",
}
"""What catalogues call a type otherwise than JSON schemas do."""


def _schema(told: JsonValue) -> JsonValue:
    """The same with the types of JSON schemas."""
    if isinstance(told, list):
        return [_schema(one) for one in cast("list[JsonValue]", told)]
    if not isinstance(told, dict):
        return told
    fields = {name: _schema(one) for name, one in cast("dict[str, JsonValue]", told).items()}
    kind = fields.get("type")
    return fields | {"type": _TYPES.get(kind, kind)} if isinstance(kind, str) else fields


def _operations(tools: Sequence[RawTool]) -> Iterator[tuple[str, JsonValue]]:
    for number, tool in enumerate(tools):
        body: JsonValue = {"content": {"application/json": {"schema": _schema(tool.input_schema)}}}
        yield (
            f"/{tool.source}/{number}",
            {
                "post": {
                    "operationId": f"{tool.name}_{number}",
                    "description": tool.description,
                    "requestBody": body,
                    "responses": {"200": {"description": "done"}},
                }
            },
        )
