"""Another system that wants to be told."""

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Receiver:
    """What it got, and what it answers next; 200 where nothing is said."""

    port: int = 0
    got: list[tuple[Any, dict[str, str]]] = field(default_factory=list[tuple[Any, dict[str, str]]])
    answers: list[int] = field(default_factory=list[int])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/told"


@contextmanager
def receiving() -> Generator[Receiver]:
    """It listens inside of the block."""
    found = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status = found.answers.pop(0) if found.answers else 200
            found.got.append((body, headers))
            self.send_response(status)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.port = server.server_port
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
