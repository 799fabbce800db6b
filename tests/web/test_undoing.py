"""A plan that undoes, on the page: what each step takes back, and what is left out."""

import pytest
from playwright.sync_api import expect

from tests.services.commands import Zhizao
from tests.web.browsing import Visitor, agree, part, press, say

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]
TWO = "预发给用户1234、5678各发一张满50减20的优惠券"


def voided(zhizao: Zhizao) -> list[str]:
    return [str(one["id"]) for one in zhizao.effects() if one["tool"] == "invalidateCoupon"]


def test_a_step_that_is_left_out_on_the_page_stays_done(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    say(page, TWO)
    agree(page)
    expect(part(page, "result")).to_contain_text("成功")
    first, second = (str(one["id"]) for one in zhizao.effects())
    press(page, "撤销")
    steps = part(page, "plan").locator(".steps > li")
    expect(steps.filter(has_text=first)).to_contain_text("（用户 1234、门槛金额 50 元")
    expect(steps.filter(has_text=second)).to_contain_text("（用户 5678、门槛金额 50 元")
    steps.filter(has_text=second).get_by_role("button", name="去掉这一步").click()
    visitor.shoot(page)
    press(page, "按修改执行")
    expect(page.locator("[data-part=result]")).to_have_count(2)
    expect(part(page, "result")).to_contain_text("成功")
    assert voided(zhizao) == [first]
