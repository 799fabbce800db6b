"""Traces of an evaluation reach a collector whole, and what it does not take is told."""

import json
import threading
from collections.abc import Generator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from evals.child_process import free_port
from services.cli.evaluate import evaluate
from services.settings import Settings
from tests.services.past_evaluations import add_run, suite_in


@dataclass
class Collector:
    """What came in, and what is answered."""

    url: str = ""
    got: list[tuple[str, dict[str, str], Any]] = field(default_factory=list[Any])
    answer: tuple[int, bytes] = (200, b"{}")


@pytest.fixture
def collector() -> Generator[Collector]:
    found = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            found.got.append((self.path, dict(self.headers.items()), body))
            status, text = found.answer
            self.send_response(status)
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: Any) -> None:
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield found
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZHIZAO_HOME", str(tmp_path))
    add_run(Settings(home=tmp_path), suite_in(tmp_path), "eval-one", 1_790_000_000)


def sent(*arguments: str) -> tuple[int, str]:
    told = CliRunner().invoke(evaluate, ["traces", "last", *arguments])
    error = "" if told.exception is None else str(told.exception)
    return told.exit_code, f"{told.output}{error}"


def test_each_conversation_is_a_trace_without_the_words_of_unseen_cases(
    collector: Collector,
) -> None:
    code, said = sent("--to", collector.url, "--headers", "api-key=a%20b,x=1")
    assert (code, "5 traces of eval-one sent" in said) == (0, True)
    [(path, headers, body)] = collector.got
    assert (path, headers["api-key"], headers["x"]) == ("/v1/traces", "a b", "1")
    spans = [
        span
        for resource in body["resourceSpans"]
        for scope in resource["scopeSpans"]
        for span in scope["spans"]
    ]
    roots = [span for span in spans if not span["parentSpanId"]]
    assert len({span["traceId"] for span in roots}) == len(roots) == 5
    turns = [span for span in spans if span["name"].startswith("turn")]
    worded = [any(a["key"] == "zhizao.text" for a in span["attributes"]) for span in turns]
    assert {*worded} == {True, False}


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ((401, b"who are you"), "answers 401: who are you"),
        ((200, b'{"partialSuccess": {"rejectedSpans": "3", "errorMessage": "full"}}'), "3 spans"),
        ((200, b"<html>"), "cannot be reached"),
    ],
)
def test_what_is_not_taken_is_told(
    collector: Collector, answer: tuple[int, bytes], named: str
) -> None:
    collector.answer = answer
    code, said = sent("--to", f"{collector.url}/v1/traces/")
    assert (code != 0, named in said) == (True, True), said


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--to", f"http://127.0.0.1:{free_port()}"), "cannot be reached"),
        (("--to", "nowhere"), "cannot be reached"),
        (("--to", "http://127.0.0.1:1", "--headers", "secret"), "name=value"),
        ((), "--to"),
    ],
)
def test_what_cannot_be_sent_is_told_in_a_line(arguments: tuple[str, ...], named: str) -> None:
    code, said = sent(*arguments)
    assert (code != 0, named in said) == (True, True), said
