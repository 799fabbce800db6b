"""A real Redis on a port of its own, that a test can stop and start."""

import subprocess
from pathlib import Path
from typing import Any

from redis import Redis
from redis.exceptions import ConnectionError as NotYet

from evals.child_process import free_port
from tests.services.commands import wait_for
from tests.workshop.waiting import PATIENCE


class RedisServer:
    """Keeps nothing on disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        plain = ["--save", "", "--appendonly", "no", "--bind", "127.0.0.1"]
        self._process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--dir", str(self.folder), *plain],
            stdout=subprocess.DEVNULL,
        )
        wait_for(self._answers)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(timeout=PATIENCE)
            self._process = None

    def lasting(self, pattern: str) -> list[float]:
        """The seconds that each key of that pattern has left."""
        client: Any = Redis(port=self.port)
        with client:
            return [float(client.ttl(key)) for key in client.scan_iter(pattern)]

    def _answers(self) -> bool:
        try:
            with Redis(port=self.port) as client:
                return client.exists("anything") == 0
        except NotYet:
            return False
