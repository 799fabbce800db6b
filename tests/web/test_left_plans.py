"""A plan that waits while its conversation is left, and opened again."""

import pytest
from playwright.sync_api import Page, expect

from tests.services.commands import Zhizao
from tests.web.browsing import COUPON, Visitor, part, press, say

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

FIELD = "优惠金额 的新值"


def left_and_opened(page: Page, how: str) -> None:
    if how == "another conversation":
        thread = page.evaluate("location.hash")
        press(page, "新对话")
        expect(part(page, "plan")).to_have_count(0)
        page.evaluate("thread => { location.hash = thread; }", thread)
    else:
        page.reload()
    expect(part(page, "plan")).to_be_visible()


@pytest.mark.parametrize("how", ["another conversation", "loaded anew"])
def test_what_was_typed_into_it_is_still_there(visitor: Visitor, zhizao: Zhizao, how: str) -> None:
    page = visitor.open()
    say(page, COUPON)
    press(page, "修改 优惠金额")
    page.get_by_label(FIELD).fill("10")
    left_and_opened(page, how)
    expect(page.get_by_label(FIELD)).to_have_value("10")
    expect(part(page, "plan")).to_contain_text("你修改的")
    visitor.shoot(page)
    press(page, "按修改执行")
    expect(part(page, "result")).to_contain_text("符合「10 元」")
    [effect] = zhizao.effects()
    assert effect["arguments"]["reduce"] == 1000


def test_what_was_taken_back_is_not(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, COUPON)
    press(page, "修改 优惠金额")
    page.get_by_label(FIELD).fill("10")
    page.keyboard.press("Escape")
    left_and_opened(page, "another conversation")
    expect(page.get_by_role("button", name="执行", exact=True)).to_be_visible()
    expect(part(page, "plan")).not_to_contain_text("你修改的")


def test_words_agree_to_it_after_that(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    say(page, COUPON)
    press(page, "修改 优惠金额")
    page.get_by_label(FIELD).fill("10")
    left_and_opened(page, "loaded anew")
    say(page, "确认")
    expect(part(page, "result")).to_contain_text("符合「10 元」")
    assert [one["arguments"]["reduce"] for one in zhizao.effects()] == [1000]
