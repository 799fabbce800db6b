"""Messages that are nothing but manners, consent or an opening, and what they open."""

import pytest

from pipelines.intent.dialogue.reply_patterns import is_whole
from pipelines.intent.rules.small_talk import manners


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("谢啦", "thanks"),
        ("好的谢谢", "thanks"),
        ("thx!", "thanks"),
        ("Thank you so much", "thanks"),
        ("hello", "greeting"),
        ("好的", "noted"),
        ("谢谢,再来两个", None),
        ("thanks, one more", None),
        ("create a user", None),
        ("", None),
    ],
)
def test_manners_are_told_from_work(text: str, kind: str | None) -> None:
    assert manners(text) == kind


@pytest.mark.parametrize("text", ["嗯 退", "可以,发吧", "yep do it", "go ahead", "确定", "好的"])
def test_an_agreement_may_name_the_deed(text: str) -> None:
    assert is_whole("assent", text)


@pytest.mark.parametrize(
    "text", ["算了,先别退", "太多了 不要了", "no no 别退了", "leave it", "cancel that", "不用了"]
)
def test_a_refusal_says_nothing_else(text: str) -> None:
    assert is_whole("refusal", text)
    assert not is_whole("assent", text)


@pytest.mark.parametrize("text", ["不对,是外卖的", "no, just 2", "别建新用户,给1234发张券"])
def test_a_no_with_a_wish_is_no_refusal(text: str) -> None:
    assert not is_whole("refusal", text)
