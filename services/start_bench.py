"""What `zhizao ask` costs from the start of its process to its end, beside other processes.

Each command is a process of its own; they take turns, so that what else the machine does falls on
all of them alike. Compared with is the least that a program on the same libraries can cost.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import cast

from evals.distractors import read_distractors
from evals.errors import BenchError
from services.eval_wiring import sources_file
from services.model_bench import sentences
from services.registry import read_environments
from services.sandbox_process import SandboxProcess, private_sandbox
from services.settings import Settings, child_environment
from tool_registry.base.types import JsonValue
from tool_registry.model import RawTool

FLOOR = "imports alone"
_LIBRARIES = "import pydantic, httpx, sqlalchemy"
_ASK = (sys.executable, "-P", "-m", "services.cli", "ask")
_NOWHERE = "http://127.0.0.1:9"
"""Where the foreign tools are said to be; none of them is called."""
_ENDED = (0, 1, 2, 3, 4)
"""Exit codes of an answer."""


@dataclass(frozen=True, slots=True)
class Timed:
    """One process: seconds of the clock, and of the processor."""

    wall: float
    cpu: float


@dataclass(slots=True)
class Figures:
    """All processes of one command."""

    name: str
    times: list[Timed] = field(default_factory=list[Timed])

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
    settings: Settings, data: Path | None, tools: int, runs: int, tell: Callable[[str], None]
) -> list[Figures]:
    """Times plans and whole requests on the sandbox's tools; with a folder of catalogues, on so
    many foreign ones beside them."""
    with (
        tempfile.TemporaryDirectory(prefix="zhizao-bench-") as folder,
        private_sandbox("commerce", Path(folder) / "sandbox") as sandbox,
    ):
        sources = sources_file(sandbox, Path(folder))
        if data:
            foreign = read_distractors(data, read_environments(settings))[:tools]
            settings_of = _situations(settings)
            _add(sources, Path(folder) / "foreign.json", foreign, settings_of)
            tell(f"{len(foreign)} foreign tools")
        environment = child_environment(
            ZHIZAO_HOME=str(Path(folder) / "home"), ZHIZAO_SOURCES=str(sources), ZHIZAO_MODE="rules"
        )
        first = _timed((*_ASK, "--plan-only", _sentence(sandbox)), environment)
        tell(f"first request, nothing listed nor parsed: {first.wall:.1f} s")
        return _by_turns(sandbox, environment, runs)


def machine() -> str:
    """What the figures stand beside."""
    one, five, _ = os.getloadavg()
    return f"{os.cpu_count()} cores; load average {one:.1f} (1 min), {five:.1f} (5 min)"


def _by_turns(sandbox: SandboxProcess, environment: dict[str, str], runs: int) -> list[Figures]:
    said = _sentence(sandbox)
    commands = {
        FLOOR: (sys.executable, "-c", _LIBRARIES),
        "plan only": (*_ASK, "--plan-only", said),
        "whole request": (*_ASK, said),
    }
    found = {name: Figures(name) for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            found[name].times.append(_timed(command, environment))
    return list(found.values())


def _sentence(sandbox: SandboxProcess) -> str:
    return sentences(sandbox)[0]


def _timed(command: Sequence[str], environment: dict[str, str]) -> Timed:
    """Runs a process to its end; BenchError where that is no answer."""
    begun = time.perf_counter()
    process = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in _ENDED:
        raise BenchError(f"{' '.join(command[1:])}: exit code {process.returncode}")
    return Timed(wall, used.ru_utime + used.ru_stime)


def _situations(settings: Settings) -> dict[str, JsonValue]:
    return {one.name: {"url": _NOWHERE} for one in read_environments(settings).configured}


def _add(
    sources: Path, document: Path, tools: Sequence[RawTool], environments: dict[str, JsonValue]
) -> None:
    """Puts the tools beside the others, as operations of one document."""
    paths = dict(_operations(tools))
    told = {"openapi": "3.1.0", "info": {"title": "foreign", "version": "1"}, "paths": paths}
    document.write_text(json.dumps(told), "utf-8")
    file = json.loads(sources.read_text("utf-8"))
    file["mcpServers"]["foreign"] = {
        "type": "openapi",
        "document": str(document),
        "environments": environments,
        "approval": "trusted",
    }
    sources.write_text(json.dumps(file), "utf-8")


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
