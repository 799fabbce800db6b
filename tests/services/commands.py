"""The command as a user runs it, with its own home folder and a real sandbox.

`run` runs a command in this process, in a tenth of the time of a new one; `run_apart` and `start`
are for what a test says of processes (signals, pipes, several at once, starting), and for tests in
which a loop of events runs already, such as those of the page.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pipelines.models.permission import model_requests
from services.cli.failing import crashed
from services.cli.group import commands
from services.sandbox_process import SandboxProcess
from tests.workshop.waiting import PATIENCE, wait_for

__all__ = ["Done", "Zhizao", "wait_for"]
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Done:
    """What a finished command left."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output, which has to be one JSON value and nothing else."""
        return json.loads(self.out)


@dataclass(frozen=True)
class Zhizao:
    """Runs commands in one home folder, against one sandbox."""

    home: Path
    sandbox: SandboxProcess

    def run(self, *arguments: str | bytes, stdin: bytes = b"", **changed: str) -> Done:
        """One command to its end, in this process; `changed` are environment variables."""
        return run_here(arguments, self.environment(**changed), stdin)

    def run_apart(self, *arguments: str | bytes, stdin: bytes = b"", **changed: str) -> Done:
        """The same in a process of its own."""
        done = subprocess.run(
            self.command(*arguments),
            env=self.environment(**changed),
            input=stdin,
            capture_output=True,
            check=False,
            timeout=PATIENCE,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    def start(self, *arguments: str, **changed: str) -> "subprocess.Popen[bytes]":
        """One command that goes on; `changed` are environment variables."""
        return subprocess.Popen(
            self.command(*arguments),
            env=self.environment(**changed),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def command(self, *arguments: str | bytes) -> list[str | bytes]:
        return [sys.executable, "-m", "services.cli", *arguments]

    def environment(self, **changed: str) -> dict[str, str]:
        own = {
            "PYTHONPATH": str(ROOT),
            "ZHIZAO_HOME": str(self.home),
            "ZHIZAO_SANDBOX_PORT": str(self.sandbox.port),
        }
        kept = {k: v for k, v in os.environ.items() if not k.startswith("ZHIZAO_")}
        return {**kept, **own, **changed}

    def effects(self) -> list[dict[str, Any]]:
        """The sandbox's log."""
        found: list[dict[str, Any]] = json.loads(self.sandbox.run(["effects", "--json"]))
        return found


def run_here(
    arguments: tuple[str | bytes, ...], environment: Mapping[str, str], stdin: bytes = b""
) -> Done:
    """A command with that environment and no other, as `services.cli.main` would run it."""
    assert arguments[:1] != ("sandbox",), "it becomes another program: run_apart"
    told = [one if isinstance(one, str) else os.fsdecode(one) for one in arguments]
    with pytest.MonkeyPatch.context() as patch, model_requests(True):
        for name in set(os.environ) - set(environment):
            patch.delenv(name)
        for name, value in environment.items():
            patch.setenv(name, value)
        done = CliRunner().invoke(commands, told, stdin, prog_name="zhizao")
        said, error = done.stderr, done.exception
        if error is not None and not isinstance(error, SystemExit):
            home = Path(environment["ZHIZAO_HOME"])
            said += f"{crashed(type(error), error, error.__traceback__, home)}\n"
    return Done(done.exit_code, done.stdout, said)
