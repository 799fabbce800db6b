"""A conversation that the program cannot finish is handed over to a person, on the page."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.services.commands import Zhizao
from tests.web.browsing import Visitor, say

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"
HOSTILE = '<img src=x onerror="alert(1)">再试一次'


def part(page: Page, name: str) -> Locator:
    """The latest card of that kind."""
    return page.locator(f"[data-part={name}]").last


def is_wider_than_the_screen(page: Page) -> bool:
    wide: bool = page.evaluate(
        "[document.documentElement, ...document.querySelectorAll('main, main .card, dialog')]"
        ".some(one => one.scrollWidth > one.clientWidth + 1)"
    )
    return wide


def test_what_failed_is_handed_over_and_the_answer_is_shown_in_the_conversation(
    visitor: Visitor, zhizao: Zhizao
) -> None:
    fault = ["fault", "set", "issueFullReductionCoupon", "--kind", "error-before"]
    zhizao.sandbox.run(fault)
    page = visitor.open()
    say(page, COUPON)
    part(page, "plan").get_by_role("button", name="执行", exact=True).click()
    expect(part(page, "result")).to_be_visible()
    page.get_by_role("button", name="转人工", exact=True).click()
    form = page.get_by_role("form", name="转给负责人处理")
    form.get_by_role("textbox").fill("帮我看看为什么发不出来")
    visitor.shoot(page, "handing")
    form.get_by_role("button", name="转给负责人", exact=True).click()
    expect(part(page, "handover")).to_contain_text("等待答复")
    expect(page.get_by_role("button", name="转人工", exact=True)).to_have_count(0)
    conversation = page.url
    page.get_by_role("button", name="人工处理 (1)").click()
    panel = page.get_by_role("dialog", name="人工处理")
    expect(panel).to_contain_text("帮我看看为什么发不出来")
    expect(panel).to_contain_text("发放满减券")
    expect(panel).to_contain_text("江离")
    panel.get_by_role("button", name="发送答复").click()
    expect(panel.get_by_role("alert")).to_contain_text("请先写下答复")
    visitor.shoot(page, "queue")
    panel.get_by_role("textbox", name="答复").fill(HOSTILE)
    panel.get_by_role("button", name="发送答复").click()
    expect(panel).to_contain_text("已答复")
    page.goto("/")
    page.goto(conversation)
    expect(part(page, "handover")).to_contain_text(HOSTILE)
    visitor.shoot(page, "answered")
    assert zhizao.effects() == []


@pytest.mark.parametrize(("width", "dark"), [(320, False), (400, True)])
def test_it_fits_small_pages_and_is_withdrawn(
    visitor: Visitor, zhizao: Zhizao, width: int, dark: bool
) -> None:
    page = visitor.open(width=width, dark=dark, language="en-US")
    say(page, "issue a 50-20 coupon to user 1234 in pre")
    expect(part(page, "plan")).to_be_visible()
    page.get_by_role("button", name="Ask a person", exact=True).click()
    visitor.shoot(page, "handing")
    page.get_by_role("button", name="Hand over", exact=True).click()
    expect(part(page, "handover")).to_contain_text("waiting for an answer")
    assert not is_wider_than_the_screen(page)
    page.get_by_role("button", name="☰ Menu").click()
    page.get_by_role("button", name="Handed to me (1)").click()
    panel = page.get_by_role("dialog", name="Handed to me")
    expect(panel).to_contain_text("coupon")
    assert not is_wider_than_the_screen(page)
    visitor.shoot(page, "queue")
    page.keyboard.press("Escape")
    part(page, "handover").get_by_role("button", name="Withdraw it").click()
    expect(part(page, "handover")).to_contain_text("withdrawn")
    assert zhizao.effects() == []
