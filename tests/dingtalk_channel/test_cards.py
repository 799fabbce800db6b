"""AI cards: progress that grows, the answer on the same card, presses that come back."""

import json
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager

import pytest

from tests.dingtalk_channel.conftest import COUPON, Bot, text_of
from tests.dingtalk_channel.fake import Shown
from tests.services.commands import wait_for
from tool_registry.base.ids import digest

Opened = Callable[..., AbstractContextManager[Bot]]


@pytest.fixture
def bot(open_bot: Opened) -> Generator[Bot]:
    with open_bot(dingtalk_card="template-1") as opened:
        yield opened
    assert opened.fake.problems == []


def card_of(bot: Bot, told: dict[str, object]) -> Shown:
    """The card that answers a message, once it is complete."""
    id = digest(["dingtalk", str(told["msgId"])])[:32]
    wait_for(lambda: id in bot.fake.cards and len(bot.fake.cards[id].flow) > 1)
    return bot.fake.cards[id]


def test_the_card_begins_at_work_and_ends_with_the_answer(bot: Bot) -> None:
    told = bot.payload("text_group", text={"content": COUPON})
    bot.post(told)
    card = card_of(bot, told)
    assert (card.template, card.space) == ("template-1", f"dtv1.card//IM_GROUP.{bot.place}")
    assert (card.finalized, card.flow) == (True, ["2", "3"])
    assert "dtmd://" in card.contents[-1]
    assert bot.answers[bot.seen :] == []


def test_a_press_of_a_card_runs_its_plan_once(bot: Bot) -> None:
    told = bot.payload("text_group", text={"content": COUPON})
    bot.post(told)
    content = card_of(bot, told).contents[-1]
    run = content.partition("%23")[2][:20]
    params = {"press": f"#{run}.y"}
    inner = json.dumps({"cardPrivateData": {"actionIds": ["agree"], "params": params}})
    pressed = bot.payload("card_press", spaceId=bot.place, content=inner)
    for _ in range(3):
        assert bot.post(pressed, "cards")[0] == 200
    wait_for(lambda: len(bot.zhizao.effects()) == 1)
    wait_for(lambda: any("成功" in card.contents[-1] for card in bot.fake.cards.values()))
    assert len(bot.zhizao.effects()) == 1


def test_a_card_that_takes_nothing_any_more_is_answered_by_a_message(bot: Bot) -> None:
    bot.fake.closed_cards = True
    try:
        assert "actionCard" in bot.say(COUPON)
    finally:
        bot.fake.closed_cards = False


def test_without_its_template_a_press_of_nothing_is_one_sentence(open_bot: Opened) -> None:
    with open_bot() as bot:
        assert bot.post(bot.payload("card_press"), "cards")[0] == 200
        wait_for(lambda: bool(bot.fake.robot))
        assert "不" in bot.fake.robot[-1][1]["msgParam"]["text"]
        assert text_of(bot.say(COUPON))
