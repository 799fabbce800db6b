"""What DingTalk sends, as deliveries: messages to the bot, and presses of cards."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from pydantic import Field

from services.channels.codes import press_of
from services.channels.delivery import Delivery, FileRef, Press, Speaker
from services.channels.wire import WireModel, fields, parsed, read
from services.errors import InvalidRequest, NotPermitted
from tool_registry.base.ids import digest

NAME = "dingtalk"
GROUP = "2"


class _Text(WireModel):
    content: str = ""


class _Piece(WireModel):
    text: str = ""


class _Content(WireModel):
    rich: list[_Piece] = Field(default_factory=list[_Piece], alias="richText")
    code: str = Field("", alias="downloadCode")
    file: str = Field("", alias="fileName")
    recognition: str = ""
    """What was said in a voice message, as DingTalk has heard it."""


def _no_content() -> _Content:
    return _Content.model_validate({})


class Message(WireModel):
    """A message to the bot."""

    conversation: str = Field(alias="conversationId", min_length=1, max_length=256)
    kind: str = Field("1", alias="conversationType")
    id: str = Field(alias="msgId", min_length=1, max_length=256)
    sender: str = Field(alias="senderId", min_length=1, max_length=128)
    staff: str | None = Field(None, alias="senderStaffId", max_length=128)
    nick: str = Field("", alias="senderNick")
    sender_corp: str | None = Field(None, alias="senderCorpId")
    corp: str | None = Field(None, alias="chatbotCorpId")
    robot: str | None = Field(None, alias="robotCode", max_length=128)
    webhook: str | None = Field(None, alias="sessionWebhook", max_length=2048)
    expires: float | None = Field(None, alias="sessionWebhookExpiredTime")
    type: str = Field("text", alias="msgtype")
    text: _Text = _Text()
    content: _Content = Field(default_factory=_no_content)

    @property
    def said(self) -> str:
        """Its words."""
        if self.type == "richText":
            return "".join(piece.text for piece in self.content.rich).strip()
        if self.type == "audio":
            return self.content.recognition.strip()
        return self.text.content.strip()


class Pressed(WireModel):
    """A button of a card."""

    card: str = Field(alias="outTrackId", min_length=1, max_length=256)
    user: str = Field(alias="userId", min_length=1, max_length=128)
    corp: str | None = Field(None, alias="corpId")
    space: str = Field("", alias="spaceId", max_length=256)
    space_type: str = Field("", alias="spaceType")
    content: str


class Intake:
    """Reads what is for this app, of this company, and to be answered at allowed hosts."""

    def __init__(self, app: str, corp: str | None, hosts: Sequence[str]) -> None:
        self._app = app
        self._corp = corp
        self._hosts = frozenset(hosts)

    def message(self, body: object, now: float) -> Delivery:
        """A message; InvalidRequest for what is none, NotPermitted for one of somewhere else."""
        found = read(Message, body)
        self._check(found.corp, found.robot)
        if found.webhook is not None and not self._allows(found.webhook):
            raise NotPermitted("channels.foreign")
        files = _files(found)
        return Delivery(
            channel=NAME,
            event_id=found.id,
            speaker=_speaker(found),
            place=found.conversation,
            text=found.said,
            files=files,
            press=press_of(found.said),
            target={
                "conversation": found.conversation,
                "group": found.kind == GROUP,
                "staff": found.staff,
                "robot": found.robot or self._app,
                "webhook": found.webhook,
                "expires": (found.expires or 0.0) / 1000,
            },
            at=now,
        )

    def pressed(self, body: object, now: float) -> Delivery:
        """A press; the same button of the same card is the same press, however often it comes."""
        found = read(Pressed, body)
        self._check(found.corp, None)
        group = found.space_type == "IM_GROUP"
        return Delivery(
            channel=NAME,
            event_id=digest([found.card, found.user, found.content]),
            speaker=Speaker(account=found.user),
            place=found.space or found.user,
            press=_pressed(found.content),
            target={
                "conversation": found.space,
                "group": group,
                "staff": found.user,
                "robot": self._app,
                "webhook": None,
                "expires": 0.0,
            },
            at=now,
        )

    def _check(self, corp: str | None, robot: str | None) -> None:
        if self._corp is not None and corp != self._corp:
            raise NotPermitted("channels.foreign")
        if robot not in (None, self._app, "normal"):
            raise NotPermitted("channels.foreign")

    def _allows(self, webhook: str) -> bool:
        try:
            parts = urlsplit(webhook)
            name, at = parts.hostname or "", parts.netloc
        except ValueError:
            return False
        is_safe = parts.scheme == "https" or name in ("127.0.0.1", "localhost")
        return is_safe and "@" not in at and (name in self._hosts or at in self._hosts)


def _speaker(message: Message) -> Speaker:
    """Members of the company have a staff id; others are known by the id that this app sees."""
    own = message.staff is not None and message.sender_corp in (None, message.corp)
    return Speaker(account=message.staff or message.sender, name=message.nick[:80], is_member=own)


def _files(message: Message) -> tuple[FileRef, ...]:
    if message.type != "file" or not message.content.code:
        return ()
    return (FileRef(name=message.content.file[:200], place=message.content.code),)


def _pressed(content: str) -> Press:
    """What stands in the button: the code, or the choice and values of a form."""
    private = fields(fields(parsed(content, "content")).get("cardPrivateData"))
    params = fields(private.get("params"))
    code, values = params.pop("press", ""), dict[str, Any](params)
    press = press_of(code) if isinstance(code, str) else None
    if press is None:
        raise InvalidRequest("channels.bad_event", reason="cardPrivateData.params.press")
    plain = {name: value for name, value in values.items() if isinstance(value, str)}
    return press.model_copy(update={"values": plain}) if press.does == "fill" else press
