"""A sandbox of our own: started as a process, with its state in a folder that nobody else uses."""

import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from evals.child_process import free_port, serving
from evals.errors import BenchError
from services.settings import child_environment

_MODULE = (sys.executable, "-P", "-m", "services.sandbox")


class SandboxProcess:
    """One running sandbox. Its commands work on the same state, through processes of their own."""

    def __init__(self, trade: str, folder: Path, port: int) -> None:
        self.trade = trade
        self.port = port
        self._environment = child_environment(
            ZHIZAO_SANDBOX_HOME=str(folder), ZHIZAO_SANDBOX_TRADE=trade
        )

    @property
    def url(self) -> str:
        """Where its tools are."""
        return f"http://127.0.0.1:{self.port}/mcp"

    def run(self, arguments: Sequence[str]) -> str:
        """Standard output of one command; BenchError with its complaint where it fails."""
        done = subprocess.run(
            [*_MODULE, *arguments],
            env=self._environment,
            capture_output=True,
            check=False,
            encoding="utf-8",
        )
        if done.returncode != 0:
            complaint = done.stderr.strip().splitlines()
            what = complaint[-1] if complaint else f"exit code {done.returncode}"
            raise BenchError(f"sandbox {' '.join(arguments)}: {what}")
        return done.stdout

    def serving(self) -> AbstractContextManager[None]:
        """The server runs inside this block."""
        command = [*_MODULE, "serve", "--port", str(self.port)]
        return serving(command, self._environment, self.port, "the sandbox")


@contextmanager
def private_sandbox(trade: str, folder: Path) -> Generator[SandboxProcess]:
    """A sandbox on a free port, stopped at the end of the block."""
    sandbox = SandboxProcess(trade, folder, free_port())
    with sandbox.serving():
        yield sandbox
