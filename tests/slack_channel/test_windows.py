"""Choices, and forms in windows of their own."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from pipelines.messages import say
from tests.services.commands import wait_for
from tests.slack_channel.conftest import Bot, text_of
from tests.slack_channel.fake import Shown

BLUE = "给用户1234发放一张满50减20的蓝色优惠券,预发环境"
GIFT = "给用户1234发一份满减大礼包,预发环境"
COUPON = "满减券"


def opened(bot: Bot) -> tuple[Shown, dict[str, Any]]:
    """A form as it is shown, and its window."""
    offered = bot.say(GIFT)
    shown = bot.press(offered, "发放满减券")
    return shown, bot.open(shown, "填写")


def labels(view: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["label"]["text"]: one for one in view["blocks"] if "label" in one}


def label(view: dict[str, Any], part: str) -> str:
    [found] = [one for one in labels(view) if part in one]
    return found


def test_a_choice_is_made_by_its_button(bot: Bot) -> None:
    offered = bot.say(BLUE)
    assert "1. 为用户1234：发放满减券" in text_of(offered)
    done = bot.press(offered, "1. ")
    if "确认执行" in str(done.blocks):
        done = bot.press(done, "确认执行")
    assert [one["tool"] for one in bot.zhizao.effects()] == ["issueFullReductionCoupon"]


def test_a_form_is_a_window_with_what_is_known_filled_in(bot: Bot) -> None:
    _, view = opened(bot)
    fields = labels(view)
    person = fields[label(view, "havanaId")]
    assert (person["element"]["initial_value"], person["optional"]) == ("1234", False)
    assert fields[label(view, "门槛")]["element"]["type"] == "number_input"


def test_values_of_a_window_are_run_once(bot: Bot) -> None:
    _, view = opened(bot)
    typed = {label(view, "门槛"): "80", label(view, "优惠金额"): "30"}
    with ThreadPoolExecutor(3) as pool:
        sent = [pool.submit(bot.submit, view, **typed) for _ in range(3)]
        assert [one.result() for one in sent] == [(200, "")] * 3
    assert bot.submit(view, **typed) == (200, "")
    done = bot.answer()
    if "确认执行" in str(done.blocks):
        bot.press(done, "确认执行")
    wait_for(lambda: bool(bot.zhizao.effects()))
    assert [one["change"]["after"]["discountAmount"] for one in bot.zhizao.effects()] == [3000]


@pytest.mark.parametrize("wrong", ["abc", "1e999", "-", "nan"])
def test_what_cannot_be_stands_below_its_field_and_the_window_stays(bot: Bot, wrong: str) -> None:
    _, view = opened(bot)
    threshold, less = label(view, "门槛"), label(view, "优惠金额")
    status, told = bot.submit(view, **{threshold: wrong, less: "30"})
    assert (status, told["response_action"]) == (200, "errors")
    assert list(told["errors"]) == [labels(view)[threshold]["block_id"]]
    assert wrong in next(iter(told["errors"].values()))
    assert bot.submit(view, **{threshold: "80", less: "30"}) == (200, "")
    assert "80" in text_of(bot.answer())


def test_a_value_that_the_tool_does_not_take_is_told_below_its_field_too(bot: Bot) -> None:
    _, view = opened(bot)
    many = label(view, say("zh", "choices.count"))
    typed = {label(view, "门槛"): "80", label(view, "优惠金额"): "30", many: "0"}
    status, told = bot.submit(view, **typed)
    assert (status, list(told["errors"])) == (200, [labels(view)[many]["block_id"]])
    assert bot.zhizao.effects() == []


def test_a_form_is_for_its_asker_alone(bot: Bot) -> None:
    shown, view = opened(bot)
    told = bot.pressed(shown, "填写", user="U0OTHER")
    before = len(bot.fake.ephemerals)
    assert bot.interact(told) == (200, "")
    wait_for(lambda: len(bot.fake.ephemerals) > before)
    assert told["trigger_id"] not in bot.fake.views
    status, answer = bot.submit(view, user="U0OTHER")
    assert (status, answer["response_action"]) == (200, "errors")
    assert bot.zhizao.effects() == []


def test_a_window_of_a_question_that_is_over_says_so(bot: Bot) -> None:
    _, view = opened(bot)
    bot.say("你好")
    status, told = bot.submit(view)
    assert (status, told["response_action"]) == (200, "errors")
    assert bot.zhizao.effects() == []


def test_a_search_asks_for_its_words_in_a_window(bot: Bot) -> None:
    offered = bot.say(BLUE)
    searches = [b for b in offered.blocks if "accessory" in b and '"open"' in str(b)]
    view = bot.open(offered, searches[0]["text"]["text"])
    [name] = labels(view)
    assert bot.submit(view, **{name: "冻结"}) == (200, "")
    assert "冻结用户" in text_of(bot.answer())


def test_a_trigger_that_has_ended_is_no_error(bot: Bot) -> None:
    shown, _ = opened(bot)
    told = bot.pressed(shown, "填写")
    bot.fake.triggers.clear()
    before = len(bot.fake.ephemerals)
    assert bot.interact(told) == (200, "")
    wait_for(lambda: len(bot.fake.ephemerals) > before)
    assert "再点一次" in bot.fake.ephemerals[-1]["text"]
    assert bot.open(shown, "填写")["title"]["text"]


@pytest.mark.parametrize(
    "changed",
    [
        {"type": "view_closed"},
        {"type": "message_action"},
        {"actions": [{"action_id": "other", "type": "static_select"}]},
    ],
)
def test_what_is_none_of_ours_is_let_be(bot: Bot, changed: dict[str, Any]) -> None:
    shown = bot.say("你好")
    told = {**bot.pressed(bot.say(BLUE), "1. "), **changed}
    assert bot.interact(told) == (200, "")
    assert (shown.changes, bot.zhizao.effects()) == (0, [])
