"""What is not taken: signatures, bodies, companies; and what comes again behind a restart."""

import asyncio
import random
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from services.channels.delivery import Delivery, Speaker
from services.channels.dingtalk.signature import signed
from services.channels.dispatcher import Dispatcher
from services.channels.inbox import HELD, Inbox
from services.channels.tables import SCHEMA
from services.channels.writer import Writer
from tests.dingtalk_channel.conftest import COUPON, Bot, said_by, text_of
from tests.dingtalk_channel.fake import SECRET
from tests.workshop.clock import HandClock
from tests.workshop.hostile import bodies
from tool_registry.base.sql import bring_up, open_database

Opened = Callable[..., AbstractContextManager[Bot]]


def test_a_signature_is_what_openssl_computes() -> None:
    assert signed("1577262236757", "this is a secret") == (
        "DJrE6qdyVGCQz9z5r2MDuNcNAhwYnuAkyj13cx169CA="
    )


def at(seconds: float, secret: str = SECRET) -> dict[str, str]:
    told = str(int((time.time() + seconds) * 1000))
    return {"timestamp": told, "sign": signed(told, secret)}


@pytest.mark.parametrize(
    "headers",
    [
        at(0, "another secret"),
        at(-9000),
        at(9000),
        {"timestamp": "abc", "sign": signed("abc", SECRET)},
        {"timestamp": "1e9", "sign": signed("1e9", SECRET)},
        {"timestamp": "", "sign": ""},
        {"sign": "签名".encode().decode("latin-1")},
        {"timestamp": "9" * 400, "sign": signed("9" * 400, SECRET)},
    ],
)
def test_what_is_not_signed_lately_is_refused(bot: Bot, headers: dict[str, str]) -> None:
    status, told = bot.post(bot.payload("text_single"), **headers)
    assert (status, told["error"]["code"]) == (401, "bad_signature")


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"chatbotCorpId": "dingOther"}, 403),
        ({"robotCode": "otherRobot"}, 403),
        ({"sessionWebhook": "https://evil.example/robot/sendBySession"}, 403),
        ({"sessionWebhook": "https://oapi.dingtalk.com@evil.example/x"}, 403),
        ({"sessionWebhook": "http://oapi.dingtalk.com/robot/sendBySession"}, 403),
        ({"sessionWebhook": "http://[::1/x"}, 403),
        ({"msgId": ""}, 422),
        ({"msgId": 5}, 422),
        ({"conversationId": None}, 422),
        ({"text": "x"}, 422),
        ({"content": [1]}, 422),
        ({"senderId": "x" * 5000}, 422),
    ],
)
def test_a_body_of_somewhere_else_is_refused(bot: Bot, changed: Any, status: int) -> None:
    told, answer = bot.post({**bot.payload("text_single"), **changed})
    assert (told, bool(answer["error"]["message"])) == (status, True)


def test_a_service_without_dingtalk_says_what_to_set(open_bot: Opened) -> None:
    with open_bot(dingtalk_client_id=None) as bot:
        told, answer = bot.post({})
    assert told == 404
    assert "ZHIZAO_DINGTALK_CLIENT_ID" in answer["error"]["message"]


def test_two_thousand_hostile_payloads_are_no_error_of_the_service(bot: Bot) -> None:
    drawn = random.Random(11)
    whole = {**bot.payload("text_single"), "text": {"content": ""}}
    for number, body in enumerate(bodies(whole, 2000)):
        told_body = body if isinstance(body, bytes) else {**body, "msgId": f"hostile-{number}"}
        headers = at(drawn.choice([-9000, 9000]), "other") if number % 3 == 0 else {}
        told, answer = bot.post(told_body, drawn.choice(["messages", "cards"]), **headers)
        assert told < 500, (number, answer)
    assert bot.zhizao.effects() == []


def test_what_came_before_a_restart_is_known_behind_it(open_bot: Opened) -> None:
    with open_bot() as bot:
        card = bot.say(COUPON)
        agreed = bot.payload("text_single", text={"content": said_by(card, "确认")})
        bot.post(agreed)
        bot.answer()
    with open_bot() as again:
        for _ in range(3):
            assert again.post(agreed)[0] == 200
        again.say("你好")
        assert (len(again.zhizao.effects()), again.seen) == (1, len(again.answers))


def test_what_was_only_received_before_a_restart_is_served_behind_it(
    open_bot: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(self: Dispatcher, delivery: object) -> None:
        """The service ends ahead of its work."""
        await asyncio.Event().wait()

    with monkeypatch.context() as ended, open_bot() as bot:
        ended.setattr(Dispatcher, "_served", never)
        assert bot.post(bot.payload("text_single"))[0] == 200
    with open_bot() as again:
        assert "actionCard" in again.answer()


def test_what_a_killed_process_held_is_taken_up_by_another(tmp_path: Path) -> None:
    clock = HandClock()
    engine = open_database(tmp_path / "channels.db")
    bring_up(engine, SCHEMA)
    told = Delivery(
        channel="dingtalk", event_id="e", speaker=Speaker(account="u"), place="p", at=0.0
    )
    asyncio.run(_taken_up(engine, clock, told))
    engine.dispose()


async def _taken_up(engine: Engine, clock: HandClock, told: Delivery) -> None:
    writer = Writer(engine)
    killed, other = Inbox(writer, clock), Inbox(writer, clock)
    assert await killed.put(told) is True
    assert other.left_behind() == []
    clock.jump(HELD + 1)
    assert other.left_behind() == [told]
    assert (other.left_behind(), await killed.put(told)) == ([], False)
    await other.done(told.id, lambda connection: None)
    clock.jump(10 * HELD)
    assert (other.left_behind(), await other.put(told)) == ([], False)
    await writer.close()


def test_who_writes_too_often_is_told_when_to_write_again(open_bot: Callable[..., Any]) -> None:
    with open_bot(request_rate=1) as bot:
        bot.say(COUPON)
        refused = bot.say(COUPON)
        assert "请求太频繁：每人每分钟最多 1 个请求" in text_of(refused)
        assert bot.zhizao.effects() == []
