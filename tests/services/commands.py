"""The command as a user runs it: a process, with its own home folder and a real sandbox."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from services.sandbox_process import SandboxProcess

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
        """One command to its end; `changed` are environment variables."""
        done = subprocess.run(
            self.command(*arguments),
            env=self.environment(**changed),
            input=stdin,
            capture_output=True,
            check=False,
            timeout=60,
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


def wait_for(condition: Callable[[], bool], seconds: float = 5.0) -> None:
    """Returns as soon as the condition holds; fails after the time."""
    ticks = threading.Event()
    for _ in range(int(seconds / 0.01)):
        if condition():
            return
        ticks.wait(0.01)
    raise AssertionError("what the test waits for did not come")
