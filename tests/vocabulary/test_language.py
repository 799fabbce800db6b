"""The language of a text, which mixed sentences make hard to tell."""

import pytest

from tool_registry.vocabulary.language import language_of


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1234",
        "🙂",
        "线下",
        "给用户1234发一张券,我的 key 是 AKIAIOSFODNN7EXAMPLE,secret 是 wJalrXUtnFEMI/K7MDENG",
        "帮我在预发执行 SELECT * FROM users WHERE phone LIKE '138%'",
        "don't create新用户,给手机号13800000001发一张coupon,yufa",
        "请把 employee E-1001 的 laptop 换成 LT-0042, pre-release environment",
        "create用户",
    ],
)
def test_chinese_grammar_makes_a_sentence_chinese(text: str) -> None:
    assert language_of(text) == "zh"


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "CREATE A USER IN PRE",
        "create an employee named 张三 in pre",
        "In pre, please make one coupon of the money-off kind (单品满减券).",
        "Find the store named 海底捞火锅(望京店)",
        "How is 到店 different from 外卖?",
    ],
)
def test_chinese_names_leave_a_sentence_english(text: str) -> None:
    assert language_of(text) == "en"
