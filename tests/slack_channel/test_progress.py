"""A run on its way: streamed in threads, else a message that changes."""

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager

import pytest

from services.channels.slack import watch
from tests.services.commands import wait_for
from tests.slack_channel.conftest import COUPON, Bot, text_of
from tests.slack_channel.fake import WORKING

Opened = Callable[..., AbstractContextManager[Bot]]


@pytest.fixture
def bot(open_bot: Opened) -> Generator[Bot]:
    """One whose workspace is asked anew whether it takes streams."""
    with open_bot() as opened:
        opened.fake.calls.clear()
        yield opened
        opened.fake.refused.clear()
    assert opened.fake.problems == []


def test_steps_are_tasks_of_a_stream_that_ends_with_the_answer(bot: Bot) -> None:
    done = bot.press(bot.say(COUPON), "确认执行")
    [begun] = bot.fake.called("chat.startStream")
    assert (begun["recipient_user_id"], begun["recipient_team_id"]) == ("U061F7AUR", "T0TEAM")
    assert begun["thread_ts"] == bot.thread
    assert {one["status"] for one in done.tasks.values()} == {"complete"}
    assert "发放满减券" in [one["title"] for one in done.tasks.values()]
    assert "成功" in text_of(done)


@pytest.mark.parametrize("error", ["unknown_method", "missing_scope", "feature_not_enabled"])
def test_a_workspace_without_streams_is_not_asked_again(bot: Bot, error: str) -> None:
    bot.fake.refused["chat.startStream"] = error
    done = bot.press(bot.say(COUPON), "确认执行")
    assert ("成功" in text_of(done), done.tasks) == (True, {})
    assert done.changes > 0
    bot.fake.refused.clear()
    bot.press(done, "撤销")
    assert bot.fake.called("chat.startStream") == []


def test_a_channel_without_streams_says_nothing_of_others(bot: Bot) -> None:
    bot.fake.failing["chat.startStream"].append((200, "channel_type_not_supported", {}))
    done = bot.press(bot.say(COUPON), "确认执行")
    assert done.tasks == {}
    bot.press(done, "撤销")
    if bot.zhizao.effects():
        wait_for(lambda: True)


def test_a_chat_has_a_message_that_changes(bot: Bot) -> None:
    chat = bot.direct
    done = chat.press(chat.say(COUPON), "确认执行")
    assert (done.thread, bot.fake.called("chat.startStream")) == (None, [])
    assert "成功" in text_of(done)


def test_a_stream_that_has_ended_is_answered_by_a_message(bot: Bot) -> None:
    bot.fake.refused["chat.stopStream"] = "message_not_in_streaming_state"
    done = bot.press(bot.say(COUPON), "确认执行")
    assert (done.tasks, "成功" in text_of(done)) == ({}, True)


def test_an_answer_waits_as_long_as_slack_asks_for(bot: Bot) -> None:
    bot.fake.failing["chat.stopStream"].append((429, "ratelimited", {"Retry-After": "2"}))
    done = bot.press(bot.say(COUPON), "确认执行")
    assert ("成功" in text_of(done), len(done.tasks) > 0) == (True, True)


def test_a_long_thought_is_shown_too(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "_PATIENCE", 0.0)
    chat = bot.direct
    told = chat.say(COUPON)
    [first] = [one for one in bot.fake.called("chat.postMessage") if one["text"] in WORKING]
    assert (first["channel"], told.changes > 0) == (chat.channel, True)
    assert bot.command(COUPON)[0] == 200


def test_looks_of_a_message_are_no_closer_than_slack_takes() -> None:
    assert (watch.Changing.gap, watch.Stream.gap) > (1.2, 0.6)
