"""What is not taken: signatures, bodies, workspaces; and what comes again behind a restart."""

import asyncio
import json
import random
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from urllib.parse import urlencode

import pytest

from services.channels.dispatcher import Dispatcher
from services.channels.opening import check
from services.channels.slack.signature import SIGNATURE, TIMESTAMP, is_signed
from services.settings import Settings
from tests.slack_channel.conftest import COUPON, LEE, Bot, recorded, signed, text_of
from tests.slack_channel.fake import SECRET
from tests.workshop.clock import HandClock
from tests.workshop.hostile import LARGE, bodies
from tool_registry.base.errors import ConfigurationError

Opened = Callable[..., AbstractContextManager[Bot]]
BODY = json.dumps(recorded("app_mention")).encode()
OLD = (
    "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V"
    "&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text="
    "&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554"
    "%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
)


def test_a_signature_is_that_of_slacks_documentation() -> None:
    told = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"
    headers = {TIMESTAMP: "1531420618", SIGNATURE: told}
    clock = HandClock()
    clock.jump(1531420618 - clock.now())
    assert is_signed(headers, OLD.encode(), SECRET, clock)
    clock.jump(301)
    assert not is_signed(headers, OLD.encode(), SECRET, clock)


def at(timestamp: str) -> dict[str, str]:
    return {**signed(BODY), "X-Slack-Request-Timestamp": timestamp}


@pytest.mark.parametrize(
    "headers",
    [
        signed(BODY, "another secret"),
        signed(BODY, at=-400),
        signed(BODY, at=40_000),  # set when tests are collected: still ahead when this one runs
        signed(b"another body"),
        at("abc"),
        at(""),
        at("1e9"),
        at("-1"),
        at("9" * 400),
        at("１２３".encode().decode("latin-1")),
        {"X-Slack-Signature": "签名".encode().decode("latin-1")},
        {"X-Slack-Signature": ""},
        {"X-Slack-Signature": "v0="},
    ],
)
@pytest.mark.parametrize("path", ["events", "commands", "interactivity"])
def test_what_is_not_signed_lately_is_refused(bot: Bot, path: str, headers: dict[str, str]) -> None:
    status, told = bot.post(path, BODY, **headers)
    assert (status, told["error"]["code"]) == (401, "bad_signature")


def test_a_body_that_is_no_text_is_refused(bot: Bot) -> None:
    for path in ("events", "interactivity"):
        assert bot.post(path, b"\xff\xfe", **signed(b"x"))[0] == 401
    assert bot.post("commands", b"\xff\xfe", **signed(b"x"))[0] in (401, 422)


def test_a_body_that_is_too_large_is_refused(bot: Bot) -> None:
    for path in ("events", "commands", "interactivity"):
        assert bot.post(path, b"x" * LARGE, **signed(b"x"))[0] == 413


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"team_id": "T0OTHER", "authorizations": []}, 403),
        ({"event": None}, 422),
        ({"event": "x"}, 422),
        ({"type": 5}, 422),
        ({"event": {"type": "message", "text": 7}}, 422),
        ({"event": {"type": "app_mention", "user": "U" * 5000}}, 422),
        ({"event": {"type": "app_mention"}}, 200),
    ],
)
def test_an_event_of_somewhere_else_is_refused(bot: Bot, changed: Any, status: int) -> None:
    told, answer = bot.send({**bot.event("app_mention"), **changed})
    assert told == status
    assert status == 200 or answer["error"]["message"]


def test_a_service_without_slack_says_what_to_set(open_bot: Opened) -> None:
    with open_bot(slack_bot_token=None, slack_signing_secret=None) as bot:
        told, answer = bot.send({})
    assert (told, "ZHIZAO_SLACK_BOT_TOKEN" in answer["error"]["message"]) == (404, True)


@pytest.mark.parametrize(
    "given",
    [
        {"slack_bot_token": "xoxb-1"},
        {"slack_signing_secret": "s"},
        {"slack_app_token": "xapp-1"},
    ],
)
def test_half_of_the_credentials_is_told_at_the_start(given: dict[str, str]) -> None:
    with pytest.raises(ConfigurationError, match="ZHIZAO_SLACK_SIGNING_SECRET"):
        check(Settings.model_validate(given))


def test_a_missing_extra_is_told_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> None:
        """No package is there."""

    monkeypatch.setattr("services.channels.opening.find_spec", nothing)
    settings = Settings.model_validate({"slack_bot_token": "x", "slack_signing_secret": "s"})
    with pytest.raises(ConfigurationError, match=r"zhizao\[slack\]"):
        check(settings)


def hostile_body(path: str, body: Any, number: int) -> bytes:
    """As Slack would send it."""
    if isinstance(body, bytes):
        return body
    if path == "events":
        return json.dumps({**body, "event_id": f"hostile-{number}"}).encode()
    if path == "interactivity":
        return urlencode({"payload": json.dumps(body)}).encode()
    plain = {
        name: json.dumps(value) if value != str(value) else value for name, value in body.items()
    }
    return urlencode(plain, errors="replace").encode()


@pytest.mark.parametrize(
    ("path", "name", "count"),
    [
        ("events", "app_mention", 500),
        ("events", "file_share", 300),
        ("commands", "slash_command", 400),
        ("interactivity", "block_actions", 400),
        ("interactivity", "view_submission", 400),
    ],
)
def test_hostile_payloads_are_no_error_of_the_service(
    bot: Bot, path: str, name: str, count: int
) -> None:
    drawn = random.Random(count)
    bot.fake.users["U0GUEST"] = {"is_restricted": True}
    whole = json.loads(json.dumps(recorded(name)).replace(LEE, "U0GUEST"))
    for number, body in enumerate(bodies(whole, count)):
        sent = hostile_body(path, body, number)
        wrong = [signed(sent, "other"), signed(sent, at=-9000), signed(sent, at=9000), {}]
        headers = drawn.choice(wrong) if number % 3 == 0 else {}
        told, answer = bot.post(path, sent, **headers)
        assert told < 500, (number, answer)
    assert bot.zhizao.effects() == []


def test_a_request_that_is_replayed_has_no_second_effect(bot: Bot) -> None:
    plan = bot.say(COUPON)
    body = urlencode({"payload": json.dumps(bot.pressed(plan, "确认执行"))}).encode()
    headers = signed(body)
    for _ in range(4):
        assert bot.post("interactivity", body, **headers)[0] == 200
    bot.answer()
    bot.say("你好")
    assert (len(bot.zhizao.effects()), len(bot.answers)) == (1, 3)


def test_what_came_before_a_restart_is_known_behind_it(open_bot: Opened) -> None:
    with open_bot() as bot:
        plan = bot.say(COUPON)
        told, event = bot.pressed(plan, "确认执行"), bot.event("app_mention", thread_ts=bot.thread)
        bot.interact(told)
        bot.send(event)
        for _ in range(2):
            bot.answer()
    with open_bot() as again:
        again.thread, again.seen = bot.thread, len(bot.answers)
        for _ in range(4):
            assert again.interact(told) == again.send(event) == (200, "")
        again.say("你好")
        assert (len(again.zhizao.effects()), len(again.answers)) == (1, bot.seen + 1)


def test_what_was_only_received_before_a_restart_is_served_behind_it(
    open_bot: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(self: Dispatcher, delivery: object) -> None:
        """The service ends ahead of its work."""
        await asyncio.Event().wait()

    with monkeypatch.context() as ended, open_bot() as bot:
        ended.setattr(Dispatcher, "_served", never)
        event = bot.event("app_mention")
        assert bot.send(event) == (200, "")
    with open_bot() as again:
        again.thread = event["event"]["ts"]
        assert "1. " in text_of(again.answer())


def test_events_are_acknowledged_in_time(bot: Bot) -> None:
    took: list[float] = []
    for _ in range(40):
        event, began = bot.event("message_thread"), time.perf_counter()
        assert bot.send(event) == (200, "")
        took.append(time.perf_counter() - began)
    assert sorted(took)[38] < 1.0
