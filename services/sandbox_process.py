"""A sandbox of our own: started as a process, with its state in a folder that nobody else uses."""

import socket
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from evals.errors import BenchError
from services.settings import child_environment

_MODULE = (sys.executable, "-P", "-m", "services.sandbox")
_START_LIMIT = 30.0
"""Seconds for the server to answer."""


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

    @contextmanager
    def serving(self) -> Generator[None]:
        """The server runs inside this block."""
        process = subprocess.Popen(
            [*_MODULE, "serve", "--port", str(self.port)],
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        try:
            self._wait(process)
            yield
        finally:
            process.terminate()
            process.communicate(timeout=10)

    def _wait(self, process: "subprocess.Popen[str]") -> None:
        deadline = time.monotonic() + _START_LIMIT
        while not self._is_healthy():
            if process.poll() is not None:
                complaint = process.stderr.read() if process.stderr else ""
                raise BenchError(f"the sandbox did not start: {complaint.strip()[-300:]}")
            if time.monotonic() > deadline:
                raise BenchError(f"the sandbox did not answer within {_START_LIMIT:.0f} s")
            time.sleep(0.05)

    def _is_healthy(self) -> bool:
        try:
            with urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=2) as response:
                return bool(response.status == 200)
        except OSError:
            return False


@contextmanager
def private_sandbox(trade: str, folder: Path) -> Generator[SandboxProcess]:
    """A sandbox on a free port, stopped at the end of the block."""
    sandbox = SandboxProcess(trade, folder, free_port())
    with sandbox.serving():
        yield sandbox


def free_port() -> int:
    """A port of this machine that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
