"""DingTalk as a bot sees it, over loopback: its API, conversations' addresses, and its gateway.

It is strict: a call without a token, of an unknown path or of the wrong shape is refused and noted
in `problems`, which tests expect to be empty."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from evals.child_process import free_port
from tests.workshop.platform import Gateway, serving_app

APP, SECRET, CORP = "dingclient", "dingsecret", "ding9f50b15bccd16741"
_ROBOT = {
    "groupMessages/send": ("robotCode", "msgKey", "msgParam", "openConversationId"),
    "oToMessages/batchSend": ("robotCode", "msgKey", "msgParam", "userIds"),
}


Sent = tuple[str, dict[str, Any]]


@dataclass
class Shown:
    """A card instance."""

    template: str
    contents: list[str] = field(default_factory=list[str])
    flow: list[str] = field(default_factory=list[str])
    space: str = ""
    finalized: bool = False


@dataclass
class DingTalkFake(Gateway):
    """What the bot did, and how the platform behaves."""

    port: int = field(default_factory=free_port)
    said: dict[str, list[dict[str, Any]]] = field(
        default_factory=lambda: defaultdict[str, list[dict[str, Any]]](list)
    )
    """Conversation → what was sent to its address."""
    robot: list[tuple[str, dict[str, Any]]] = field(
        default_factory=list[tuple[str, dict[str, Any]]]
    )
    """Sent by the API."""
    cards: dict[str, Shown] = field(default_factory=dict[str, Shown])
    files: dict[str, bytes] = field(default_factory=dict[str, bytes])
    """Code → content."""
    problems: list[str] = field(default_factory=list[str])
    tokens: int = 0
    """How many were given out; only the latest counts."""
    errcodes: list[int] = field(default_factory=list[int])
    """Of the next messages to a conversation's address."""
    closed_cards: bool = False
    """True: no card takes anything any more."""
    connections: int = 0
    acks: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def webhook(self, place: str) -> str:
        """Where that conversation is answered."""
        return f"{self.url}/robot/sendBySession?session={place}"

    def push(self, topic: str, data: object, id: str = "m-1", kind: str = "CALLBACK") -> None:
        """Sends a frame to all that are connected."""
        frame = {
            "specVersion": "1.0",
            "type": kind,
            "headers": {"topic": topic, "messageId": id, "contentType": "application/json"},
            "data": json.dumps(data),
        }
        self.send(json.dumps(frame))


@contextmanager
def serving() -> Generator[DingTalkFake]:
    """The platform, in a thread of its own."""
    fake = DingTalkFake()
    with serving_app(_app(fake), fake.port):
        yield fake


def _app(fake: DingTalkFake) -> Starlette:
    platform = _Platform(fake)
    return Starlette(
        routes=[
            Route("/robot/sendBySession", platform.conversation, methods=["POST"]),
            Route("/v1.0/oauth2/accessToken", platform.token, methods=["POST"]),
            Route("/v1.0/gateway/connections/open", platform.open, methods=["POST"]),
            Route("/v1.0/robot/messageFiles/download", platform.download, methods=["POST"]),
            Route("/v1.0/robot/{what:path}", platform.send, methods=["POST"]),
            Route("/v1.0/card/instances", platform.create, methods=["POST"]),
            Route("/v1.0/card/instances", platform.change, methods=["PUT"]),
            Route("/v1.0/card/instances/deliver", platform.deliver, methods=["POST"]),
            Route("/v1.0/card/streaming", platform.stream, methods=["PUT"]),
            Route("/files/{code}", platform.file),
            WebSocketRoute("/connect", platform.connect),
        ]
    )


class _Platform:
    def __init__(self, fake: DingTalkFake) -> None:
        self.fake = fake

    async def conversation(self, request: Request) -> Response:
        body = await request.json()
        self.fake.loop = asyncio.get_running_loop()
        if self.fake.errcodes and (code := self.fake.errcodes.pop(0)):
            return JSONResponse({"errcode": code, "errmsg": "as the test has it"})
        kind = body.get("msgtype")
        inner: dict[str, Any] = body.get(kind) or {}
        wanted = {"markdown": ("title", "text"), "actionCard": ("title", "text", "btns")}
        if any(not inner.get(name) for name in wanted.get(kind, ("?",))):
            return self._wrong(f"message {body}")
        for button in inner.get("btns", ()):
            if not button["title"] or "://" not in button["actionURL"]:
                return self._wrong(f"button {button}")
        self.fake.said[request.query_params["session"]].append(body)
        return JSONResponse({"errcode": 0, "errmsg": "ok"})

    async def token(self, request: Request) -> Response:
        body = await request.json()
        if body != {"appKey": APP, "appSecret": SECRET}:
            return self._wrong("the app's credentials")
        self.fake.tokens += 1
        return JSONResponse({"accessToken": f"token-{self.fake.tokens}", "expireIn": 7200})

    async def send(self, request: Request) -> Response:
        what, body = request.path_params["what"], await request.json()
        if (refused := self._token(request)) is not None:
            return refused
        if sorted(body) != sorted(_ROBOT.get(what, ())):
            return self._wrong(f"{what} {body}")
        self.fake.robot.append((what, {**body, "msgParam": json.loads(body["msgParam"])}))
        return JSONResponse({"processQueryKey": "k"})

    async def create(self, request: Request) -> Response:
        body = await request.json()
        if (refused := self._token(request)) is not None:
            return refused
        data = body["cardData"]["cardParamMap"]
        if any(not isinstance(value, str) for value in data.values()):
            return self._wrong(f"card data {data}")
        self.fake.cards[body["outTrackId"]] = Shown(body["cardTemplateId"], [data["content"]])
        return JSONResponse({"success": True})

    async def deliver(self, request: Request) -> Response:
        body = await request.json()
        if (refused := self._token(request)) is not None:
            return refused
        group = body["openSpaceId"].startswith("dtv1.card//IM_GROUP.")
        model = body.get("imGroupOpenDeliverModel" if group else "imRobotOpenDeliverModel")
        if not model or (group and model["robotCode"] != APP):
            return self._wrong(f"deliver {body}")
        self.fake.cards[body["outTrackId"]].space = body["openSpaceId"]
        return JSONResponse({"success": True})

    async def stream(self, request: Request) -> Response:
        body = await request.json()
        if (refused := self._token(request)) is not None:
            return refused
        card = self.fake.cards[body["outTrackId"]]
        if card.finalized or self.fake.closed_cards or body["key"] != "content":
            return JSONResponse({"code": "card.finished", "message": "finished"}, 400)
        card.contents.append(body["content"])
        card.finalized = body["isFinalize"]
        return JSONResponse({"success": True})

    async def change(self, request: Request) -> Response:
        body = await request.json()
        if (refused := self._token(request)) is not None:
            return refused
        self.fake.cards[body["outTrackId"]].flow.append(
            body["cardData"]["cardParamMap"]["flowStatus"]
        )
        return JSONResponse({"success": True})

    async def download(self, request: Request) -> Response:
        body = await request.json()
        if (refused := self._token(request)) is not None:
            return refused
        if body["downloadCode"] not in self.fake.files or body["robotCode"] != APP:
            return JSONResponse({"code": "unknown", "message": "no such file"}, 400)
        return JSONResponse({"downloadUrl": f"{self.fake.url}/files/{body['downloadCode']}"})

    async def file(self, request: Request) -> Response:
        return Response(self.fake.files[request.path_params["code"]])

    async def open(self, request: Request) -> Response:
        body = await request.json()
        self.fake.loop = asyncio.get_running_loop()
        if body.get("clientSecret") != SECRET or not body.get("subscriptions"):
            return JSONResponse({"code": "authFailed", "message": "no"}, 401)
        address = f"ws://127.0.0.1:{self.fake.port}/connect"
        return JSONResponse({"endpoint": address, "ticket": "t+1/="})

    async def connect(self, socket: WebSocket) -> None:
        if socket.query_params.get("ticket") != "t+1/=":
            await socket.close()
            return
        await socket.accept()
        self.fake.connections += 1
        self.fake.sockets.append(socket)
        try:
            while True:
                self.fake.acks.append(json.loads(await socket.receive_text()))
        except (WebSocketDisconnect, RuntimeError):
            self.fake.sockets.remove(socket)

    def _token(self, request: Request) -> Response | None:
        told = request.headers.get("x-acs-dingtalk-access-token")
        if told == f"token-{self.fake.tokens}":
            return None
        return JSONResponse({"code": "InvalidAuthentication", "message": "token"}, 401)

    def _wrong(self, what: str) -> Response:
        self.fake.problems.append(what)
        return JSONResponse({"code": "bad", "errcode": 400, "message": what}, 400)
