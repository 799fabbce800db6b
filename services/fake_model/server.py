"""The HTTP server: two wires, faults on demand, and a log of what was asked."""

import json
import socket
import struct
import threading
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from services.fake_model import vectors, wire
from services.fake_model.faults import RETRY_AFTER, Faults
from services.fake_model.question import Answer, BadQuestion, Call, Question, Script

_TLS = b"\x16"
"""The first byte of a TLS handshake, which is not spoken here: the connection is reset."""
_STATUS = {
    "429": (429, "Throttling.RateQuota", "Requests rate limit exceeded, please try again later."),
    "429_after": (429, "Throttling.RateQuota", "Requests rate limit exceeded."),
    "500": (500, "InternalError", "An internal error has occured, please try again later."),
    "529": (529, "ServiceUnavailable", "The service is overloaded."),
    "too_long": (400, "InvalidParameter", "Range of input length should be [1, 30720]"),
    "bad_key": (401, "InvalidApiKey", "Invalid API-key provided."),
}


class Service(ThreadingHTTPServer):
    """Listens until it is stopped."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], scripts: Sequence[Script]) -> None:
        self.scripts = scripts
        self.faults = Faults()
        self.asked: list[dict[str, Any]] = []
        """Every request to a model: path, body, and what became of it."""
        self.stopping = threading.Event()
        super().__init__(address, Handler)

    @property
    def url(self) -> str:
        """Where it listens."""
        host, port = self.server_address[:2]
        return f"http://{host!s}:{port}"

    def answer(self, question: Question) -> Answer:
        """By the first script that has an answer; BadQuestion where none has."""
        for script in self.scripts:
            if (said := script(question)) is not None:
                return said
        raise BadQuestion("no script answers this prompt")

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no error."""


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1
    raw_requestline: bytes
    disable_nagle_algorithm = True
    entry: dict[str, Any]
    """What is written down of the present request."""
    server: Service  # pyright: ignore[reportIncompatibleVariableOverride]

    def parse_request(self) -> bool:
        if self.raw_requestline.startswith(_TLS):
            self._reset()
            return False
        return super().parse_request()

    def do_GET(self) -> None:
        pages: dict[str, Any] = {
            "/healthz": {"status": "ok"},
            "/asked": self.server.asked,
            "/faults": [
                {"kind": one.kind, "times": one.times, "model": one.model}
                for one in self.server.faults.armed
            ],
        }
        if self.path in pages:
            self._send(200, pages[self.path])
        else:
            self._send(404, {"code": "NotFound", "message": f"there is nothing at {self.path}"})

    def do_DELETE(self) -> None:
        self.server.faults.clear()
        self.server.asked.clear()
        self._send(200, {})

    def do_POST(self) -> None:
        self.entry = {}
        length = int(self.headers.get("content-length") or 0)
        try:
            body = cast("dict[str, Any]", json.loads(self.rfile.read(length) or b"{}"))
            self._post(body)
        except BadQuestion as bad:
            self._note(str(bad))
            self._send(bad.status, wire.error(self.path, bad.code, str(bad)))
        except ValueError as bad:
            self._send(400, wire.error(self.path, "InvalidParameter", f"no JSON: {bad}"))

    def _post(self, body: dict[str, Any]) -> None:
        if self.path == "/faults":
            self.server.faults.arm(body)
            self._send(200, {})
            return
        if self.path not in (wire.NATIVE, wire.COMPATIBLE, *vectors.PATHS):
            raise BadQuestion(f"there is nothing at {self.path}", 404, "NotFound")
        self.entry = {"path": self.path, "body": body, "became": "answered"}
        self.server.asked.append(self.entry)
        if not self.headers.get("authorization", "").removeprefix("Bearer").strip():
            raise BadQuestion("No API-key provided.", 401, "InvalidApiKey")
        fault = self.server.faults.next(str(body.get("model")))
        if fault is not None:
            self._note(fault)
        if fault in _STATUS or fault in ("reset", "hang"):
            self._fail_early(fault)
            return
        if self.path in vectors.PATHS:
            self._send_body(vectors.answer(self.path, body), fault)
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        question = wire.read(self.path, body, headers)
        spoilt = self._spoilt(fault)
        answer = spoilt or self.server.answer(question)
        fault = None if spoilt else fault
        (self._stream if question.stream else self._whole)(question, answer, fault)

    def _note(self, what: str) -> None:
        self.entry["became"] = what

    # ---- faults ----------------------------------------------------------------------------

    def _fail_early(self, fault: str) -> None:
        if fault == "reset":
            self._reset()
        elif fault == "hang":
            self._hang()
        else:
            status, code, message = _STATUS[fault]
            after = {"Retry-After": str(RETRY_AFTER)} if fault == "429_after" else {}
            self._send(status, wire.error(self.path, code, message), **after)

    def _spoilt(self, fault: str | None) -> Answer | None:
        if fault == "bad_tool_json":
            return Answer(calls=(Call("any_tool", '{"half": '),))
        return Answer(calls=(Call("no_such_tool", {}),)) if fault == "unknown_tool" else None

    def _reset(self) -> None:
        """Ends the connection with a reset instead of an orderly end."""
        linger = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.close_connection = True
        self.connection.close()

    def _hang(self) -> None:
        """Says nothing until the client has gone, or the server stops."""
        self.close_connection = True
        self.connection.settimeout(0.05)
        while not self.server.stopping.is_set():
            try:
                if not self.connection.recv(1):
                    return
            except TimeoutError:
                continue
            except OSError:
                return

    def _broken_body(self, body: dict[str, Any], fault: str) -> bytes | None:
        raw = json.dumps(body, ensure_ascii=False).encode()
        error = wire.error(self.path, "InternalError", "Something went wrong inside.")
        return {
            "error_body": json.dumps(error).encode(),
            "html": b"<html><body>Bad Gateway</body></html>",
            "half_json": raw[: len(raw) // 2],
            "bad_utf8": raw.replace(b'"content": "', b'"content": "\xff\xfe'),
            "no_choices": json.dumps(_without_choices(body)).encode(),
        }.get(fault)

    # ---- answers ---------------------------------------------------------------------------

    def _whole(self, question: Question, answer: Answer, fault: str | None) -> None:
        self._send_body(wire.whole(self.path, question, answer), fault)

    def _send_body(self, body: dict[str, Any], fault: str | None) -> None:
        if fault in ("cut_before", "cut_after", "hang_middle", "endless"):
            self._unfinished(json.dumps(body).encode(), fault)
            return
        broken = self._broken_body(body, fault) if fault else None
        kind = "text/html" if fault == "html" else "application/json"
        self._send_bytes(200, broken or json.dumps(body).encode(), kind)

    def _unfinished(self, raw: bytes, fault: str) -> None:
        """A body that stops in its middle, or never ends."""
        self._head("application/json", {"Content-Length": str(10**9)})
        self.wfile.write(b"" if fault == "cut_before" else raw[: len(raw) // 2])
        self.wfile.flush()
        if fault == "hang_middle":
            self._hang()
        elif fault == "endless":
            self._repeat(b" " * 4096)
        self.close_connection = True

    def _stream(self, question: Question, answer: Answer, fault: str | None) -> None:
        events = list(wire.pieces(self.path, question, answer))
        self._head("text/event-stream", {"Transfer-Encoding": "chunked"})
        if fault == "cut_before":
            self.close_connection = True
            return
        sent = events[: max(1, len(events) // 2)] if fault else events
        if fault and (broken := self._broken_body(sent[0], fault)):
            self._chunk(b"data:" + broken + b"\n\n")
            sent = []
        self._events(sent)
        if fault in ("cut_after", "hang_middle", "endless"):
            self._break_off(sent, fault)
            return
        if fault is None and self.path == wire.COMPATIBLE:
            self._chunk(b"data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()

    def _break_off(self, sent: list[dict[str, Any]], fault: str) -> None:
        self.close_connection = True
        if fault == "hang_middle":
            self._hang()
        elif fault == "endless":
            raw = self._event(1, sent[0])
            self._repeat(b"%x\r\n%s\r\n" % (len(raw), raw))

    def _repeat(self, raw: bytes) -> None:
        """The same again until the client has gone: fifty times a second."""
        try:
            while not self.server.stopping.wait(0.02):
                self.wfile.write(raw)
                self.wfile.flush()
        except OSError:
            self.close_connection = True

    def _events(self, bodies: Iterable[dict[str, Any]]) -> None:
        for number, body in enumerate(bodies, 1):
            self._chunk(self._event(number, body))

    def _event(self, number: int, body: dict[str, Any]) -> bytes:
        data = json.dumps(body, ensure_ascii=False)
        if self.path == wire.NATIVE:
            return f"id:{number}\nevent:result\n:HTTP_STATUS/200\ndata:{data}\n\n".encode()
        return f"data: {data}\n\n".encode()

    def _chunk(self, raw: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(raw), raw))
        self.wfile.flush()

    def _head(self, kind: str, headers: dict[str, str]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.flush()

    def _send(self, status: int, body: Any, **headers: str) -> None:
        raw = json.dumps(body, ensure_ascii=False).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self._send_bytes(status, raw, "application/json", named)

    def _send_bytes(
        self, status: int, raw: bytes, kind: str, headers: dict[str, str] | None = None
    ) -> None:
        self.send_response(status)
        told = {"Content-Type": kind, "Content-Length": str(len(raw)), **(headers or {})}
        for name, value in told.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw)
        self.wfile.flush()

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: `/asked` tells what was asked."""


def _without_choices(body: dict[str, Any]) -> dict[str, Any]:
    if "output" in body:
        return {**body, "output": {"choices": []}}
    return {**body, "choices": []}


@contextmanager
def running(
    scripts: Sequence[Script], host: str = "127.0.0.1", port: int = 0
) -> Generator[Service]:
    """The service in a thread, until the end of the block; port 0: any that is free."""
    service = Service((host, port), scripts)
    thread = threading.Thread(target=service.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.stopping.set()
        service.shutdown()
        service.server_close()
        thread.join()
