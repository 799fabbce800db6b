"""A server of the older protocol, written without any library: initialize, list, call.

`python legacy.py` talks over stdio, `python legacy.py PORT` over HTTP with sessions.
"""

import json
import secrets
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

ADDED: list[Any] = []
"""What calls with `add` put into the list."""
CHANGED = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
SESSION = secrets.token_hex(4)


def answer(method: str, params: dict[str, Any]) -> dict[str, Any] | None:
    """The result, or None for a method that this server has never heard of."""
    if method == "initialize":
        about = {"name": "old", "version": "1"}
        version = "2025-03-26"
        return {
            "protocolVersion": version,
            "capabilities": {"tools": {"listChanged": True}},
            "serverInfo": about,
        }
    if method == "tools/list":
        schema = {"type": "object", "properties": {"text": {"type": "string"}}}
        say = {"name": "say", "description": "Says it.", "inputSchema": schema}
        return {"tools": [say, *ADDED]}
    if method == "tools/call":
        ADDED.extend(params["arguments"].get("add", []))
        return {"content": [{"type": "text", "text": json.dumps(params["arguments"])}]}
    return None


def reply(message: dict[str, Any]) -> dict[str, Any]:
    """The JSON-RPC answer to a request."""
    result = answer(message["method"], message.get("params") or {})
    head = {"jsonrpc": "2.0", "id": message["id"]}
    if result is None:
        return {**head, "error": {"code": -32601, "message": "Method not found"}}
    return {**head, "result": result}


class Handler(BaseHTTPRequestHandler):
    """One session at a time; a session of an earlier process is not known."""

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["content-length"])))
        known = self.headers.get("mcp-session-id", SESSION) == SESSION
        if not known:
            self.send(404, None)
        elif "id" not in message:
            self.send(202, None)
        else:
            self.send(200, reply(message))

    def do_GET(self) -> None:
        self.send(405, None)

    def do_DELETE(self) -> None:
        self.send(200, None)

    def send(self, status: int, body: dict[str, Any] | None) -> None:
        data = json.dumps(body).encode() if body is not None else b""
        self.send_response(status)
        self.send_header("mcp-session-id", SESSION)
        self.send_header("content-type", "application/json" if data else "text/plain")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


if __name__ == "__main__":
    if len(sys.argv) > 1:
        HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request:
            held = len(ADDED)
            sys.stdout.write(json.dumps(reply(request)) + "\n")
            if len(ADDED) > held:
                sys.stdout.write(json.dumps(CHANGED) + "\n")
            sys.stdout.flush()
