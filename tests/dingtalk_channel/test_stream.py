"""Stream mode: our client, and the official one, against the same gateway."""

import json
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager

import pytest

from services.settings import child_environment
from tests.dingtalk_channel.conftest import COUPON, Bot, text_of
from tests.dingtalk_channel.fake import APP, SECRET, DingTalkFake
from tests.services.commands import wait_for
from tests.workshop.waiting import PATIENCE
from tool_registry.base.ids import new_id

Opened = Callable[..., AbstractContextManager[Bot]]
TOPIC = "/v1.0/im/bot/messages/get"
OFFICIAL = """
import sys
import dingtalk_stream

class Handler(dingtalk_stream.ChatbotHandler):
    async def process(self, callback):
        message = dingtalk_stream.ChatbotMessage.from_dict(callback.data)
        self.reply_markdown("heard", message.text.content.strip(), message)
        return dingtalk_stream.AckMessage.STATUS_OK, "OK"

credential = dingtalk_stream.Credential(sys.argv[1], sys.argv[2])
client = dingtalk_stream.DingTalkStreamClient(credential)
client.register_callback_handler(dingtalk_stream.ChatbotMessage.TOPIC, Handler())
client.start_forever()
"""


@pytest.fixture
def bot(open_bot: Opened, fake: DingTalkFake) -> Generator[Bot]:
    fake.acks.clear()
    with open_bot(dingtalk_stream=True) as opened:
        wait_for(lambda: bool(fake.sockets))
        yield opened
    assert fake.problems == []


def test_a_message_is_acknowledged_and_answered(bot: Bot) -> None:
    bot.fake.push(TOPIC, bot.payload("text_single"), "m-7")
    assert "actionCard" in bot.answer()
    [ack] = bot.fake.acks
    assert (ack["code"], ack["headers"]["messageId"]) == (200, "m-7")
    assert json.loads(ack["data"]) == {"response": None}


def test_a_frame_that_comes_three_times_is_one_run(bot: Bot) -> None:
    told = bot.payload("text_single")
    for number in range(3):
        bot.fake.push(TOPIC, told, f"m-{number}")
    bot.answer()
    wait_for(lambda: len(bot.fake.acks) == 3)
    bot.fake.push(TOPIC, bot.payload("text_single", text={"content": "你好"}))
    assert "actionCard" not in bot.answer()


def test_pings_are_answered_and_nonsense_is_survived(bot: Bot) -> None:
    for nonsense in ("", "[]", "{", '{"type": 5}', '{"type":"CALLBACK","headers":7}', "null"):
        bot.fake.send(nonsense)
    bot.fake.push(TOPIC, {"msgId": 5}, "bad")
    bot.fake.push("ping", {"opaque": "o-1"}, "p-1", "SYSTEM")
    wait_for(lambda: any(ack["headers"]["messageId"] == "p-1" for ack in bot.fake.acks))
    acks = {ack["headers"]["messageId"]: ack for ack in bot.fake.acks}
    assert json.loads(acks["p-1"]["data"]) == {"opaque": "o-1"}
    assert acks["bad"]["code"] == 400


def test_a_connection_that_ends_is_opened_again_and_not_in_a_hurry(bot: Bot) -> None:
    before = bot.fake.connections
    bot.fake.push("disconnect", {}, "d-1", "SYSTEM")
    wait_for(lambda: bot.fake.connections == before + 1)
    bot.fake.disconnect()
    wait_for(lambda: bot.fake.connections == before + 2)
    bot.fake.push(TOPIC, bot.payload("text_single", text={"content": COUPON}))
    assert "actionCard" in bot.answer()


def test_the_official_client_talks_to_the_same_gateway(fake: DingTalkFake) -> None:
    environment = child_environment(DINGTALK_OPENAPI_ENDPOINT=fake.url)
    command = [sys.executable, "-c", OFFICIAL, APP, SECRET]
    place = new_id("cid")
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as client:
        try:
            wait_for(lambda: bool(fake.sockets))
            told = {"conversationId": place, "msgId": new_id("m")}
            told |= {"sessionWebhook": fake.webhook(place)}
            told |= {"msgtype": "text", "text": {"content": " hello"}, "senderStaffId": "u"}
            fake.push(TOPIC, told)
            wait_for(lambda: bool(fake.said[place]))
            assert [text_of(one) for one in fake.said[place]] == ["hello"]
        finally:
            client.kill()
            client.wait(PATIENCE)
    wait_for(lambda: not fake.sockets)
