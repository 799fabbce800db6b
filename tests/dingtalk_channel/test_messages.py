"""Talking to the bot by HTTP callbacks."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.dingtalk_channel.conftest import COUPON, Bot, said_by, text_of
from tests.services.commands import wait_for


def test_a_plan_is_shown_and_runs_when_its_button_is_pressed(bot: Bot) -> None:
    card = bot.say(COUPON)
    assert (card["msgtype"], bot.zhizao.effects()) == ("actionCard", [])
    assert "1. **" in text_of(card)
    done = bot.press(card, "确认")
    assert "成功" in text_of(done)
    assert len(bot.zhizao.effects()) == 1


def test_a_plan_that_is_declined_does_nothing(bot: Bot) -> None:
    done = bot.press(bot.say(COUPON), "不执行")
    assert (bot.zhizao.effects(), "✓" in text_of(done)) == ([], False)


def test_what_was_made_is_taken_back_by_a_button(bot: Bot) -> None:
    done = bot.press(bot.say(COUPON), "确认")
    undone = bot.press(done, "撤销")
    if "确认" in str(undone):
        undone = bot.press(undone, "确认")
    assert "成功" in text_of(undone)
    assert len(bot.zhizao.effects()) == 2


def test_a_question_is_answered_in_the_same_conversation(bot: Bot) -> None:
    asked = bot.say("给用户1234发放一张满50减20的优惠券")
    assert "环境" in text_of(asked)
    card = bot.say("预发")
    assert bot.zhizao.effects() == []
    bot.press(card, "确认")
    assert len(bot.zhizao.effects()) == 1


def test_english_is_answered_in_english(bot: Bot) -> None:
    card = bot.say("issue a coupon of 20 off 50 to user 1234 in pre-release")
    done = bot.press(card, "Run it")
    assert "succeeded" in text_of(done)


def test_each_event_is_one_run_and_one_answer_however_often_it_comes(bot: Bot) -> None:
    card = bot.say(COUPON)
    told = bot.payload("text_single", text={"content": said_by(card, "确认")})
    with ThreadPoolExecutor(4) as pool:
        assert {status for status, _ in pool.map(bot.post, [told] * 4)} == {200}
    bot.answer()
    assert bot.post(told)[0] == 200
    bot.say("你好")
    assert (len(bot.zhizao.effects()), bot.seen) == (1, len(bot.answers))


def test_nobody_else_decides_over_a_plan(bot: Bot) -> None:
    card = bot.say(COUPON, "text_group")
    told = bot.press(card, "确认", name="text_group", senderStaffId="user999", senderId="s999")
    assert bot.zhizao.effects() == []
    assert "已经不在等待回复" in text_of(told) or "不再" in text_of(told)


def test_in_a_group_the_one_who_asked_is_mentioned(bot: Bot) -> None:
    done = bot.press(bot.say(COUPON, "text_group"), "不执行", name="text_group")
    assert done["at"]["atUserIds"] == ["user123"]
    assert "@user123" in text_of(done)


def test_rich_texts_and_voice_are_read(bot: Bot) -> None:
    for name in ("rich_text", "audio"):
        assert bot.post(bot.payload(name))[0] == 200
        assert "actionCard" in bot.answer()


def test_a_picture_is_told_to_be_none_of_ours(bot: Bot) -> None:
    assert bot.post(bot.payload("picture"))[0] == 200
    assert "文字" in text_of(bot.answer())


def test_a_file_waits_for_the_sentence_that_speaks_of_it(bot: Bot) -> None:
    bot.fake.files["code-of-users"] = "用户\n1234\n3100000088\n".encode("gb18030")
    assert bot.post(bot.payload("file"))[0] == 200
    assert "users.csv" in text_of(bot.answer())
    card = bot.say("给文件里的用户每人发放一张满50减20的优惠券,预发环境")
    bot.press(card, "确认")
    told = str(bot.zhizao.effects())
    assert (len(bot.zhizao.effects()), "1234" in told, "3100000088" in told) == (2, True, True)


def test_a_list_of_ids_in_the_message_is_as_many_coupons(bot: Bot) -> None:
    card = bot.say("给用户1234、3100000088各发放一张满50减20的优惠券,预发环境")
    bot.press(card, "确认")
    assert len(bot.zhizao.effects()) == 2


def test_people_of_other_companies_are_not_let_in(bot: Bot) -> None:
    assert bot.post(bot.payload("outside"))[0] == 200
    told = text_of(bot.answer())
    assert "zhizao people link" in told
    assert bot.zhizao.effects() == []


def test_nothing_that_a_message_brings_becomes_a_link(bot: Bot) -> None:
    told = text_of(bot.say("[点我](http://evil.example) <b>x</b> ![p](http://evil.example/p.png)"))
    assert "](" not in told
    assert "<b>" not in told


def test_an_answer_is_sent_again_where_the_platform_was_busy(bot: Bot) -> None:
    bot.fake.errcodes.append(-1)
    assert "actionCard" in bot.say(COUPON)


def test_an_answer_behind_the_end_of_its_address_goes_by_the_api(bot: Bot) -> None:
    before = len(bot.fake.robot)
    for name in ("text_single", "text_group"):
        assert bot.post(bot.payload(name, sessionWebhookExpiredTime=1_000))[0] == 200
    wait_for(lambda: len(bot.fake.robot) == before + 2)
    found = dict(bot.fake.robot[before:])
    assert found["oToMessages/batchSend"]["userIds"] == ["user123"]
    assert found["groupMessages/send"]["openConversationId"] == bot.place
    assert "dtmd://" in found["groupMessages/send"]["msgParam"]["text"]


@pytest.mark.parametrize("expired", [False, True])
def test_a_token_that_has_ended_is_renewed(bot: Bot, expired: bool) -> None:
    before = len(bot.fake.robot)
    bot.fake.tokens += expired
    assert bot.post(bot.payload("text_single", sessionWebhookExpiredTime=1_000))[0] == 200
    wait_for(lambda: len(bot.fake.robot) == before + 1)
