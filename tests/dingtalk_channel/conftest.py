"""The service with DingTalk configured, over the sandbox, beside a fake of DingTalk."""

import json
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from pydantic import SecretStr

from pipelines.messages import LANGUAGES, say
from services.channels.dingtalk.signature import signed
from services.sandbox_process import SandboxProcess
from services.settings import Settings
from tests.dingtalk_channel.fake import APP, CORP, SECRET, DingTalkFake, serving
from tests.services.commands import Zhizao, wait_for
from tests.services.conftest import sandbox, zhizao
from tests.services.serving import Client, serve_whole
from tool_registry.base.ids import new_id

__all__ = ["sandbox", "zhizao"]
PAYLOADS = Path(__file__).with_name("payloads")
_WORKING = [say(language, "channels.working") for language in LANGUAGES]
COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"


@dataclass
class Bot:
    """A company that talks to the bot."""

    client: Client
    fake: DingTalkFake
    zhizao: Zhizao
    seen: int = 0
    place: str = field(default_factory=lambda: new_id("cid"))

    def payload(self, name: str, **changed: Any) -> dict[str, Any]:
        """A recorded message, with an id and a conversation of its own."""
        told = json.loads((PAYLOADS / f"{name}.json").read_text("utf-8"))
        own = {"msgId": new_id("msg"), "conversationId": self.place}
        return {**told, **own, "sessionWebhook": self.fake.webhook(self.place), **changed}

    def post(self, body: Any, path: str = "messages", **headers: str) -> tuple[int, Any]:
        """A callback, signed unless headers say otherwise."""
        now = str(int(time.time() * 1000))
        told = {"timestamp": now, "sign": signed(now, SECRET)} | headers
        return self.client.request("POST", f"/channels/dingtalk/{path}", body, **told)

    def say(self, text: str, name: str = "text_single", **changed: Any) -> dict[str, Any]:
        """A message, and the answer to it."""
        status, _ = self.post(self.payload(name, text={"content": text}, **changed))
        assert status == 200
        return self.answer()

    @property
    def answers(self) -> list[dict[str, Any]]:
        """All messages of the bot in this conversation, but those of progress, which a busy machine
        brings about."""
        said = self.fake.said[self.place]
        return [one for one in said if one.get("markdown", {}).get("title") not in _WORKING]

    def answer(self) -> dict[str, Any]:
        """The next one of them."""
        wait_for(lambda: len(self.answers) > self.seen)
        self.seen += 1
        return self.answers[self.seen - 1]

    def press(self, card: dict[str, Any], label: str, **changed: Any) -> dict[str, Any]:
        """What the bot answers to a button, which says something in the chat."""
        return self.say(said_by(card, label), **changed)


def said_by(card: dict[str, Any], label: str) -> str:
    """What is said in the chat where a card's button is pressed."""
    links: dict[str, str] = {one["title"]: one["actionURL"] for one in card["actionCard"]["btns"]}
    [link] = [url for title, url in links.items() if label in title]
    assert urlsplit(link).scheme == "dtmd"
    [content] = parse_qs(urlsplit(link).query)["content"]
    return content


def text_of(message: dict[str, Any]) -> str:
    """What is read of a message."""
    return str(message[message["msgtype"]]["text"])


def settings_of(fake: DingTalkFake, home: Path, sandbox: SandboxProcess, **more: Any) -> Settings:
    told: dict[str, Any] = {
        "home": home,
        "sandbox_port": sandbox.port,
        "channel_join": ("dingtalk",),
        "dingtalk_client_id": APP,
        "dingtalk_client_secret": SecretStr(SECRET),
        "dingtalk_corp": CORP,
        "dingtalk_url": fake.url,
        "dingtalk_webhooks": (f"127.0.0.1:{fake.port}",),
    }
    return Settings(**{**told, **more})


@pytest.fixture(scope="module")
def fake() -> Generator[DingTalkFake]:
    with serving() as running:
        yield running


@pytest.fixture(scope="module")
def whole(
    fake: DingTalkFake, sandbox: SandboxProcess, tmp_path_factory: pytest.TempPathFactory
) -> Generator[Client]:
    home = tmp_path_factory.mktemp("dingtalk")
    with serve_whole(settings_of(fake, home, sandbox)) as client:
        yield client


@pytest.fixture
def bot(whole: Client, fake: DingTalkFake, zhizao: Zhizao) -> Generator[Bot]:
    """A new conversation, over a sandbox without effects."""
    yield Bot(whole, fake, zhizao)
    assert fake.problems == []


@pytest.fixture
def open_bot(
    fake: DingTalkFake, sandbox: SandboxProcess, zhizao: Zhizao, tmp_path: Path
) -> Callable[..., Any]:
    """A service of its own: settings to change → the context of a Bot, always in one place."""
    place = new_id("cid")

    @contextmanager
    def opened(**changed: Any) -> Generator[Bot]:
        settings = settings_of(fake, tmp_path / "service", sandbox, **changed)
        with serve_whole(settings) as client:
            bot = Bot(client, fake, zhizao, place=place)
            bot.seen = len(bot.answers)
            yield bot

    return opened
