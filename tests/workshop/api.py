"""An HTTP API that answers as the test says, and remembers what it was asked."""

import json
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit


@dataclass
class Asked:
    """One request as it arrived."""

    method: str
    path: str
    query: list[tuple[str, str]]
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Reply:
    """What to answer: `body` goes out as JSON, unless it is bytes."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict[str, str])


Act = Callable[[Asked], Reply]


@dataclass
class Api:
    """A server on this machine."""

    url: str
    asked: list[Asked]


@contextmanager
def serving(act: Act) -> Generator[Api]:
    """The server, while it runs in a thread."""
    asked: list[Asked] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            parts = urlsplit(self.path)
            length = int(self.headers.get("content-length") or 0)
            headers = {name.lower(): value for name, value in self.headers.items()}
            query = parse_qsl(parts.query, keep_blank_values=True)
            one = Asked(self.command, parts.path, query, headers, self.rfile.read(length))
            asked.append(one)
            reply = act(one)
            self.send_response(reply.status)
            is_bytes = isinstance(reply.body, bytes)
            data = reply.body if is_bytes else json.dumps(reply.body).encode()
            data = b"" if reply.body is None else data
            kind = {} if is_bytes or not data else {"content-type": "application/json"}
            for name, value in {**kind, **reply.headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield Api(f"http://127.0.0.1:{server.server_address[1]}", asked)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
