"""A sandbox of our own: started as a process, with its state in a folder that nobody else uses."""

import json
import subprocess
import sys
import threading
from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import cast

from evals.child_process import free_port, serving
from evals.errors import BenchError
from services.settings import child_environment

_MODULE = (sys.executable, "-P", "-m", "services.sandbox")


class SandboxProcess:
    """One running sandbox. Its commands work on the same state, through a process of their own,
    which is started with the first one: starting takes longer than any of them."""

    def __init__(self, trade: str, folder: Path, port: int) -> None:
        self.trade = trade
        self.port = port
        self._environment = child_environment(
            ZHIZAO_SANDBOX_HOME=str(folder), ZHIZAO_SANDBOX_TRADE=trade
        )
        self._commands: subprocess.Popen[str] | None = None
        self._turn = threading.Lock()

    @property
    def url(self) -> str:
        """Where its tools are."""
        return f"http://127.0.0.1:{self.port}/mcp"

    def run(self, arguments: Sequence[str]) -> str:
        """Standard output of one command; BenchError with its complaint where it fails."""
        what = f"sandbox {' '.join(arguments)}"
        with self._turn:
            line = self._answer(json.dumps(list(arguments)) + "\n")
        if not line:
            raise BenchError(f"{what}: the process that carries out commands has ended")
        told = cast("dict[str, str]", json.loads(line))
        if "error" in told:
            raise BenchError(f"{what}: Error: {told['error']}")
        return told["output"]

    def _answer(self, line: str) -> str:
        process = self._commands = self._commands or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(line)
            process.stdin.flush()
            return process.stdout.readline()
        except BrokenPipeError:
            return ""

    def _start(self) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [*_MODULE, "commands"],
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def close(self) -> None:
        """Ends the process of the commands."""
        if self._commands is not None:
            self._commands.communicate(timeout=10)
            self._commands = None

    def serving(self) -> AbstractContextManager[None]:
        """The server runs inside this block."""
        command = [*_MODULE, "serve", "--port", str(self.port)]
        return serving(command, self._environment, self.port, "the sandbox")


@contextmanager
def private_sandbox(trade: str, folder: Path) -> Generator[SandboxProcess]:
    """A sandbox on a free port, stopped at the end of the block."""
    sandbox = SandboxProcess(trade, folder, free_port())
    with sandbox.serving():
        try:
            yield sandbox
        finally:
            sandbox.close()
