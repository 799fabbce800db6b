"""Talking to the bot: events over HTTP."""

import json
from concurrent.futures import ThreadPoolExecutor

from tests.services.commands import wait_for
from tests.slack_channel.conftest import COUPON, LEE, SENTENCE, Bot, recorded, text_of


def test_an_address_is_confirmed(bot: Bot) -> None:
    told = recorded("url_verification")
    assert bot.send(told) == (200, {"challenge": told["challenge"]})


def test_a_mention_begins_a_thread_with_the_plan_which_runs_when_its_button_is_pressed(
    bot: Bot,
) -> None:
    plan = bot.say(COUPON)
    assert (plan.thread, bot.zhizao.effects()) == (bot.thread, [])
    assert "1. " in text_of(plan)
    done = bot.press(plan, "确认执行")
    assert "成功" in text_of(done)
    assert len(bot.zhizao.effects()) == 1


def test_a_button_that_was_pressed_is_not_there_any_more(bot: Bot) -> None:
    plan = bot.say(COUPON)
    bot.press(plan, "确认执行")
    assert "✓ 确认执行" in text_of(plan)
    assert all(one["type"] != "actions" for one in plan.blocks)


def test_a_plan_that_is_declined_does_nothing(bot: Bot) -> None:
    done = bot.press(bot.say(COUPON), "不执行")
    assert (bot.zhizao.effects(), "成功" in text_of(done)) == ([], False)


def test_what_was_made_is_taken_back_by_a_button(bot: Bot) -> None:
    done = bot.press(bot.say(COUPON), "确认执行")
    undone = bot.press(done, "撤销")
    if "确认执行" in str(undone.blocks):
        undone = bot.press(undone, "确认执行")
    assert "成功" in text_of(undone)
    assert len(bot.zhizao.effects()) == 2


def test_english_is_answered_in_english(bot: Bot) -> None:
    plan = bot.say("issue a coupon of 20 off 50 to user 1234 in pre-release")
    assert "succeeded" in text_of(bot.press(plan, "Run it"))


def test_a_chat_with_the_bot_is_one_conversation_without_threads(bot: Bot) -> None:
    chat = bot.direct
    assert "环境" in text_of(chat.say(SENTENCE))
    plan = chat.say("预发")
    assert plan.thread is None
    chat.press(plan, "确认执行")
    assert len(bot.zhizao.effects()) == 1


def test_a_question_is_answered_in_the_thread_without_naming_the_bot(bot: Bot) -> None:
    assert "环境" in text_of(bot.say(SENTENCE))
    reply = bot.event("message_thread", thread_ts=bot.thread)
    assert bot.send(reply) == (200, "")
    bot.press(bot.answer(), "确认执行")
    assert len(bot.zhizao.effects()) == 1


def test_what_people_say_to_each_other_is_not_answered(bot: Bot) -> None:
    bot.say(SENTENCE)
    among = [
        bot.event("message_thread", thread_ts=bot.thread, user="U0OTHER", text="预发"),
        bot.event("message_thread", thread_ts=bot.thread, text="<@U0OTHER> 预发?"),
        bot.event("message_thread", thread_ts=None, text=COUPON),
        bot.event("message_changed"),
        bot.event("bot_message"),
        bot.event("bot_message", bot_id=None),
        bot.event("message_im", subtype="channel_join", channel=bot.direct.channel),
    ]
    for one in among:
        assert bot.send(one) == (200, "")
    bot.say("你好")
    assert (len(bot.answers), bot.direct.answers) == (2, [])


def test_each_speaker_of_a_thread_has_a_conversation(bot: Bot) -> None:
    assert "环境" in text_of(bot.say(SENTENCE))
    other = bot.say("预发", user="U0OTHER")
    assert bot.zhizao.effects() == []
    assert "actions" not in str(other.blocks) or "优惠券" not in text_of(other)


def test_nobody_else_decides_over_a_plan(bot: Bot) -> None:
    plan, before = bot.say(COUPON), len(bot.fake.ephemerals)
    assert bot.interact(bot.pressed(plan, "确认执行", user="U0OTHER")) == (200, "")
    wait_for(lambda: len(bot.fake.ephemerals) > before)
    told = bot.fake.ephemerals[-1]
    assert (told["user"], told["thread_ts"]) == ("U0OTHER", bot.thread)
    assert "已经不在等待回复" in text_of(told) or "不再" in text_of(told)
    assert (bot.zhizao.effects(), len(bot.answers)) == ([], 1)


def test_a_message_that_names_the_bot_comes_as_two_events_and_is_one(bot: Bot) -> None:
    event = bot.event("app_mention")
    bot.thread = event["event"]["ts"]
    twin = {**event, "event": {**event["event"], "type": "message"}, "event_id": "EvTwin"}
    for one in (twin, event, twin):
        assert bot.send(one) == (200, "")
    bot.answer()
    bot.say("你好")
    assert len(bot.answers) == 2


def test_each_event_is_one_run_and_one_answer_however_often_it_comes(bot: Bot) -> None:
    plan = bot.say(COUPON)
    told = bot.pressed(plan, "确认执行")
    event = bot.event("app_mention", thread_ts=bot.thread, text="<@U0BOT> 你好")
    with ThreadPoolExecutor(4) as pool:
        assert {status for status, _ in pool.map(bot.interact, [told] * 4)} == {200}
    bot.answer()
    with ThreadPoolExecutor(4) as pool:
        assert {status for status, _ in pool.map(bot.send, [event] * 4)} == {200}
    bot.answer()
    assert bot.interact(told) == bot.send(event) == (200, "")
    bot.say("你好")
    assert (len(bot.zhizao.effects()), len(bot.answers)) == (1, 4)


def test_a_retry_whose_first_delivery_was_lost_is_taken(bot: Bot) -> None:
    event = bot.event("app_mention")
    bot.thread = event["event"]["ts"]
    retried = {"X-Slack-Retry-Num": "1", "X-Slack-Retry-Reason": "http_timeout"}
    assert bot.post("events", json.dumps(event).encode(), **retried) == (200, "")
    assert "1. " in text_of(bot.answer())


def test_too_many_events_are_no_error(bot: Bot) -> None:
    assert bot.send(recorded("app_rate_limited")) == (200, "")
    assert bot.send({**recorded("app_mention"), "event": {"type": "team_join"}}) == (200, "")


def test_a_file_waits_for_the_sentence_that_speaks_of_it(bot: Bot) -> None:
    chat = bot.direct
    bot.fake.files["users.csv"] = "用户\n1234\n3100000088\n".encode("gb18030")
    shared = chat.event("file_share")
    file = shared["event"]["files"][0]
    file |= {"url_private_download": bot.fake.file("users.csv")}
    assert chat.send(shared) == (200, "")
    assert "users.csv" in text_of(chat.answer())
    chat.press(chat.say("给文件里的用户每人发放一张满50减20的优惠券,预发环境"), "确认执行")
    told = str(bot.zhizao.effects())
    assert (len(bot.zhizao.effects()), "1234" in told, "3100000088" in told) == (2, True, True)


def test_the_token_goes_to_slack_alone_and_pictures_are_not_loaded(bot: Bot) -> None:
    chat = bot.direct
    for place, name in (
        ("https://evil.example/users.csv", "users.csv"),
        ("https://files.slack.com.evil.example/users.csv", "users.csv"),
        ("https://files.slack.com@evil.example/users.csv", "users.csv"),
        ("http://files.slack.com/users.csv", "users.csv"),
        (bot.fake.file("gone.csv"), "gone.csv"),
        (bot.fake.file("photo.png"), "photo.png"),
    ):
        shared = chat.event("file_share")
        shared["event"]["files"][0] |= {"url_private_download": place, "name": name}
        assert chat.send(shared) == (200, "")
        assert name in text_of(chat.answer())


def test_guests_and_people_of_other_workspaces_are_not_let_in(bot: Bot) -> None:
    bot.fake.users |= {
        "U0GUEST": {"is_restricted": True},
        "U0SINGLE": {"is_ultra_restricted": True},
        "U0STRANGER": {"is_stranger": True, "team_id": "T0OTHER"},
        "U0MOVED": {"team_id": "T0OTHER"},
    }
    for user in ("U0GUEST", "U0SINGLE", "U0STRANGER", "U0MOVED"):
        told = text_of(bot.say(COUPON, user=user))
        assert f"zhizao people link 姓名 slack T0TEAM/{user}" in told
    outside = bot.event("outside", channel=bot.channel, thread_ts=bot.thread)
    assert bot.send(outside) == (200, "")
    assert "slack T0OTHER/U0STRANGE" in text_of(bot.answer())
    bot.fake.users["U0STRANGE"] = {"team_id": "T0OTHER"}
    theirs = bot.event("outside", channel=bot.channel, thread_ts=bot.thread)
    assert bot.send({**theirs, "team_id": "T0OTHER"}) == (200, "")
    assert "slack T0OTHER/U0STRANGE" in text_of(bot.answer())
    assert bot.zhizao.effects() == []


def test_somebody_who_cannot_be_looked_up_is_not_let_in(bot: Bot) -> None:
    assert "user_not_found" in text_of(bot.say(COUPON, user="U0NOBODY"))


def test_nothing_that_a_message_brings_becomes_a_mention_or_a_link(bot: Bot) -> None:
    told = bot.say("<!channel> <@U0EVE> <http://evil.example|点我> *x* &lt;!here&gt; `y` :bomb:")
    assert LEE not in told.text
    assert "<" not in told.text + text_of(told)


def test_an_answer_is_sent_again_where_slack_was_busy(bot: Bot) -> None:
    bot.fake.failing["chat.postMessage"] += [
        (429, "ratelimited", {"Retry-After": "1"}),
        (503, "service_unavailable", {}),
    ]
    assert "1. " in text_of(bot.say(COUPON))
    assert bot.fake.failing["chat.postMessage"] == []


def test_an_answer_whose_blocks_are_not_taken_is_told_in_words(bot: Bot) -> None:
    bot.fake.failing["chat.postMessage"].append((200, "invalid_blocks", {}))
    told = bot.say(COUPON)
    assert (told.blocks, "1. " in told.text) == ([], True)


def test_where_the_bot_was_put_out_the_speaker_is_answered_alone(bot: Bot) -> None:
    bot.fake.absent.add(bot.channel)
    assert bot.send(bot.event("app_mention")) == (200, "")
    wait_for(lambda: bool(bot.fake.in_thread(LEE, None)))
