"""Texts behind their names hold no requests, and nouns that nobody knows are of no kind."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("订单1302退款,原因不想要了,预发", "不想要了"),
        ("订单1302退款,原因:发错了餐具,预发", "发错了餐具"),
        ("refund order 1302 in pre, reason: out of stock", "out of stock"),
        ('refund order 1302, reason "he changed his mind", pre', "he changed his mind"),
        ("refund order 1302, reason out of stock in pre", "out of stock"),
    ],
)
async def test_a_reason_is_all_that_stands_behind_its_name(
    talk: Talk, said: str, reason: str
) -> None:
    talk.review = "always"
    answer = await talk.say(said)
    assert [one.arguments.get("reason") for one in answer.chain] == [reason, None], answer.question


async def test_a_number_joined_to_its_unit_is_a_number(talk: Talk) -> None:
    talk.review = "always"
    answer = await talk.say('leave a 1-star review on 1303 saying "cold food, late", daily')
    [step] = answer.chain
    assert (step.arguments["score"], step.arguments["content"]) == (1, "cold food, late")


@pytest.mark.parametrize(
    ("said", "noun"),
    [
        ("send a push notification to user 1234 in pre", "a push notification"),
        ("give 1234 a gift card in pre", "a gift card"),
    ],
)
async def test_a_noun_that_nobody_knows_is_made_by_nothing(
    talk: Talk, said: str, noun: str
) -> None:
    answer = await talk.say(said)
    assert (answer.chain, talk.effects()) == ((), [])
    assert f"which kind of data “{noun}” stands for" in answer.summary.text


async def test_another_form_of_a_known_noun_is_that_noun(talk: Talk) -> None:
    talk.review = "always"
    answer = await talk.say("add a comment on order 1303 in pre, 5 points")
    assert [one.tool for one in answer.chain] == ["commerce/createReview"]


async def test_what_cannot_be_checked_is_told_in_the_language_of_the_sentence(talk: Talk) -> None:
    answer = await talk.say("日常 5678 最近一笔支付成功了吗 用的啥支付方式")
    assert "verify" not in answer.summary.text


async def test_a_question_repeats_the_sentence_as_it_was_typed(talk: Talk) -> None:
    said = "1303开票了没?没开的话按公司抬头开一张电子发票,抬头“测试科技有限公司”"
    answer = await talk.say(said)
    assert said in (answer.question or "")
