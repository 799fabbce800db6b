"""What importing a large OpenAPI document costs: a process of its own, its time and its memory."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from evals.large_document import large_document
from evals.process_cost import NOWHERE, timed


def measure_import(
    command: Sequence[str], environment: Mapping[str, str], folder: Path, operations: int
) -> str:
    """A line of what importing a drawn document of so many operations costs; BenchError where it
    cannot be imported.

    `command`: the program, up to its arguments."""
    document = folder / "document.json"
    document.write_text(json.dumps(large_document(operations)), "utf-8")
    told = (*command, "tools", "import", "openapi", str(document))
    cost = timed((*told, "--env", "daily", "--base-url", NOWHERE, "--name", "large"), environment)
    return (
        f"{operations} operations: {cost.wall:.1f} s (processor {cost.cpu:.1f} s), "
        f"at most {cost.peak:.0f} MB"
    )
