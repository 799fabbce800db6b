"""A service started as a process of its own, until the end of a block."""

import socket
import subprocess
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.request import urlopen

from evals.errors import BenchError

_START_LIMIT = 30.0
"""Seconds for the server to answer."""


@contextmanager
def serving(
    command: Sequence[str],
    environment: Mapping[str, str],
    port: int,
    what: str,
    path: str = "/healthz",
) -> Generator[None]:
    """The server runs inside this block; BenchError where it does not get healthy.

    `path`: what it answers as soon as it is."""
    process = subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        wait_until_healthy(process, f"http://127.0.0.1:{port}{path}", what)
        yield
    finally:
        process.terminate()
        process.communicate(timeout=10)


def free_port() -> int:
    """A port of this machine that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_healthy(
    process: "subprocess.Popen[Any]", url: str, what: str, limit: float = _START_LIMIT
) -> None:
    """Waits for an answer at the address; BenchError where none comes within `limit` seconds."""
    deadline = time.monotonic() + limit
    while not _is_healthy(url):
        if process.poll() is not None:
            complaint = process.stderr.read() if process.stderr else ""
            raise BenchError(f"{what} did not start: {complaint.strip()[-300:]}")
        if time.monotonic() > deadline:
            raise BenchError(f"{what} did not answer within {limit:.0f} s")
        time.sleep(0.05)


def _is_healthy(url: str) -> bool:
    try:
        with urlopen(url, timeout=2) as response:
            return bool(response.status == 200)
    except OSError:
        return False
