"""A plan that can no longer be run by the time that somebody agrees to it."""

import pytest
from playwright.sync_api import Page, expect

from tests.services.commands import Zhizao
from tests.services.serving import Client
from tests.web.browsing import COUPON, Visitor, agree, part, press, say, tools

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


def run_buttons(page: Page, count: int) -> None:
    expect(page.get_by_role("button", name="执行", exact=True)).to_have_count(count)


def test_what_was_agreed_to_in_another_tab_is_shown_in_this_one(
    visitor: Visitor, zhizao: Zhizao
) -> None:
    visitor.forgive("422")
    page = visitor.open()
    say(page, COUPON)
    expect(part(page, "plan")).to_be_visible()
    other = visitor.visit(page.url, beside=page)
    run_buttons(other, 1)
    agree(page)
    expect(part(page, "result")).to_contain_text("成功")
    agree(other)
    expect(other.get_by_role("alert")).to_contain_text("已经不再等待")
    expect(part(other, "result")).to_contain_text("成功")
    run_buttons(other, 0)
    expect(other.get_by_text("没有执行")).to_have_count(0)
    visitor.shoot(other)
    assert tools(zhizao) == ["issueFullReductionCoupon"]
    say(other, "你好")
    expect(other.get_by_role("alert")).to_have_count(0)


def test_a_plan_whose_tool_is_gone_waits_no_more(
    visitor: Visitor, service: Client, zhizao: Zhizao
) -> None:
    page = visitor.open()
    say(page, COUPON)
    expect(part(page, "plan")).to_be_visible()
    retired = {"tools": ["commerce/issueFullReductionCoupon"], "agreed": True}
    assert service.request("POST", "/api/tools/retire", retired)[0] == 200
    agree(page)
    for _ in ("at once", "told again"):
        alert = part(page, "plan").get_by_role("alert")
        expect(alert).to_contain_text("这份计划已经不再等待： 计划中的工具")
        run_buttons(page, 0)
        page.reload()
    visitor.shoot(page)
    press(page, "按这句话重新计划")
    expect(page.locator(".turn")).to_have_count(2)
    assert tools(zhizao) == []
