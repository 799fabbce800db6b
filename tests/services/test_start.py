"""A command loads only what it needs: starting is most of the time that a short one takes."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from services.cli.group import commands
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


@pytest.mark.slow
def test_the_start_is_measured_beside_that_of_the_libraries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZHIZAO_HOME", str(tmp_path / "home"))
    folder = tmp_path / "data" / "circus"
    folder.mkdir(parents=True)
    tool = {"name": "feedLion", "description": "Feed a lion.", "parameters": {"type": "dict"}}
    (folder / "tools.jsonl").write_text(json.dumps(tool), "utf-8")
    options = ["bench", "start", "--runs", "1", "--data", str(tmp_path / "data")]
    done = CliRunner().invoke(commands, options, catch_exceptions=False)
    assert "1 foreign tools" in done.output
    for name in ("imports alone", "plan only", "whole request"):
        assert re.search(rf"{name}: \d+\.\d\d s .* times imports alone", done.output)
