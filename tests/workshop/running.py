"""Starting the workshop's process, and looking at what it did."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.workshop.waiting import PATIENCE
from tool_registry.sources.entries import McpConfig

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Running:
    """The server on a port of this machine; it may die and be started again."""

    folder: Path
    port: int = field(default_factory=free_port)
    module: str = "tests.workshop.server"
    arguments: tuple[str, ...] = ()
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/mcp"

    def start(self) -> None:
        command = [sys.executable, "-m", self.module, *self.arguments, str(self.port)]
        environ = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(command, cwd=ROOT, env=environ)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                running = self.process.poll() is None and time.monotonic() < until
                assert running, "the workshop did not start"
                time.sleep(0.05)

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def fail(self, **faults: list[str]) -> None:
        """What the next calls of these tools do instead of going well."""
        (self.folder / "faults.json").write_text(json.dumps(faults), encoding="utf-8")

    def effects(self) -> list[dict[str, Any]]:
        """What really happened, oldest first."""
        log = self.folder / "effects.jsonl"
        lines = log.read_text("utf-8").splitlines() if log.exists() else []
        return [json.loads(line) for line in lines]

    def forget(self) -> None:
        """Removes all parts, effects and faults."""
        for path in self.folder.glob("*.json*"):
            path.unlink()

    def config(self, **more: Any) -> McpConfig:
        return McpConfig.model_validate({"id": "workshop", "url": self.url, **more})


@contextmanager
def running_legacy(folder: Path) -> Generator[Running]:
    """The server of the older protocol, over HTTP."""
    server = Running(folder, module="tests.workshop.legacy")
    try:
        server.start()
        yield server
    finally:
        server.stop()


@contextmanager
def running(folder: Path) -> Generator[Running]:
    """The server, ended at the end."""
    server = Running(folder, arguments=(str(folder),))
    try:
        server.start()
        yield server
    finally:
        server.stop()


def stdio_config(folder: Path, **more: Any) -> McpConfig:
    """The same server as a command."""
    return McpConfig.model_validate(
        {
            "id": "workshop",
            "command": sys.executable,
            "args": ["-m", "tests.workshop.server", str(folder)],
            "cwd": str(ROOT),
            "env": {"PYTHONPATH": str(ROOT)},
            **more,
        }
    )
