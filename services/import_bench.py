"""What importing a large OpenAPI document costs: a process of its own, its time and its memory."""

import json
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, Popen

from evals.errors import BenchError
from evals.large_document import large_document
from services.settings import child_environment

_NOWHERE = "http://127.0.0.1:9"
"""Where its operations are said to be; none of them is called."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one import."""

    operations: int
    wall: float
    """Seconds of the clock."""
    cpu: float
    """Seconds of the processor."""
    peak: float
    """Megabytes of memory, at most."""

    def line(self) -> str:
        """For people."""
        return (
            f"{self.operations} operations: {self.wall:.1f} s (processor {self.cpu:.1f} s), "
            f"at most {self.peak:.0f} MB"
        )


def measure_import(operations: int) -> Cost:
    """Imports a drawn document of so many operations into an empty home; BenchError where it
    cannot be imported."""
    with tempfile.TemporaryDirectory(prefix="zhizao-bench-") as folder:
        document, sources = Path(folder) / "document.json", Path(folder) / "sources.json"
        document.write_text(json.dumps(large_document(operations)), "utf-8")
        sources.write_text('{"mcpServers": {}}', "utf-8")
        environment = child_environment(
            ZHIZAO_HOME=str(Path(folder) / "home"), ZHIZAO_SOURCES=str(sources), ZHIZAO_MODE="rules"
        )
        command = (
            *(sys.executable, "-P", "-m", "services.cli", "tools", "import", "openapi"),
            *(str(document), "--env", "daily", "--base-url", _NOWHERE, "--name", "large"),
        )
        begun = time.perf_counter()
        process = Popen(command, env=environment, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - begun
    if process.returncode != 0:
        raise BenchError(f"the import ended with code {process.returncode}")
    return Cost(operations, wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
