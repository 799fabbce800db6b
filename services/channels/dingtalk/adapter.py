"""DingTalk as a channel."""

import json
from collections.abc import Mapping
from typing import Any, cast

from services.channels.cards import Card
from services.channels.channel import Reception, Watch
from services.channels.delivery import Delivery, FileRef, Speaker
from services.channels.dingtalk.api import Api
from services.channels.dingtalk.markdown import linked_text, message_of
from services.channels.dingtalk.messages import NAME, Intake
from services.channels.dingtalk.signature import is_signed
from services.channels.dingtalk.watch import Card as Instance
from services.channels.dingtalk.watch import Growing, Spoken
from services.channels.outbox import NotDelivered, Post
from services.link.asked import AskedFile
from services.progress import Progress
from services.settings import Settings
from tool_registry.base.clock import Clock
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.types import JsonValue

VARIABLES = "ZHIZAO_DINGTALK_CLIENT_ID, ZHIZAO_DINGTALK_CLIENT_SECRET"
_MARGIN = 30.0
"""Seconds ahead of its end at which a conversation's address is not used any more."""


class DingTalk:
    """The bot of one app."""

    name = NAME

    def __init__(self, settings: Settings, app: str, secret: str, clock: Clock) -> None:
        self.intake = Intake(app, settings.dingtalk_corp, settings.dingtalk_webhooks)
        self._api = Api(settings.dingtalk_url, app, secret, clock)
        self._app = app
        self._secret = secret
        self._clock = clock
        self._template = settings.dingtalk_card
        self._streams = settings.dingtalk_stream

    @classmethod
    def of(cls, settings: Settings, clock: Clock) -> "DingTalk":
        """The bot that the settings name."""
        app, secret = settings.dingtalk_client_id, settings.dingtalk_client_secret
        if app is None or secret is None:
            raise ConfigurationError(f"DingTalk takes {VARIABLES}")
        return cls(settings, app, secret.get_secret_value(), clock)

    def is_signed(self, headers: Mapping[str, str]) -> bool:
        """True for headers of a callback that DingTalk has signed for this app lately."""
        return is_signed(headers, self._secret, self._clock.now())

    async def listen(self, reception: Reception) -> None:
        """Stream mode, where it is chosen."""
        if not self._streams:
            return
        from services.channels.dingtalk import stream

        async def handle(topic: str, data: object) -> None:
            now = self._clock.now()
            read = self.intake.pressed if topic == stream.CARDS else self.intake.message
            await reception.receive(read(data, now))

        await stream.listen(self._api, handle)

    async def identify(self, speaker: Speaker) -> Speaker:
        """Its messages tell all there is."""
        return speaker

    def watch(self, delivery: Delivery, progress: Progress) -> Watch:
        """A card where there is a template, else messages."""
        if self._template is not None:
            return Growing(self._api, self._template, self._route, delivery, progress)
        return Spoken(self._api, self._webhook(delivery.target), progress)

    def render(self, card: Card, delivery: Delivery) -> JsonValue:
        """The message, and the same as one text for cards and for conversations whose address has
        ended."""
        target = delivery.target
        staff = str(target["staff"]) if target.get("group") and target.get("staff") else None
        told = {"text": linked_text(card), "title": card.status, "good": card.mood != "bad"}
        return cast("JsonValue", {**told, "message": message_of(card, staff=staff)})

    async def send(self, post: Post) -> None:
        """Ends the card, answers in the conversation, or begins one."""
        payload, target = cast("dict[str, Any]", post.payload), post.target
        if target.get("card") is not None and await self._finished(target, payload):
            return
        webhook = self._webhook(target)
        if webhook is not None:
            await self._api.post_to(webhook, payload["message"])
            return
        told = {"title": payload["title"] or "Zhizao", "text": payload["text"]}
        message = {"robotCode": target.get("robot"), "msgKey": "sampleMarkdown"}
        message |= {"msgParam": json.dumps(told, ensure_ascii=False)}
        if target.get("group"):
            group: JsonValue = {**message, "openConversationId": target.get("conversation")}
            await self._api.call("POST", "/v1.0/robot/groupMessages/send", group)
        else:
            single: JsonValue = {**message, "userIds": [target.get("staff")]}
            await self._api.call("POST", "/v1.0/robot/oToMessages/batchSend", single)

    async def fetch(self, file: FileRef) -> AskedFile:
        """A file that was sent to the bot."""
        return await self._api.file(file.name, file.place, self._app)

    async def close(self) -> None:
        """Ends the connections."""
        await self._api.close()

    @property
    def _route(self) -> str:
        return "STREAM" if self._streams else "HTTP"

    async def _finished(self, target: dict[str, JsonValue], payload: dict[str, Any]) -> bool:
        """Puts the answer on its card; False where the card takes nothing any more."""
        card = Instance(self._api, str(self._template), self._route, str(target["card"]), target)
        try:
            await card.finish(payload["text"], good=payload["good"])
        except NotDelivered as error:
            if error.again:
                raise
            return False
        return True

    def _webhook(self, target: Mapping[str, JsonValue]) -> str | None:
        """Where the conversation can be answered, as long as it can."""
        webhook, expires = target.get("webhook"), target.get("expires")
        lasts = isinstance(expires, int | float) and expires - _MARGIN > self._clock.now()
        return webhook if isinstance(webhook, str) and lasts else None
