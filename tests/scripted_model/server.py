"""A scripted model over the real wires: OpenAI's form of chat, and DashScope's own."""

import json
import re
import socket
import struct
import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from pipelines.models.errors import ModelError
from pipelines.models.model import Ask, Message, Reply, Tool, ToolCall
from tests.scripted_model.answers import Script, scripted

Object = dict[str, Any]
_PIECES = re.compile(r".{1,24}", re.DOTALL)
_STATUS = {
    **dict.fromkeys(("429", "429_after"), (429, "Throttling.RateQuota", "Rate limit exceeded.")),
    "500": (500, "InternalError", "An internal error has occured, please try again later."),
    "too_long": (400, "InvalidParameter", "Range of input length should be [1, 30720]"),
    "bad_key": (401, "InvalidApiKey", "Invalid API-key provided."),
}
_UNFINISHED = ("cut_before", "cut_after", "hang_middle", "endless")
_CALLS = {"bad_tool_json": ("any_tool", '{"half": '), "unknown_tool": ("no_such_tool", "{}")}


class ScriptedServer(ThreadingHTTPServer):
    """Listens on loopback until its block ends.

    `asked` holds path, headers and body of every request. `faults` go wrong with the next ones,
    one each, `broken` with every other one. `formats` are the forms of answers that it takes,
    `vectors` makes the body of an answer to a question for vectors of that question's.
    """

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, answer: Script) -> None:
        self.answer = answer
        self.vectors: Callable[[Any], Any] | None = None
        self.faults: list[str] = []
        self.broken = ""
        self.formats: tuple[str, ...] = ("json_schema", "json_object", "")
        self.asked: list[Object] = []
        self.stopping = threading.Event()
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no error."""


@contextmanager
def serving(answers: Mapping[str, Any] | Script) -> Generator[ScriptedServer]:
    """The server in a thread of this process, until the end of the block."""
    server = ScriptedServer(answers if callable(answers) else scripted(answers))
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield server
    finally:
        server.stopping.set()
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: ScriptedServer  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        body: Any = json.loads(self.rfile.read(int(self.headers["content-length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.asked.append({"path": self.path, "headers": headers, "body": body})
        fault = self.server.faults.pop(0) if self.server.faults else self.server.broken
        if fault in _STATUS:
            status, *told = _STATUS[fault]
            self._send(status, _error(*told), **{"Retry-After": "1"} if "after" in fault else {})
        elif fault in ("reset", "hang"):
            self._go_silent(fault)
        elif self.server.vectors and "embedding" in self.path:
            self._whole(self.server.vectors(body), fault)
        else:
            self._chat(body, "x-dashscope-sse" in headers or body.get("stream"), fault)

    def _chat(self, body: Any, streamed: bool | None, fault: str) -> None:
        native = "input" in body
        options: Any = body["parameters"] if native else body
        messages: Any = (body["input"] if native else body)["messages"]
        wanted: Any = options.get("response_format") or {"type": ""}
        if not body["model"].startswith("qwen"):
            self._send(404, _error("ModelNotFound", f"Model {body['model']} does not exist."))
            return
        if wanted["type"] not in self.server.formats:
            told = f"response_format {wanted['type'] or 'text'} is not supported"
            self._send(400, _error("InvalidParameter", told))
            return
        schema = wanted.get("json_schema", {}).get("schema")
        said = self.server.answer(_ask(messages, options.get("tools") or [], schema))
        if isinstance(said, ModelError):
            self._send(403, _error("Scripted", str(said)))
            return
        message = _message(Reply(said) if isinstance(said, str) else said, fault)
        names = ("input", "output") if native else ("prompt", "completion")
        counts = len(json.dumps(body)) // 4, 1 + len(json.dumps(message)) // 4
        usage = {f"{name}_tokens": count for name, count in zip(names, counts, strict=True)}
        if streamed:
            self._stream(_events(native, message, usage), fault)
        else:
            self._whole(_body(native, "message", message, usage), fault)

    def _go_silent(self, fault: str, again: bytes = b"") -> None:
        """Ends the connection, or leaves it open until the server stops."""
        self.close_connection = True
        if fault == "reset":
            linger = struct.pack("ii", 1, 0)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.connection.close()
        while fault == "endless" and not self.server.stopping.wait(0.02):
            self.wfile.write(again)
        if fault.startswith("hang"):
            self.server.stopping.wait()

    def _whole(self, body: Object, fault: str) -> None:
        raw = _spoilt(body, fault)
        if fault in _UNFINISHED:
            self._head(200, {"Content-Length": str(10**9)})
            self.wfile.write(raw[: 0 if fault == "cut_before" else len(raw) // 2])
            self._go_silent(fault, b" " * 4096)
        else:
            self._send(200, raw, **({"Content-Type": "text/html"} if fault == "html" else {}))

    def _stream(self, events: list[Object], fault: str) -> None:
        self._head(200, {"Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"})
        native = "output" in events[0]
        before = b"id:1\nevent:result\n:HTTP_STATUS/200\ndata:" if native else b"data: "
        spoilt = [_chunk(before + _spoilt(one, fault) + b"\n\n") for one in events]
        many = {"": len(events), "cut_before": 0} | dict.fromkeys(_CALLS, len(events))
        many |= dict.fromkeys(_UNFINISHED[1:], len(events) // 2 or 1)
        self.wfile.write(b"".join(spoilt[: many.get(fault, 1)]))
        if fault in _UNFINISHED:
            self._go_silent(fault, spoilt[0])
        else:
            done = b"" if native else _chunk(b"data: [DONE]\n\n")
            self.wfile.write(done + b"0\r\n\r\n")

    def _head(self, status: int, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def _send(self, status: int, raw: bytes, **headers: str) -> None:
        self._head(status, {"Content-Length": str(len(raw)), **headers})
        self.wfile.write(raw)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: `asked` tells what was asked."""


def _error(code: str, text: str) -> bytes:
    told = {"code": code, "message": text}
    return json.dumps({**told, "error": told}).encode()


def _chunk(raw: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(raw), raw)


def _ask(messages: Any, tools: Any, schema: Any) -> Ask:
    def made(one: Any) -> tuple[ToolCall, ...]:
        calls = [(call["id"], call["function"]) for call in one.get("tool_calls") or ()]
        return tuple(ToolCall(id, f["name"], json.loads(f["arguments"])) for id, f in calls)

    said = [_said(m, made(m)) for m in messages]
    return Ask(tuple(said), tuple(Tool(**one["function"]) for one in tools), schema)


def _said(message: Any, calls: tuple[ToolCall, ...]) -> Message:
    """A turn; pictures stand in a list ahead of the text."""
    content, pictures = message["content"], ()
    if isinstance(content, list):
        parts: list[Any] = content  # pyright: ignore[reportUnknownVariableType]
        pictures = tuple(one["image_url"]["url"] for one in parts if one["type"] == "image_url")
        content = "".join(one["text"] for one in parts if one["type"] == "text")
    return Message(message["role"], content, calls, message.get("tool_call_id"), pictures)


def _message(reply: Reply, fault: str) -> Object:
    calls = [(one.name, json.dumps(one.arguments, ensure_ascii=False)) for one in reply.calls]
    calls = [_CALLS[fault]] if fault in _CALLS else calls
    functions = [{"name": name, "arguments": said} for name, said in calls]
    made = [{"index": n, "id": f"call_{n}", "function": one} for n, one in enumerate(functions)]
    told = {"role": "assistant", "content": reply.text, "finish": "tool_calls" if made else "stop"}
    return {**told, **({"tool_calls": made} if made else {})}


def _events(native: bool, message: Any, usage: Object) -> list[Object]:
    """A streamed answer: text, then calls in pieces, then its end; OpenAI's counts come last."""
    said: list[Object] = [{"content": one} for one in _PIECES.findall(message["content"])]
    for call in message.get("tool_calls", ()):
        for n, part in enumerate(_PIECES.findall(call["function"]["arguments"])):
            function = {"name": "" if n else call["function"]["name"], "arguments": part}
            said.append({"content": "", "tool_calls": [{**call, "function": function}]})
    said = [{"role": "assistant", "finish": None, **one} for one in said]
    said.append({"role": "assistant", "content": "", "finish": message["finish"]})
    if native:
        return [_body(True, "message", one, usage) for one in said]
    return [*(_body(False, "delta", one, None) for one in said), {"choices": [], "usage": usage}]


def _body(native: bool, key: str, message: Object, usage: Object | None) -> Object:
    finish = message.pop("finish") or ("null" if native else None)
    told = {"choices": [{"index": 0, key: message, "finish_reason": finish}]}
    return (
        {"output": told, "usage": usage, "request_id": ""} if native else {**told, "usage": usage}
    )


def _spoilt(body: Object, fault: str) -> bytes:
    raw = json.dumps(body).encode()
    none: Object = {"choices": []}
    return {
        "error_body": _error("InternalError", "Something broke."),
        "html": b"<html><body>Bad Gateway</body></html>",
        "half_json": raw[: len(raw) // 2],
        "bad_utf8": raw.replace(b'"content": "', b'"content": "\xff\xfe'),
        "no_choices": json.dumps({**body, **none, "output": none}).encode(),
    }.get(fault, raw)
