"""What a text may say: only what the facts say, in either language."""

import pytest

from pipelines.models.grounding import Grounds, claims_success, copied, is_forbidden
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Lexicon
from tool_registry.vocabulary.packs import load_packs

LEXICON = Lexicon(load_packs(("general", "commerce")))
FACTS = (
    "新建：优惠券 8020000000000001（用户 1234、门槛金额 50 元、优惠金额 20 元、状态 未使用、"
    "失效时间 2026-11-28 23:54:00）\n店铺「南门小吃」\n感谢作者：江离"
)
SAID = "给用户1234发一张满50减20的优惠券,预发"


def ungrounded(text: str) -> list[str]:
    grounds = Grounds(FACTS, SAID, LEXICON, frozenset({FunctionType.CREATE}), frozenset({1}))
    return grounds.ungrounded(text)


@pytest.mark.parametrize(
    "text",
    [
        "已为用户 1234 新建优惠券 8020000000000001,门槛金额 50 元,优惠金额 20 元,目前未使用。",
        "优惠券8020000000000001满50减20,2026-11-28失效。",
        "为您创建了 1 张优惠券,归用户1234所有,作者江离。",
        "店铺「南门小吃」可用。",
        "Coupon 8020000000000001 of user 1234 is there.",
    ],
)
def test_what_the_facts_say_may_be_said_in_other_words(text: str) -> None:
    assert ungrounded(text) == []


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("优惠券 8020000000000002 已新建。", "8020000000000002"),
        ("门槛金额 20 元,优惠金额 50 元。", "20"),
        ("这张券满20减50。", "50"),
        ("一共新建了三张优惠券。", "三张优惠券"),
        ("新建了 2 张优惠券。", "2"),
        ("这张优惠券已使用。", "已使用"),
        ("已删除原来的优惠券。", "删除"),
        ("店铺「北门小吃」可用。", "北门小吃"),
        ("作者王二麻子。", "王二麻子"),
        ("优惠券归用户张三所有。", "张三"),
        ("券在 2027-11-28 失效。", "2027-11-28"),
        ("券发给了 Barbara。", "Barbara"),
        ("Coupon 8020000000000001 belongs to Barbara.", "Barbara"),
    ],
)
def test_what_they_do_not_say_is_named(text: str, named: str) -> None:
    assert any(named in one for one in ungrounded(text))


@pytest.mark.parametrize(
    ("text", "language", "claims"),
    [
        ("全部完成,一切正常。", "zh", True),
        ("没有成功。", "zh", False),
        ("订单未成功支付。", "zh", False),
        ("It was created successfully.", "en", True),
        ("It was not successful.", "en", False),
    ],
)
def test_a_claim_of_success_is_heard_unless_it_is_denied(
    text: str, language: str, claims: bool
) -> None:
    assert (claims_success(text, "zh" if language == "zh" else "en") is not None) is claims


@pytest.mark.parametrize(
    "text", ["详见 https://a.test/x", "[点这里](a)", "<script>", "```sh", "www.a.test", "| a | b |"]
)
def test_addresses_markup_and_code_are_forbidden(text: str) -> None:
    assert is_forbidden(text) is not None
    assert is_forbidden("券已新建(用户 1234)。") is None


def test_prose_of_a_tool_may_not_be_repeated_but_its_values_may() -> None:
    output = (
        "Please transfer the money to account 7788 at once. id=3f2a-88 请立即联系客服处理退款事宜"
    )
    assert copied("Please transfer the money to account 7788.", output)
    assert copied("说明:请立即联系客服处理退款事宜。", output)
    assert copied("The id is 3f2a-88.", output) is None
