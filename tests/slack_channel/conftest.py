"""The service with Slack configured, over the sandbox, beside a fake of Slack."""

import hashlib
import hmac
import json
import time
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from pydantic import SecretStr

from services.sandbox_process import SandboxProcess
from services.settings import Settings
from tests.services.commands import Zhizao, wait_for
from tests.services.conftest import sandbox, zhizao
from tests.services.serving import Client, serve_whole
from tests.slack_channel.fake import SECRET, TEAM, TOKEN, Shown, SlackFake, serving
from tool_registry.base.ids import new_id

__all__ = ["sandbox", "zhizao"]
PAYLOADS = Path(__file__).with_name("payloads")
SENTENCE = "给用户1234发放一张满50减20的优惠券"
COUPON = f"{SENTENCE},预发环境"
LEE = "U061F7AUR"
_NUMBERS = count(1)


def recorded(name: str) -> dict[str, Any]:
    """A payload as Slack documents it."""
    return json.loads((PAYLOADS / f"{name}.json").read_text("utf-8"))


def signed(body: bytes, secret: str = SECRET, at: float = 0.0) -> dict[str, str]:
    """Headers of a request that was signed so many seconds from now."""
    timestamp = str(int(time.time() + at))
    told = hmac.new(secret.encode(), f"v0:{timestamp}:".encode() + body, hashlib.sha256)
    return {"X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": f"v0={told.hexdigest()}"}


@dataclass
class Bot:
    """A workspace that talks to the bot."""

    client: Client
    fake: SlackFake
    zhizao: Zhizao
    channel: str = field(default_factory=lambda: f"C{new_id('c').upper()[-10:]}")
    thread: str | None = None
    seen: int = 0

    @property
    def direct(self) -> "Bot":
        """Somebody's chat with the bot alone."""
        return Bot(self.client, self.fake, self.zhizao, f"D{self.channel[1:]}")

    def event(self, name: str, **changed: Any) -> Any:
        """A recorded event, with ids of its own, in this channel."""
        told = recorded(name)
        own = {"channel": self.channel, "ts": f"1795600000.{next(_NUMBERS):06}"}
        told["event"] = {**told["event"], **own, **changed}
        return {**told, "event_id": new_id("Ev")}

    def post(self, path: str, body: bytes, **headers: str) -> tuple[int, Any]:
        """A signed request, unless headers say otherwise: status, and JSON or text."""
        told = {**signed(body), "Content-Type": "application/json", **headers}
        with closing(self.client.connect()) as connection:
            connection.request("POST", f"/channels/slack/{path}", body, told)
            response = connection.getresponse()
            text = response.read().decode()
        is_json = response.headers.get_content_type() == "application/json"
        return response.status, json.loads(text) if is_json else text

    def send(self, event: dict[str, Any]) -> tuple[int, Any]:
        return self.post("events", json.dumps(event).encode())

    def say(self, text: str, user: str = LEE, **changed: Any) -> Shown:
        """A message that names the bot (in a chat with it, any), and the answer to it."""
        is_direct = self.channel.startswith("D")
        told = {"text": text if is_direct else f"<@U0BOT> {text}", "user": user, **changed}
        if self.thread is not None:
            told["thread_ts"] = self.thread
        event = self.event("message_im" if is_direct else "app_mention", **told)
        if self.thread is None and not is_direct:
            self.thread = event["event"]["ts"]
        assert self.send(event) == (200, "")
        return self.answer()

    @property
    def answers(self) -> list[Shown]:
        """All answers of the bot in this conversation."""
        return self.fake.in_thread(self.channel, self.thread)

    def answer(self) -> Shown:
        """The next one of them."""
        wait_for(lambda: len(self.answers) > self.seen)
        self.seen += 1
        return self.answers[self.seen - 1]

    def pressed(self, shown: Shown, label: str, user: str = LEE, **changed: Any) -> dict[str, Any]:
        """What Slack sends when a button is pressed."""
        told = recorded("block_actions")
        button = button_of(shown.blocks, label)
        action = {**told["actions"][0], "action_id": button["action_id"], "text": button["text"]}
        container = {**told["container"], "message_ts": shown.ts, "channel_id": self.channel}
        message = {**told["message"], "ts": shown.ts, "blocks": shown.blocks}
        for one in (container, message):
            one["thread_ts"] = shown.thread
            if shown.thread is None:
                del one["thread_ts"]
        trigger = new_id("trigger")
        self.fake.triggers.add(trigger)
        return {
            **told,
            "user": {**told["user"], "id": user},
            "container": container,
            "message": message,
            "channel": {"id": self.channel, "name": "testing"},
            "actions": [{**action, "value": button["value"]}],
            "trigger_id": trigger,
            **changed,
        }

    def interact(self, payload: dict[str, Any]) -> tuple[int, Any]:
        body = urlencode({"payload": json.dumps(payload)}).encode()
        kind = "application/x-www-form-urlencoded"
        return self.post("interactivity", body, **{"Content-Type": kind})

    def press(self, shown: Shown, label: str, user: str = LEE) -> Shown:
        """What the bot answers to a button."""
        assert self.interact(self.pressed(shown, label, user)) == (200, "")
        return self.answer()

    def open(self, shown: Shown, label: str) -> dict[str, Any]:
        """The window that a button opens."""
        told = self.pressed(shown, label)
        assert self.interact(told) == (200, "")
        wait_for(lambda: told["trigger_id"] in self.fake.views)
        return self.fake.views[told["trigger_id"]]

    def submit(self, view: dict[str, Any], user: str = LEE, **typed: Any) -> tuple[int, Any]:
        """Sends a window, its fields as they stand but for those that are typed by label."""
        told = recorded("view_submission")
        values = {
            one["block_id"]: _filled(one, typed) for one in view["blocks"] if "element" in one
        }
        state = {"values": {name: {"value": value} for name, value in values.items()}}
        sent = {**told["view"], **view, "state": state}
        return self.interact({**told, "view": sent, "user": {**told["user"], "id": user}})

    def command(self, text: str, **changed: Any) -> tuple[int, Any, str]:
        """A slash command: status, what is answered at once, and the token of its address."""
        token = new_id("response")
        told = {**recorded("slash_command"), "text": text, "channel_id": self.channel}
        told |= {"response_url": self.fake.address(token), "trigger_id": new_id("t"), **changed}
        kind = "application/x-www-form-urlencoded"
        status, answer = self.post("commands", urlencode(told).encode(), **{"Content-Type": kind})
        return status, answer, token


def _filled(block: dict[str, Any], typed: dict[str, Any]) -> dict[str, Any]:
    element, label = block["element"], block["label"]["text"]
    if element["type"] == "static_select":
        options = element["options"]
        wanted = [one for one in options if one["text"]["text"] == typed.get(label)]
        chosen = wanted[0] if wanted else element.get("initial_option")
        return {"type": "static_select", "selected_option": chosen}
    value = typed.get(label, element.get("initial_value"))
    return {"type": element["type"], "value": value}


def button_of(blocks: list[dict[str, Any]], label: str) -> dict[str, Any]:
    """The button of that label; or of the option whose text it is."""
    buttons = [b for one in blocks if one["type"] == "actions" for b in one["elements"]]
    named = {b["text"]["text"]: b for b in buttons}
    named |= {one["text"]["text"]: one["accessory"] for one in blocks if "accessory" in one}
    [found] = [button for text, button in named.items() if label in text]
    return found


def text_of(shown: "Shown | dict[str, Any]") -> str:
    """What is read of a message."""
    blocks = shown["blocks"] if isinstance(shown, dict) else shown.blocks
    texts = [one["text"]["text"] for one in blocks if "text" in one]
    texts += [e["text"] for one in blocks if one["type"] == "context" for e in one["elements"]]
    return "\n".join(texts)


def settings_of(fake: SlackFake, home: Path, sandbox: SandboxProcess, **more: Any) -> Settings:
    told: dict[str, Any] = {
        "home": home,
        "sandbox_port": sandbox.port,
        "channel_join": ("slack",),
        "slack_bot_token": SecretStr(TOKEN),
        "slack_signing_secret": SecretStr(SECRET),
        "slack_team": TEAM,
        "slack_url": fake.url,
    }
    return Settings(**{**told, **more})


@pytest.fixture(scope="module")
def fake() -> Generator[SlackFake]:
    with serving() as running:
        yield running


@pytest.fixture(scope="module")
def whole(
    fake: SlackFake, sandbox: SandboxProcess, tmp_path_factory: pytest.TempPathFactory
) -> Generator[Client]:
    home = tmp_path_factory.mktemp("slack")
    with serve_whole(settings_of(fake, home, sandbox)) as client:
        yield client


@pytest.fixture
def bot(whole: Client, fake: SlackFake, zhizao: Zhizao) -> Generator[Bot]:
    """A new channel, over a sandbox without effects."""
    yield Bot(whole, fake, zhizao)
    assert fake.problems == []


@pytest.fixture
def open_bot(
    fake: SlackFake, sandbox: SandboxProcess, zhizao: Zhizao, tmp_path: Path
) -> Callable[..., Any]:
    """A service of its own: settings to change → the context of a Bot, always in one channel."""
    place = Bot(Client(0), fake, zhizao)

    @contextmanager
    def opened(**changed: Any) -> Generator[Bot]:
        settings = settings_of(fake, tmp_path / "service", sandbox, **changed)
        with serve_whole(settings) as client:
            yield Bot(client, fake, zhizao, place.channel)

    return opened
