"""A real HTTP server on a free port, over a road that the test directs, and a small client."""

import json
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any, cast

import anyio.to_thread
import uvicorn
from starlette.types import ASGIApp

from evals.child_process import free_port
from pipelines.contracts.answer import Answer, Status, Summary
from pipelines.contracts.events import Answered, Event, RunFinished, RunStarted
from pipelines.contracts.request import Request
from pipelines.flow.road import Road
from pipelines.runs.stop import Stop
from services.errors import Unavailable
from services.http.app import build_app
from services.setting_up import SettingUp
from services.settings import Settings
from services.wiring import System
from tests.planner.library import library
from tests.services.commands import wait_for
from tests.workshop.waiting import PATIENCE
from tool_registry.base.buckets import LocalBuckets
from tool_registry.base.caller import Caller
from tool_registry.base.clock import Clock
from tool_registry.base.ids import new_id
from tool_registry.catalogue import Catalogue


@dataclass
class Stage:
    """What the road waits for, and what it has done."""

    gate: threading.Event = field(default_factory=threading.Event)
    effects: list[str] = field(default_factory=list[str])
    clock: Clock = field(default_factory=Clock)
    """By which is counted how often somebody asks."""


class StagedRoad:
    """Stores the events of a run that has one effect, once the gate is open."""

    def __init__(self, system: System, stage: Stage) -> None:
        self.store = system.store
        self.stage = stage
        self.catalogue = library()

    async def run(
        self, request: Request, emit: Callable[[Event], None], stop: Stop | None = None
    ) -> Answer:
        begun = await self.store.join(request, patience=PATIENCE)
        if begun.lease is None:
            assert begun.run.answer is not None
            return begun.run.answer
        lease = begun.lease
        emit(self.store.append(lease, RunStarted(text=request.text)))
        await anyio.to_thread.run_sync(self.stage.gate.wait, PATIENCE)
        self.stage.effects.append(request.text)
        answer = Answer(
            run_id=lease.run_id,
            session_id=request.session_id,
            status=Status.SUCCEEDED,
            summary=Summary(satisfied=True, text="done"),
        )
        emit(self.store.append(lease, Answered(status="succeeded", text="done")))
        emit(self.store.append(lease, RunFinished(status="succeeded")))
        return self.store.finish(lease, answer)


class StagedSystem(System):
    """Real settings, sources and store; the road is staged, over a library where no tool is."""

    def __init__(self, settings: Settings, stage: Stage) -> None:
        super().__init__(settings)
        self.stage = stage
        self.buckets = LocalBuckets(stage.clock)

    async def road(
        self, caller: Caller | None = None, *, at_home: bool = False, folder: Path | None = None
    ) -> Road:
        return cast("Road", StagedRoad(self, self.stage))

    async def catalogue(self, caller: Caller | None = None) -> Catalogue:
        with suppress(Unavailable):
            return await super().catalogue(caller)
        return library()


@asynccontextmanager
async def open_staged(stage: Stage, settings: Settings) -> AsyncGenerator[System]:
    system = StagedSystem(settings, stage)
    try:
        yield system
    finally:
        await system.close()


def message(
    text: str, thread: str | None = None, key: str | None = None, **props: Any
) -> dict[str, Any]:
    """What an AG-UI client sends, in a conversation of its own unless one is named."""
    return {
        "threadId": thread or new_id("thread"),
        "runId": key or new_id("request"),
        "state": {},
        "messages": [{"id": "m1", "role": "user", "content": text}],
        "tools": [],
        "context": [],
        "forwardedProps": {"review": "unasked", **props},
    }


def reply(shown: Any, **changes: Any) -> dict[str, Any]:
    """Consent to what was shown, with these changes."""
    payload = {"approved": True, **changes}
    resume = [{"interruptId": shown["run_id"], "status": "resolved", "payload": payload}]
    return {**message("", shown["session_id"]), "resume": resume}


@dataclass(frozen=True)
class Client:
    """Speaks to one server."""

    port: int

    def request(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Status and JSON of one request; `body` bytes, or anything that JSON has."""
        with closing(self.connect()) as connection:
            response = self._send(connection, method, path, body, headers)
            return response.status, json.loads(response.read())

    def chat(self, text: str, thread: str | None = None, **props: Any) -> Any:
        """The answer to one message, once its run is over."""
        return self.answer(message(text, thread, **props))

    def answer(self, body: Any) -> Any:
        """What the run of an AG-UI message ends with."""
        stream = self.stream("POST", "/api/agui", body)
        assert stream.response.status == 200
        return stream.events()[-1]["result"]

    def stream(self, method: str, path: str, body: Any = None, **headers: str) -> "Stream":
        """An open event stream."""
        connection = self.connect()
        return Stream(connection, self._send(connection, method, path, body, headers))

    def connect(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def _send(
        self,
        connection: HTTPConnection,
        method: str,
        path: str,
        body: Any,
        headers: dict[str, str],
    ) -> HTTPResponse:
        content = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, content, {"Content-Type": "application/json", **named})
        return connection.getresponse()


class Stream:
    """The events of one response, read one at a time."""

    def __init__(self, connection: HTTPConnection, response: HTTPResponse) -> None:
        self.connection = connection
        self.response = response

    def next(self) -> dict[str, str]:
        """The next block: its fields, a comment under "", {} at the end of the stream."""
        fields: dict[str, str] = {}
        while line := self.response.readline().decode().rstrip("\n"):
            name, _, value = line.partition(": ")
            fields[name.rstrip(":")] = value
        return fields

    def rest(self) -> list[dict[str, str]]:
        """All blocks until the server closes the stream."""
        blocks: list[dict[str, str]] = []
        while block := self.next():
            blocks.append(block)
        self.close()
        return blocks

    def events(self) -> list[dict[str, Any]]:
        """All AG-UI events until the end."""
        return [json.loads(block["data"]) for block in self.rest() if "data" in block]

    def types(self) -> list[str]:
        """Of all AG-UI events until the end."""
        return [event["type"] for event in self.events()]

    def close(self) -> None:
        self.response.close()
        self.connection.close()


@contextmanager
def serve(
    settings: Settings, stage: Stage, setting_up: SettingUp | None = None
) -> Generator[Client]:
    """A server over a staged road, in a thread of its own, ready when the block begins."""
    with serve_app(build_app(settings, partial(open_staged, stage), setting_up)) as client:
        try:
            yield client
        finally:
            stage.gate.set()  # what still waits need not wait longer


@contextmanager
def serve_whole(settings: Settings) -> Generator[Client]:
    """The same over the real road."""
    with serve_app(build_app(settings)) as client:
        yield client


@contextmanager
def serve_app(app: ASGIApp) -> Generator[Client]:
    """Any application, in a thread of its own."""
    port = free_port()
    server = uvicorn.Server(
        uvicorn.Config(app, port=port, log_level="error", timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        wait_for(lambda: server.started)
        yield Client(port)
    finally:
        server.should_exit = True
        thread.join(timeout=PATIENCE)
