"""Feishu (飞书) as a channel, with the least that one takes: texts in, texts out.

Signatures and events are those of Feishu's event subscription, schema 2.0, without encryption."""

import hashlib
import hmac
import json
from typing import Any

import httpx2
from fastapi import APIRouter, Request

from pipelines.contracts.events import Event
from services.channels.cards import Card
from services.channels.channel import Reception, Watch
from services.channels.codes import code_of, press_of
from services.channels.delivery import Delivery, FileRef, Speaker
from services.channels.outbox import NotDelivered, Post
from services.errors import InvalidRequest, Unauthenticated
from services.http.channels import adapter_of
from services.link.asked import AskedFile
from services.progress import Progress
from tool_registry.base.types import JsonValue

router = APIRouter()


class Silent:
    """Shows nothing of a run on its way."""

    async def __call__(self, event: Event, lines: list[str]) -> None: ...

    async def end(self) -> dict[str, JsonValue]:
        return {}


class Feishu:
    """A bot that speaks in texts."""

    name = "feishu"

    def __init__(self, url: str, app: str, secret: str, key: str) -> None:
        self._http = httpx2.AsyncClient(base_url=url)
        self._app = {"app_id": app, "app_secret": secret}
        self._key = key

    async def listen(self, reception: Reception) -> None:
        """Events come over HTTP."""

    async def identify(self, speaker: Speaker) -> Speaker:
        """Whom Feishu delivers is of the company: the app is installed in no other."""
        return speaker

    def read(self, headers: Any, body: bytes, now: float) -> Delivery | None:
        """A message; None for other events. Unauthenticated, InvalidRequest."""
        signed = [headers.get(f"x-lark-{n}", "") for n in ("request-timestamp", "request-nonce")]
        wanted = hashlib.sha256("".join([*signed, self._key]).encode() + body).hexdigest()
        told = headers.get("x-lark-signature", "")
        fresh = signed[0].isascii() and signed[0].isdigit() and abs(int(signed[0][:12]) - now) < 300
        if not fresh or not hmac.compare_digest(wanted.encode(), told.encode()):
            raise Unauthenticated("channels.bad_signature")
        try:
            event = json.loads(body)
            if "challenge" in event or event["header"]["event_type"] != "im.message.receive_v1":
                return None
            message, sender = event["event"]["message"], event["event"]["sender"]
            text = json.loads(message["content"]).get("text", "").replace("@_user_1", "").strip()
            return Delivery(
                channel=self.name,
                event_id=event["header"]["event_id"],
                speaker=Speaker(account=sender["sender_id"]["open_id"]),
                place=message["chat_id"],
                text=text,
                press=press_of(text),
                target={"message": message["message_id"]},
                at=now,
            )
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise InvalidRequest("channels.bad_event", reason=type(error).__name__) from error

    def watch(self, delivery: Delivery, progress: Progress) -> Watch:
        return Silent()

    def render(self, card: Card, delivery: Delivery) -> JsonValue:
        steps = [line for step in card.steps for line in (step.text, *step.details)]
        said = [(n, one) for n, one in enumerate((*card.options, *card.buttons), 1)]
        buttons = [f"{one.label}：{code_of(one.press, number)}" for number, one in said]
        return "\n".join([card.status, card.heading, *steps, card.text, *card.checks, *buttons])

    async def send(self, post: Post) -> None:
        content = json.dumps({"text": post.payload}, ensure_ascii=False)
        try:
            path = "/open-apis/auth/v3/tenant_access_token/internal"
            token = (await self._http.post(path, json=self._app)).json()["tenant_access_token"]
            told = await self._http.post(
                f"/open-apis/im/v1/messages/{post.target['message']}/reply",
                json={"msg_type": "text", "content": content, "uuid": post.id[:50]},
                headers={"Authorization": f"Bearer {token}"},
            )
        except (httpx2.HTTPError, ValueError, LookupError) as error:
            raise NotDelivered(type(error).__name__) from error
        if told.status_code != 200 or told.json().get("code") != 0:
            raise NotDelivered(told.text[:200], again=told.status_code >= 429)

    async def fetch(self, file: FileRef) -> AskedFile:
        return AskedFile(file.name, problem="text only")

    async def close(self) -> None:
        await self._http.aclose()


@router.post("/channels/feishu/events")
async def events(request: Request) -> dict[str, str]:
    """Acknowledged as soon as it is kept."""
    adapter, dispatcher = adapter_of(request, Feishu, "the app of the test")
    body = await request.body()
    delivery = adapter.read(request.headers, body, dispatcher.clock.now())
    if delivery is not None:
        await dispatcher.receive(delivery)
    return {"challenge": json.loads(body).get("challenge", "")}
