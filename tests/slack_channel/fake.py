"""Slack as a bot sees it, over loopback: its Web API, response addresses, files, Socket Mode.

It is strict: an unknown method, a wrong token, an argument that is not there or not known, text
that is not escaped, or a block beyond Slack's limits is refused as Slack does it, and noted in
`problems`, which tests expect to be empty."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from evals.child_process import free_port
from tests.slack_channel.rules import wrong_blocks, wrong_message, wrong_view
from tests.workshop.platform import Gateway, serving_app

TOKEN, APP_TOKEN, SECRET = "xoxb-bot", "xapp-app", "8f742231b10e8888abcd99yyyzzz85a5"
TEAM, BOT = "T0TEAM", "U0BOT"
WORKING = ("正在处理…", "Working on it …")
_MESSAGE = {"channel", "text", "blocks", "thread_ts", "unfurl_links", "unfurl_media"}
_ARGUMENTS: dict[str, tuple[set[str], set[str]]] = {
    "auth.test": (set(), set()),
    "apps.connections.open": (set(), set()),
    "users.info": ({"user"}, {"user"}),
    "files.info": ({"file"}, {"file"}),
    "views.open": ({"trigger_id", "view"}, {"trigger_id", "view"}),
    "chat.postMessage": ({"channel"}, _MESSAGE),
    "chat.postEphemeral": ({"channel", "user"}, _MESSAGE | {"user"}),
    "chat.update": ({"channel", "ts"}, {"channel", "ts", "text", "blocks"}),
    "chat.startStream": (
        {"channel", "thread_ts", "recipient_team_id", "recipient_user_id"},
        {
            "channel",
            "thread_ts",
            "recipient_team_id",
            "recipient_user_id",
            "task_display_mode",
            "chunks",
        },
    ),
    "chat.appendStream": ({"channel", "ts", "chunks"}, {"channel", "ts", "chunks"}),
    "chat.stopStream": ({"channel", "ts"}, {"channel", "ts", "blocks", "chunks"}),
}
"""Method → what it needs, and what it takes."""


@dataclass
class Shown:
    """A message of the bot."""

    channel: str
    ts: str
    thread: str | None = None
    text: str = ""
    blocks: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    is_streaming: bool = False
    tasks: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    changes: int = 0

    @property
    def is_answer(self) -> bool:
        """False while somebody is at work on it."""
        return not self.is_streaming and self.text not in WORKING


@dataclass
class SlackFake(Gateway):
    """What the bot did, and how the platform behaves."""

    port: int = field(default_factory=free_port)
    messages: list[Shown] = field(default_factory=list[Shown])
    ephemerals: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    responses: dict[str, list[dict[str, Any]]] = field(
        default_factory=lambda: defaultdict[str, list[dict[str, Any]]](list)
    )
    """Token of an address → what was answered there."""
    views: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    """Trigger → the window that it opened."""
    triggers: set[str] = field(default_factory=set[str])
    """Those that can still open one."""
    users: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    """User → what is not as for everybody."""
    files: dict[str, bytes] = field(default_factory=dict[str, bytes])
    absent: set[str] = field(default_factory=set[str])
    """Channels that the bot is not in."""
    failing: dict[str, list[tuple[int, str, dict[str, str]]]] = field(
        default_factory=lambda: defaultdict[str, list[tuple[int, str, dict[str, str]]]](list)
    )
    """Method → status, error and headers of the next calls."""
    refused: dict[str, str] = field(default_factory=dict[str, str])
    """Method → the error of all calls."""
    calls: list[tuple[str, dict[str, Any]]] = field(
        default_factory=list[tuple[str, dict[str, Any]]]
    )
    problems: list[str] = field(default_factory=list[str])
    tickets: set[str] = field(default_factory=set[str])
    connections: int = 0
    acks: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    numbers: Any = field(default_factory=lambda: count(1))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api"

    def address(self, token: str) -> str:
        """A response_url."""
        return f"http://127.0.0.1:{self.port}/response/{token}"

    def file(self, name: str) -> str:
        """Where a file is."""
        return f"http://127.0.0.1:{self.port}/files/{name}"

    def in_thread(self, channel: str, thread: str | None) -> list[Shown]:
        """The bot's answers there."""
        there = (one for one in self.messages if (one.channel, one.thread) == (channel, thread))
        return [one for one in there if one.is_answer]

    def called(self, method: str) -> list[dict[str, Any]]:
        return [told for name, told in self.calls if name == method]

    def push(self, kind: str, payload: Any, id: str) -> None:
        """Sends an envelope to all that are connected."""
        told = {"type": kind, "envelope_id": id, "payload": payload}
        self.send(json.dumps({**told, "accepts_response_payload": kind != "events_api"}))


@contextmanager
def serving() -> Generator[SlackFake]:
    """The platform, in a thread of its own."""
    fake = SlackFake()
    with serving_app(_app(fake), fake.port):
        yield fake


def _app(fake: SlackFake) -> Starlette:
    platform = _Platform(fake)
    return Starlette(
        routes=[
            Route("/api/{method}", platform.call, methods=["POST", "GET"]),
            Route("/response/{token}", platform.respond, methods=["POST"]),
            Route("/files/{name}", platform.file),
            Route("/login", platform.login),
            WebSocketRoute("/link", platform.connect),
        ]
    )


class _Platform:
    def __init__(self, fake: SlackFake) -> None:
        self.fake = fake
        self.methods: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "auth.test": lambda told: {"user_id": BOT, "team_id": TEAM, "bot_id": "B0BOT"},
            "apps.connections.open": self._ticket,
            "users.info": self._user,
            "files.info": lambda told: {"file": {"url_private": fake.file(told["file"])}},
            "views.open": self._view,
            "chat.postMessage": self._post,
            "chat.postEphemeral": self._post_ephemeral,
            "chat.update": self._update,
            "chat.startStream": self._start,
            "chat.appendStream": self._append,
            "chat.stopStream": self._stop,
        }

    async def call(self, request: Request) -> Response:
        self.fake.loop = asyncio.get_running_loop()
        method = request.path_params["method"]
        told = await _arguments(request)
        if method not in _ARGUMENTS:
            return self._wrong("unknown_method", f"{method} is unknown")
        token = APP_TOKEN if method.startswith("apps.") else TOKEN
        if request.headers.get("authorization") != f"Bearer {token}":
            return self._wrong("invalid_auth", f"{method}: token")
        if self.fake.failing[method]:
            status, error, headers = self.fake.failing[method].pop(0)
            return JSONResponse({"ok": False, "error": error}, status, headers)
        try:
            self._admit(method, told)
            self.fake.calls.append((method, told))
            return JSONResponse({"ok": True, **self.methods[method](told)})
        except _Refused as refused:
            return JSONResponse({"ok": False, "error": str(refused)})
        except ValueError as error:
            return self._wrong("invalid_arguments", f"{method}: {error}")

    def _admit(self, method: str, told: dict[str, Any]) -> None:
        needed, taken = _ARGUMENTS[method]
        if not needed <= set(told) <= {*taken, "team_id"} or any(
            told[name] is None for name in told
        ):
            raise ValueError(sorted(told))
        if method in self.fake.refused:
            raise _Refused(self.fake.refused[method])
        if told.get("channel") in self.fake.absent:
            raise _Refused("not_in_channel")

    async def respond(self, request: Request) -> Response:
        told, used = await request.json(), self.fake.responses[request.path_params["token"]]
        if len(used) >= 5:
            return PlainTextResponse("used_url", 404)
        if request.path_params["token"].startswith("expired"):
            return PlainTextResponse("expired_url", 404)
        if (problem := wrong_message(told)) is not None or told["response_type"] != "ephemeral":
            self.fake.problems.append(f"response: {problem}")
            return PlainTextResponse(str(problem), 400)
        used.append(told)
        return PlainTextResponse("ok")

    async def file(self, request: Request) -> Response:
        name = request.path_params["name"]
        if request.headers.get("authorization") != f"Bearer {TOKEN}":
            self.fake.problems.append(f"file {name} without the token")
        if name not in self.fake.files:
            return RedirectResponse(f"http://127.0.0.1:{self.fake.port}/login", 302)
        return Response(self.fake.files[name], media_type="text/plain")

    async def login(self, request: Request) -> Response:
        return PlainTextResponse("log in", media_type="text/html")

    async def connect(self, socket: WebSocket) -> None:
        ticket = socket.query_params.get("ticket", "")
        if ticket not in self.fake.tickets:
            await socket.close()
            return
        self.fake.tickets.remove(ticket)
        await socket.accept()
        await socket.send_json({"type": "hello", "num_connections": 1})
        self.fake.connections += 1
        self.fake.sockets.append(socket)
        try:
            while True:
                self.fake.acks.append(json.loads(await socket.receive_text()))
        except (WebSocketDisconnect, RuntimeError):
            self.fake.sockets.remove(socket)

    def _ticket(self, told: dict[str, Any]) -> dict[str, Any]:
        ticket = f"t+{next(self.fake.numbers)}"
        self.fake.tickets.add(ticket)
        address = f"ws://127.0.0.1:{self.fake.port}/link?ticket={ticket.replace('+', '%2B')}"
        return {"url": address}

    def _user(self, told: dict[str, Any]) -> dict[str, Any]:
        if told["user"] == "U0NOBODY":
            raise _Refused("user_not_found")
        plain = {"id": told["user"], "team_id": TEAM, "real_name": "Lee", "is_restricted": False}
        return {"user": {**plain, **self.fake.users.get(told["user"], {})}}

    def _view(self, told: dict[str, Any]) -> dict[str, Any]:
        if told["trigger_id"] not in self.fake.triggers:
            raise _Refused("expired_trigger_id")
        if (problem := wrong_view(told["view"])) is not None:
            raise ValueError(problem)
        self.fake.triggers.remove(told["trigger_id"])
        view = {**told["view"], "id": f"V{next(self.fake.numbers)}"}
        self.fake.views[told["trigger_id"]] = view
        return {"view": view}

    def _post(self, told: dict[str, Any]) -> dict[str, Any]:
        _check(wrong_message(told))
        return {"ts": self._new(told).ts}

    def _post_ephemeral(self, told: dict[str, Any]) -> dict[str, Any]:
        _check(wrong_message(told))
        self.fake.ephemerals.append(told)
        return {"message_ts": self._time()}

    def _update(self, told: dict[str, Any]) -> dict[str, Any]:
        _check(wrong_message(told))
        shown = self._shown(told)
        shown.text, shown.blocks = told["text"], told.get("blocks", [])
        shown.changes += 1
        return {"ts": shown.ts}

    def _start(self, told: dict[str, Any]) -> dict[str, Any]:
        shown = self._new({**told, "text": ""})
        shown.is_streaming = True
        return self._take(shown, told)

    def _append(self, told: dict[str, Any]) -> dict[str, Any]:
        return self._take(self._streaming(told), told)

    def _stop(self, told: dict[str, Any]) -> dict[str, Any]:
        shown = self._streaming(told)
        if "blocks" in told:
            _check(wrong_blocks(told["blocks"]))
        self._take(shown, told)
        shown.blocks, shown.is_streaming = told.get("blocks", []), False
        return {"ts": shown.ts}

    def _take(self, shown: Shown, told: dict[str, Any]) -> dict[str, Any]:
        for chunk in told.get("chunks", []):
            if chunk["type"] == "markdown_text":
                shown.text += chunk["text"]
                continue
            states = ("pending", "in_progress", "complete", "error")
            if chunk["type"] != "task_update" or chunk["status"] not in states:
                raise ValueError(f"chunk {chunk}")
            if not chunk["id"] or not chunk["title"]:
                raise ValueError(f"chunk {chunk}")
            shown.tasks[chunk["id"]] = chunk
        return {"ts": shown.ts}

    def _new(self, told: dict[str, Any]) -> Shown:
        shown = Shown(told["channel"], self._time(), told.get("thread_ts"), told.get("text", ""))
        shown.blocks = told.get("blocks", [])
        self.fake.messages.append(shown)
        return shown

    def _shown(self, told: dict[str, Any]) -> Shown:
        found = [
            one
            for one in self.fake.messages
            if (one.channel, one.ts) == (told["channel"], told["ts"])
        ]
        if not found:
            raise _Refused("message_not_found")
        return found[0]

    def _streaming(self, told: dict[str, Any]) -> Shown:
        shown = self._shown(told)
        if not shown.is_streaming:
            raise _Refused("message_not_in_streaming_state")
        return shown

    def _time(self) -> str:
        return f"1795500000.{next(self.fake.numbers):06}"

    def _wrong(self, error: str, what: str) -> Response:
        self.fake.problems.append(what)
        return JSONResponse({"ok": False, "error": error})


class _Refused(Exception):
    """An error that is nobody's fault."""


def _check(problem: str | None) -> None:
    if problem is not None:
        raise ValueError(problem)


async def _arguments(request: Request) -> dict[str, Any]:
    kind = request.headers.get("content-type", "")
    if kind.startswith("application/json"):
        return json.loads(await request.body() or b"{}")
    told: dict[str, Any] = dict(await request.form()) | dict(request.query_params)
    for name in ("blocks", "view", "chunks"):
        if isinstance(told.get(name), str):
            told[name] = json.loads(told[name])
    told.pop("token", None)
    return told
