"""A command loads only what it needs: starting is most of the time that a short one takes."""

import subprocess
import sys

import pytest

from tests.services.commands import ROOT

HEAVY = {"mcp", "fastapi", "starlette", "uvicorn"}


def loaded_by(module: str) -> set[str]:
    """Top-level packages in memory after an import, in a fresh process."""
    code = f"import sys, {module}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, text=True
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("command", ["ask", "runs", "intent", "tools"])
def test_no_command_loads_a_server_or_the_mcp_library(command: str) -> None:
    assert not HEAVY & loaded_by(f"services.cli.{command}")


@pytest.mark.parametrize("command", ["intent", "tools"])
def test_reading_commands_do_without_the_store(command: str) -> None:
    assert "sqlalchemy" not in loaded_by(f"services.cli.{command}")


def test_the_program_turns_the_collector_off_before_it_loads_anything() -> None:
    assert not {"click", "pydantic", "pipelines", "tool_registry"} & loaded_by("services.cli")
