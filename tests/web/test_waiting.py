"""Plans that wait for their time, as a tester sees them on the page."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.services.commands import Zhizao
from tests.services.serving import Client
from tests.web.browsing import Visitor, say

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"


def part(page: Page, name: str) -> Locator:
    """The latest card of that kind."""
    return page.locator(f"[data-part={name}]").last


def schedule(page: Page, choice: str = "1 小时后") -> None:
    """Agrees to the plan that is shown for a time that the form offers."""
    plan = part(page, "plan")
    plan.get_by_role("button", name="稍后执行…", exact=True).click()
    plan.get_by_role("button", name=choice, exact=True).click()
    plan.get_by_role("button", name="安排在").click()
    expect(part(page, "scheduled")).to_contain_text("已安排")


def waiting(service: Client) -> list[dict[str, Any]]:
    return service.request("GET", "/api/scheduled")[1]


def bring_forward(service: Client, seconds: float) -> None:
    """The one plan that waits does so for that long from now."""
    [one] = waiting(service)
    at = (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat()
    assert service.request("PUT", f"/api/scheduled/{one['run_id']}", {"at": at})[0] == 200


def cancel_all(service: Client) -> None:
    for one in waiting(service):
        service.request("DELETE", f"/api/scheduled/{one['run_id']}")


def test_a_plan_is_put_off_moved_and_then_runs_before_ones_eyes(
    visitor: Visitor, zhizao: Zhizao, service: Client
) -> None:
    page = visitor.open()
    say(page, COUPON)
    part(page, "plan").get_by_role("button", name="稍后执行…", exact=True).click()
    expect(part(page, "plan").get_by_role("button", name="安排在")).to_be_visible()
    visitor.shoot(page, "choosing")
    form = part(page, "plan").get_by_role("form", name="什么时候执行")
    form.get_by_label("日期和时间").fill("2020-01-01T09:00")
    expect(form.get_by_role("alert")).to_contain_text("已经过去")
    part(page, "plan").get_by_role("button", name="稍后执行…", exact=True).first.click()
    schedule(page)
    expect(page.locator("article")).to_have_count(1)
    expect(part(page, "scheduled")).to_contain_text("还有 1 小时")
    visitor.shoot(page, "scheduled")
    page.reload()
    card = part(page, "scheduled")
    expect(card).to_contain_text("已安排")
    card.get_by_role("button", name="改时间", exact=True).click()
    card.get_by_role("button", name="明天 9:00", exact=True).click()
    card.get_by_role("button", name="改到").click()
    expect(card).to_contain_text("09:00 执行")
    assert zhizao.effects() == []
    bring_forward(service, 3)
    page.reload()
    expect(part(page, "result")).to_contain_text("成功")
    expect(part(page, "execution")).to_contain_text("发放满减券")
    expect(page.locator("[data-part=scheduled]")).to_have_count(0)
    visitor.shoot(page, "done")
    page.reload()
    expect(part(page, "result")).to_contain_text("成功")
    assert len(zhizao.effects()) == 1


@pytest.mark.usefixtures("zhizao")
def test_a_time_that_is_said_is_on_the_clock_of_the_page(visitor: Visitor, service: Client) -> None:
    """The browser stands in another zone than the service."""
    page = visitor.open(zone="Pacific/Kiritimati")
    say(page, f"明天上午9点{COUPON}")
    plan = part(page, "plan")
    expect(plan).to_contain_text("09:00")
    expect(plan.get_by_role("button", name="安排在")).to_contain_text("09:00")
    visitor.shoot(page, "zone")
    plan.get_by_role("button", name="安排在").click()
    expect(part(page, "scheduled")).to_contain_text("09:00")
    [one] = waiting(service)
    here = ZoneInfo("Pacific/Kiritimati")
    assert (one["zone"], datetime.fromtimestamp(one["due_at"], here).hour) == (here.key, 9)
    cancel_all(service)


def test_all_that_waits_stands_in_one_list_and_is_cancelled_there(
    visitor: Visitor, zhizao: Zhizao, service: Client
) -> None:
    page = visitor.open()
    say(page, COUPON)
    schedule(page)
    page.get_by_role("button", name="定时执行 (1)").click()
    panel = page.get_by_role("dialog", name="定时执行")
    expect(panel).to_contain_text(COUPON)
    visitor.shoot(page, "list")
    panel.get_by_role("button", name="取消定时").click()
    expect(panel).to_contain_text("没有等待执行的计划")
    page.keyboard.press("Escape")
    expect(part(page, "result")).to_contain_text("已取消")
    assert (waiting(service), zhizao.effects()) == ([], [])


def test_in_another_conversation_its_end_is_told(
    visitor: Visitor, zhizao: Zhizao, service: Client
) -> None:
    page = visitor.open()
    say(page, COUPON)
    schedule(page)
    bring_forward(service, 4)
    page.get_by_role("button", name="新对话").click()
    page.reload()
    notice = page.locator(".notice")
    expect(notice).to_contain_text("定时执行的请求有结果了（成功）")
    visitor.shoot(page, "notice")
    notice.get_by_role("button", name="打开对话").click()
    expect(part(page, "result")).to_contain_text("成功")
    assert len(zhizao.effects()) == 1


def test_an_end_that_was_seen_in_its_conversation_is_not_told_again(
    visitor: Visitor, zhizao: Zhizao, service: Client
) -> None:
    page = visitor.open()
    say(page, COUPON)
    schedule(page)
    bring_forward(service, 4)
    page.get_by_role("button", name="新对话").click()
    page.reload()
    notice = page.locator(".notice")
    expect(notice).to_contain_text("定时执行的请求有结果了")
    page.get_by_role("navigation").get_by_role("listitem").locator("button").first.click()
    expect(part(page, "result")).to_contain_text("成功")
    expect(notice).to_have_count(0)
    page.get_by_role("button", name="新对话").click()
    expect(page.get_by_role("heading", name="需要什么测试数据？")).to_be_visible()
    expect(notice).to_have_count(0)


@pytest.mark.parametrize(("width", "dark"), [(400, False), (1440, True), (320, True)])
def test_it_fits_small_and_dark_pages(
    visitor: Visitor, zhizao: Zhizao, service: Client, width: int, dark: bool
) -> None:
    page = visitor.open(width=width, dark=dark, language="en-US")
    say(page, "issue a 50-20 coupon to user 1234 in pre")
    plan = part(page, "plan")
    plan.get_by_role("button", name="Run later…", exact=True).click()
    plan.get_by_role("button", name="Tomorrow 9:00").click()
    visitor.shoot(page, "choosing")
    plan.get_by_role("button", name="Schedule for").click()
    expect(part(page, "scheduled")).to_contain_text("Scheduled")
    visitor.shoot(page, "waiting")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cancel_all(service)
    assert zhizao.effects() == []


def test_a_time_that_was_said_is_when_the_plan_runs(
    visitor: Visitor, zhizao: Zhizao, service: Client
) -> None:
    page = visitor.open()
    say(page, f"明天上午9点{COUPON}")
    plan = part(page, "plan")
    expect(plan).to_contain_text("09:00")
    expect(plan.get_by_role("form", name="什么时候执行")).to_have_count(0)
    visitor.shoot(page, "said")
    plan.get_by_role("button", name="安排在").click()
    expect(part(page, "scheduled")).to_contain_text("已安排")
    (one,) = waiting(service)
    assert datetime.fromtimestamp(one["due_at"], ZoneInfo(one["zone"])).hour == 9
    cancel_all(service)
    assert zhizao.effects() == []


def test_words_move_what_is_scheduled_and_call_it_off(
    visitor: Visitor, zhizao: Zhizao, service: Client
) -> None:
    page = visitor.open()
    say(page, COUPON)
    schedule(page)
    say(page, "改到明天9点")
    expect(part(page, "result")).to_contain_text("已改时间")
    [one] = waiting(service)
    assert datetime.fromtimestamp(one["due_at"], ZoneInfo(one["zone"])).hour == 9
    say(page, "取消")
    expect(part(page, "result")).to_contain_text("已取消这次定时执行")
    expect(part(page, "scheduled")).to_have_count(0)
    assert (waiting(service), zhizao.effects()) == ([], [])
    visitor.shoot(page, "called-off")
