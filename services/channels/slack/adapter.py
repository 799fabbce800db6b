"""Slack as a channel."""

from collections.abc import Mapping
from typing import Any, cast

from services.attachments import KINDS
from services.channels.cards import Card
from services.channels.channel import Reception, Watch
from services.channels.delivery import Delivery, FileRef, Speaker
from services.channels.outbox import NotDelivered, Post
from services.channels.slack import socket
from services.channels.slack.api import Api, Refusal
from services.channels.slack.blocks import blocks_of, summary_of, whole_text
from services.channels.slack.entrance import Entrance
from services.channels.slack.place import NAME, VARIABLES, is_direct
from services.channels.slack.signature import is_signed
from services.channels.slack.watch import Streams, Watching
from services.channels.wire import fields
from services.errors import Unavailable
from services.link.asked import AskedFile
from services.progress import Progress
from services.settings import Settings
from tool_registry.base.clock import Clock
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.types import JsonValue, as_list

_UNSHOWN = ("invalid_blocks", "msg_blocks_too_long", "msg_too_long", "invalid_blocks_format")
"""Errors of blocks: the text alone may be taken."""


class Slack:
    """The bot of one workspace."""

    name = NAME

    def __init__(self, settings: Settings, token: str, clock: Clock) -> None:
        app, secret = settings.slack_app_token, settings.slack_signing_secret
        self._sockets = app is not None
        self._secret = secret.get_secret_value() if secret else None
        self._clock = clock
        self._api = Api(settings.slack_url, token, app.get_secret_value() if app else None)
        self._streams = Streams()
        self.entrance = Entrance(self._api, settings.slack_team, clock)

    @classmethod
    def of(cls, settings: Settings, clock: Clock) -> "Slack":
        """The bot that the settings name."""
        token = settings.slack_bot_token
        if token is None or not (settings.slack_signing_secret or settings.slack_app_token):
            raise ConfigurationError(f"Slack takes {VARIABLES}")
        return cls(settings, token.get_secret_value(), clock)

    @property
    def takes_requests(self) -> bool:
        """True where Slack can call: there is a secret that it signs with."""
        return self._secret is not None

    def is_signed(self, headers: Mapping[str, str], body: bytes) -> bool:
        """True for a request that Slack has signed for this app lately."""
        return self._secret is not None and is_signed(headers, body, self._secret, self._clock)

    async def listen(self, reception: Reception) -> None:
        """Asks who the bot is; then Socket Mode, where it is chosen."""
        await self._api.introduce()
        if self._sockets:

            async def handle(kind: str, body: object) -> dict[str, Any]:
                return await self.entrance.take(kind, body, reception)

            await socket.listen(self._api, handle)

    async def identify(self, speaker: Speaker) -> Speaker:
        """Guests, people of other workspaces, bots and deleted accounts are no members."""
        home, _, user = speaker.account.partition("/")
        try:
            told = fields((await self._api.ask("users.info", user=user)).get("user"))
        except NotDelivered as error:
            raise Unavailable("channels.not_looked_up", reason=str(error)[:100]) from error
        flags = ("is_restricted", "is_ultra_restricted", "is_stranger", "deleted", "is_bot")
        is_own = told.get("team_id") == home == (self.entrance.team or home)
        is_own = is_own and not any(told.get(name) for name in flags)
        name = str(told.get("real_name") or speaker.name)[:80]
        return speaker.model_copy(update={"is_member": speaker.is_member and is_own, "name": name})

    def watch(self, delivery: Delivery, progress: Progress) -> Watch:
        """A stream, a message that changes, or a word, as the place takes it."""
        return Watching(self._api, self._streams, delivery.target, progress)

    def render(self, card: Card, delivery: Delivery) -> JsonValue:
        """The blocks, a text for notifications, and one for where blocks are not taken. What is
        wrong with a press is for the eyes of whoever has pressed."""
        private = delivery.press is not None and not card.run
        texts = {"text": summary_of(card), "whole": whole_text(card)}
        return cast("JsonValue", {**texts, "blocks": blocks_of(card), "private": private})

    async def send(self, post: Post) -> None:
        """Ends the stream, changes the message, answers the command, or says it in the thread."""
        payload, target = cast("dict[str, Any]", post.payload), post.target
        try:
            await self._sent(target, payload)
        except Refusal as error:
            if error.code.partition(":")[0] not in _UNSHOWN:
                raise
            plain = {**payload, "text": payload["whole"], "blocks": None}
            await self._sent(target, plain)

    async def fetch(self, file: FileRef) -> AskedFile:
        """A file that was shared with the bot; one of another kind is not even loaded."""
        if not file.name.lower().endswith(KINDS):
            return AskedFile(file.name)
        return await self._api.file(file.name, file.place)

    async def close(self) -> None:
        """Ends the connections."""
        await self.entrance.close()
        await self._api.close()

    async def _sent(self, target: dict[str, JsonValue], payload: dict[str, Any]) -> None:
        """The first way that the place takes."""
        told = {"text": payload["text"], "blocks": payload["blocks"]}
        for way in (self._in_place, self._at_address, self._in_thread):
            if await way(target, told, payload["private"]):
                return
        quiet = {"unfurl_links": False, "unfurl_media": False}
        await self._api.call("chat.postMessage", {"channel": target["user"], **told, **quiet})

    async def _in_place(
        self, target: dict[str, JsonValue], told: dict[str, Any], private: bool
    ) -> bool:
        """On what was shown of the run."""
        where = {"channel": target["channel"]}
        if target.get("stream"):
            chunks = as_list(target.get("ends"))
            if told["blocks"] is None:
                chunks = [*chunks, {"type": "markdown_text", "text": told["text"]}]
            stream = {**where, "ts": target["stream"], "blocks": told["blocks"]}
            return await self._taken("chat.stopStream", {**stream, "chunks": chunks or None})
        if target.get("message"):
            return await self._taken("chat.update", {**where, "ts": target["message"], **told})
        return False

    async def _at_address(
        self, target: dict[str, JsonValue], told: dict[str, Any], private: bool
    ) -> bool:
        """At the address of a command, as long as it lasts."""
        until = target.get("until")
        lasts = isinstance(until, int | float) and until > self._clock.now()
        if not target.get("response_url") or not lasts:
            return False
        replaced = bool(target.get("replace")) and not private
        look = {"response_type": "ephemeral", "replace_original": replaced}
        try:
            shown = {name: value for name, value in told.items() if value is not None}
            await self._api.respond(str(target["response_url"]), {**look, **shown})
        except NotDelivered as error:
            if error.again or _is_unshown(error):
                raise
            return False
        return True

    async def _in_thread(
        self, target: dict[str, JsonValue], told: dict[str, Any], private: bool
    ) -> bool:
        """Where it was said."""
        channel = str(target["channel"])
        if target.get("response_url") and not is_direct(channel):
            return False  # the bot need not be there
        where = {"channel": channel, "thread_ts": target.get("thread"), **told}
        if private and not is_direct(channel):
            return await self._taken("chat.postEphemeral", {**where, "user": target["user"]})
        quiet = {"unfurl_links": False, "unfurl_media": False}
        return await self._taken("chat.postMessage", {**where, **quiet})

    async def _taken(self, method: str, arguments: Mapping[str, JsonValue]) -> bool:
        """False where Slack does not take it there, and would not later."""
        try:
            await self._api.call(method, arguments)
        except NotDelivered as error:
            if error.again or _is_unshown(error):
                raise
            return False
        return True


def _is_unshown(error: NotDelivered) -> bool:
    return isinstance(error, Refusal) and error.code.partition(":")[0] in _UNSHOWN
