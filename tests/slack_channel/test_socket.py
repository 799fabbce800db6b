"""Socket Mode: our client, and the official ones, against the same gateway."""

import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from typing import Any

import pytest

from services.channels.inbox import Inbox
from services.errors import Unavailable
from services.settings import child_environment
from tests.services.commands import wait_for
from tests.slack_channel.conftest import COUPON, Bot, recorded, text_of
from tests.slack_channel.fake import APP_TOKEN, SECRET, TOKEN, SlackFake
from tests.workshop.waiting import PATIENCE
from tool_registry.base.ids import new_id

Opened = Callable[..., AbstractContextManager[Bot]]
BOLT = """
import sys
from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient

url, token, app_token = sys.argv[1:]
client = WebClient(token, base_url=url + "/")
app = App(client=client, token_verification_enabled=False)

@app.event("app_mention")
def heard(event, client):
    client.chat_postMessage(channel=event["channel"], thread_ts=event["ts"], text="heard")

@app.command("/zhizao")
def command(ack):
    ack("taken")

SocketModeHandler(app, app_token, web_client=client).start()
"""


@pytest.fixture
def bot(open_bot: Opened, fake: SlackFake) -> Generator[Bot]:
    fake.acks.clear()
    with open_bot(slack_app_token=APP_TOKEN, slack_signing_secret=None) as opened:
        wait_for(lambda: bool(fake.sockets))
        yield opened
    assert fake.problems == []


def mention(bot: Bot, **changed: Any) -> dict[str, Any]:
    event = bot.event("app_mention", **changed)
    bot.thread = event["event"]["ts"]
    return event


def test_an_event_is_acknowledged_and_answered(bot: Bot) -> None:
    bot.fake.push("events_api", mention(bot), "e-7")
    plan = bot.answer()
    assert bot.fake.acks == [{"envelope_id": "e-7"}]
    bot.fake.push("interactive", bot.pressed(plan, "确认执行"), "e-8")
    assert "成功" in text_of(bot.answer())


def test_a_command_and_a_window_are_acknowledged_with_what_is_answered(bot: Bot) -> None:
    bot.fake.push("slash_commands", {**recorded("slash_command"), "text": ""}, "e-1")
    wait_for(lambda: bool(bot.fake.acks))
    assert "/zhizao" in bot.fake.acks[0]["payload"]["text"]
    token = new_id("r")
    told = {**recorded("slash_command"), "response_url": bot.fake.address(token)}
    bot.fake.push("slash_commands", {**told, "trigger_id": token, "text": COUPON}, "e-2")
    wait_for(lambda: bool(bot.fake.responses[token]))
    assert bot.fake.acks[1] == {"envelope_id": "e-2"}


def test_an_envelope_that_comes_again_is_one_run(bot: Bot) -> None:
    event = mention(bot)
    for number in range(4):
        bot.fake.push("events_api", event, f"e-{number}")
    bot.answer()
    wait_for(lambda: len(bot.fake.acks) == 4)
    bot.fake.push("events_api", bot.event("app_mention", thread_ts=bot.thread), "e-9")
    bot.answer()
    assert len(bot.answers) == 2


def test_what_could_not_be_kept_is_not_acknowledged(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(self: Inbox, delivery: object) -> bool:
        raise Unavailable("channels.not_stored", reason="the disk is full")

    event = mention(bot)
    with monkeypatch.context() as broken:
        broken.setattr(Inbox, "put", full)
        bot.fake.push("events_api", event, "lost")
        bot.fake.push("nothing", {}, "other")
        wait_for(lambda: {"envelope_id": "other"} in bot.fake.acks)
    assert {"envelope_id": "lost"} not in bot.fake.acks
    bot.fake.push("events_api", event, "again")
    bot.answer()


def test_nonsense_is_survived(bot: Bot) -> None:
    for nonsense in ("", "[]", "{", '{"type": 5}', '{"envelope_id": 7}', "null", "[" * 90_000):
        bot.fake.send(nonsense)
    bot.fake.push("events_api", {"type": "event_callback", "team_id": "T0TEAM", "event": 7}, "bad")
    bot.fake.push("interactive", {"type": "block_actions"}, "worse")
    bot.fake.push("events_api", mention(bot), "good")
    bot.answer()
    assert {one["envelope_id"] for one in bot.fake.acks} == {"bad", "worse", "good"}


@pytest.mark.parametrize("reason", ["warning", "refresh_requested"])
def test_a_connection_that_ends_is_opened_again(bot: Bot, reason: str) -> None:
    before = bot.fake.connections
    bot.fake.send(f'{{"type": "disconnect", "reason": "{reason}"}}')
    wait_for(lambda: bot.fake.connections == before + 1 and bool(bot.fake.sockets))
    bot.fake.disconnect()
    wait_for(lambda: bot.fake.connections == before + 2 and bool(bot.fake.sockets))
    bot.fake.push("events_api", mention(bot), "e-1")
    bot.answer()


def test_a_gateway_that_is_busy_is_asked_again(open_bot: Opened, fake: SlackFake) -> None:
    fake.failing["apps.connections.open"].append((429, "ratelimited", {"Retry-After": "1"}))
    before = fake.connections
    with open_bot(slack_app_token=APP_TOKEN):
        wait_for(lambda: fake.connections == before + 1)


def test_bolt_talks_to_the_same_gateway(fake: SlackFake, bot: Bot) -> None:
    wait_for(lambda: len(fake.sockets) == 1)
    place = f"C{new_id('c')}"
    command = [sys.executable, "-c", BOLT, fake.url, TOKEN, APP_TOKEN]
    with subprocess.Popen(
        command, env=child_environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as client:
        try:
            wait_for(lambda: len(fake.sockets) == 2)
            fake.push("events_api", bot.event("app_mention", channel=place), "bolt")
            wait_for(
                lambda: any(one.channel == place and one.text == "heard" for one in fake.messages)
            )
            told = {**recorded("slash_command"), "text": ""}
            fake.push("slash_commands", told, "bolt-2")
            wait_for(lambda: "taken" in str(fake.acks))
        finally:
            client.kill()
            client.wait(PATIENCE)
    assert SECRET not in str(fake.calls)
