"""A kennel with an OpenAPI document, whose dogs stand in a file: `kennel.py STATE PORT`."""

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

FILE = Path(sys.argv[1]) / "dogs.jsonl"
_DOG = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "id": {"type": "integer", "readOnly": True, "description": "id of the dog"},
        "name": {"type": "string", "description": "name of the dog"},
        "state": {"type": "string", "enum": ["home", "away"], "readOnly": True},
    },
}
_BODY = {"content": {"application/json": {"schema": _DOG}}}
_ANSWER = {"200": {"description": "the dog", **_BODY}}
_LIST = {"content": {"application/json": {"schema": {"type": "array", "items": _DOG}}}}
_ID = [{"name": "dog_id", "in": "path", "required": True, "schema": {"type": "integer"}}]
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Kennel", "version": "1"},
    "paths": {
        "/dogs": {
            "get": {
                "operationId": "list_dogs",
                "summary": "List all dogs",
                "responses": {"200": {"description": "all dogs", **_LIST}},
            },
            "post": {
                "operationId": "create_dog",
                "summary": "Create a dog",
                "requestBody": {"required": True, **_BODY},
                "responses": _ANSWER,
            },
        },
        "/dogs/{dog_id}": {
            "get": {
                "operationId": "get_dog",
                "summary": "Look up a dog",
                "parameters": _ID,
                "responses": _ANSWER,
            },
            "delete": {
                "operationId": "delete_dog",
                "summary": "Delete a dog",
                "parameters": _ID,
                "responses": {"204": {"description": "the dog is gone"}},
            },
        },
    },
}


class Kennel(BaseHTTPRequestHandler):
    """Reads and writes the file at each call."""

    def do_GET(self) -> None:
        if self.path == "/openapi.json":
            self._answer(200, DOCUMENT)
        elif self.path == "/dogs":
            self._answer(200, _dogs())
        else:
            found = [one for one in _dogs() if self.path == f"/dogs/{one['id']}"]
            self._answer(200, found[0]) if found else self._answer(404, {"detail": "no such dog"})

    def do_POST(self) -> None:
        told = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        dog = {"id": len(_dogs()) + 1, "name": told["name"], "state": "home", "seen": 1}
        _write([*_dogs(), dog])
        self._answer(200, dog)

    def do_DELETE(self) -> None:
        _write([one for one in _dogs() if self.path != f"/dogs/{one['id']}"])
        self._answer(204, None)

    def _answer(self, status: int, body: object) -> None:
        data = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


def _dogs() -> list[dict[str, Any]]:
    return [json.loads(line) for line in FILE.read_text().splitlines()] if FILE.exists() else []


def _write(dogs: list[dict[str, Any]]) -> None:
    FILE.write_text("".join(json.dumps(one) + "\n" for one in dogs))


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", int(sys.argv[2])), Kennel).serve_forever()
