"""A channel of one's own: what the page of channels shows is all that one takes."""

import hashlib
import json
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from services.http.app import build_app
from services.sandbox_process import SandboxProcess
from services.settings import Settings
from tests.channels.feishu import Feishu, router
from tests.services.commands import Zhizao, wait_for
from tests.services.conftest import sandbox, zhizao
from tests.services.serving import Client, serve_app
from tests.workshop.hostile import bodies
from tool_registry.base.ids import new_id

__all__ = ["sandbox", "zhizao"]
KEY = "encrypt-key"
COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"


@dataclass
class Chat:
    """A chat of Feishu, and what the bot has said in it."""

    client: Client
    said: list[str]
    place: str = field(default_factory=lambda: new_id("oc"))

    def event(self, text: str) -> dict[str, Any]:
        """As Feishu's documentation shows it."""
        return {
            "schema": "2.0",
            "header": {"event_id": new_id("e"), "event_type": "im.message.receive_v1"},
            "event": {
                "sender": {"sender_id": {"open_id": "ou_84aad35d"}, "sender_type": "user"},
                "message": {
                    "message_id": "om_5ce6d572",
                    "chat_id": self.place,
                    "chat_type": "group",
                    "message_type": "text",
                    "content": json.dumps({"text": f"@_user_1 {text}"}),
                },
            },
        }

    def post(self, body: Any, at: float = 0.0, key: str = KEY) -> int:
        """Sends it, signed with that key at a time so many seconds from now."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        now, nonce = str(int(time.time() + at)), "n1"
        signed = hashlib.sha256(f"{now}{nonce}{key}".encode() + content).hexdigest()
        headers = {"X-Lark-Request-Timestamp": now, "X-Lark-Request-Nonce": nonce}
        headers |= {"X-Lark-Signature": signed}
        return self.client.request("POST", "/channels/feishu/events", content, **headers)[0]

    def answer(self, count: int) -> str:
        """The bot's message of that number."""
        wait_for(lambda: len(self.said) >= count)
        return self.said[count - 1]


@pytest.fixture
def chat(sandbox: SandboxProcess, tmp_path: Path, zhizao: Zhizao) -> Generator[Chat]:
    with platform() as (url, said):
        settings = Settings(home=tmp_path, sandbox_port=sandbox.port, channel_join=("feishu",))
        app = build_app(
            settings,
            adapters_of=lambda settings, clock: {"feishu": Feishu(url, "cli_1", "secret", KEY)},
        )
        app.include_router(router)
        with serve_app(app) as client:
            yield Chat(client, said)


@contextmanager
def platform() -> Generator[tuple[str, list[str]]]:
    """Feishu's API: its address, and the texts that a bot has sent there."""
    said: list[str] = []

    async def token(request: Request) -> Response:
        assert await request.json() == {"app_id": "cli_1", "app_secret": "secret"}
        return JSONResponse({"code": 0, "tenant_access_token": "t-1", "expire": 7200})

    async def reply(request: Request) -> Response:
        assert request.headers["authorization"] == "Bearer t-1"
        assert request.path_params["id"] == "om_5ce6d572"
        said.append(json.loads((await request.json())["content"])["text"])
        return JSONResponse({"code": 0})

    app = Starlette(
        routes=[
            Route("/open-apis/auth/v3/tenant_access_token/internal", token, methods=["POST"]),
            Route("/open-apis/im/v1/messages/{id}/reply", reply, methods=["POST"]),
        ]
    )
    with serve_app(app) as client:
        yield f"http://127.0.0.1:{client.port}", said


def test_a_sentence_its_plan_and_a_yes_are_one_effect(chat: Chat, zhizao: Zhizao) -> None:
    asked = chat.event(COUPON)
    assert [chat.post(asked) for _ in range(3)] == [200, 200, 200]
    code = next(line for line in chat.answer(1).splitlines() if line.endswith(".y"))
    assert zhizao.effects() == []
    chat.post(chat.event(code))
    assert "成功" in chat.answer(2)
    assert len(zhizao.effects()) == 1


def test_hostile_events_are_no_error_of_the_service(chat: Chat, zhizao: Zhizao) -> None:
    whole = chat.event("你好")
    assert (chat.post(whole, key="other"), chat.post(whole, at=-400)) == (401, 401)
    assert all(chat.post(one) < 500 for one in bodies(whole, 400))
    assert zhizao.effects() == []
