"""A server of the present protocol that answers calls with a stream of events, or with an error."""

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

NEWS = {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": 1}}


class Handler(BaseHTTPRequestHandler):
    """What a call does is its tool's name: `say`, `cut`, `bare`, or a number as HTTP status."""

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["content-length"])))
        head = {"jsonrpc": "2.0", "id": message["id"]}
        if message["method"] == "server/discover":
            found: dict[str, Any] = {
                "supportedVersions": ["2026-07-28"],
                "capabilities": {"tools": {}},
            }
            self.send("application/json", json.dumps({**head, "result": found}))
            return
        name = message["params"]["name"]
        if name.isdigit():
            self.send("text/html", "<html>no</html>", int(name))
            return
        text = {"content": [{"type": "text", "text": '{"said": 1}'}]}
        bare = {"structuredContent": {"said": 1}}
        result = {**(bare if name == "bare" else text), "resultType": "complete"}
        events: list[Any] = [NEWS, {**head, "result": result}]
        told = [f"event: message\ndata: {json.dumps(one)}\n\n" for one in events]
        self.send("text/event-stream", ": hello\n\n" + "".join(told[: 1 if name == "cut" else 2]))

    def send(self, kind: str, text: str, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@contextmanager
def streaming() -> Generator[str]:
    """Its URL, while it runs in a thread."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/mcp"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
