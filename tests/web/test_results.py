"""What a run made, on the page: tables of which nothing is cut off, times on the reader's clock."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browsing import Visitor, part, press, say
from tests.web.test_looks import AXE, is_wider_than_the_screen, serious

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]
BULK = {
    "zh-CN": ("给用户1234发放3张满50减20的优惠券,预发环境", "执行"),
    "en-US": ("issue 3 coupons, 20 off 50, to user 1234 in pre-release", "Run"),
}
CUT = """[...document.querySelectorAll('.things td, .things td .text, .things time')].filter(one =>
    getComputedStyle(one).display !== 'inline' && one.scrollWidth > one.clientWidth + 1).length"""
PLACES = """(box) => [box.scrollWidth - box.clientWidth, box.getBoundingClientRect().right,
    box.querySelector('tbody td:last-child').getBoundingClientRect().right]"""


def made(page: Page, language: str) -> None:
    """Three coupons, in a table."""
    sentence, button = BULK[language]
    say(page, sentence)
    part(page, "plan").get_by_role("button", name=button, exact=True).click()
    expect(part(page, "result").get_by_role("table")).to_be_visible()


@pytest.mark.parametrize(
    ("width", "language", "dark"),
    [(1440, "zh-CN", False), (1440, "en-US", True), (400, "zh-CN", True), (400, "en-US", False)],
)
def test_no_column_is_cut_off(visitor: Visitor, width: int, language: str, dark: bool) -> None:
    page = visitor.open(width=width, language=language, dark=dark)
    made(page, language)
    assert page.evaluate(CUT) == 0
    assert not is_wider_than_the_screen(page)
    box = part(page, "result").locator(".many")
    box.scroll_into_view_if_needed()
    visitor.shoot(page)
    more, right, last = box.evaluate(PLACES)
    hint = part(page, "result").get_by_text("左右滚动" if language == "zh-CN" else "sideways")
    expect(hint).to_have_count(1 if more > 1 else 0)
    assert more > 1 or width == 1440
    box.focus()
    for _ in range(40 if more > 1 else 0):
        page.keyboard.press("ArrowRight")
    if more > 1:
        page.wait_for_function("(box) => box.scrollLeft > 0", arg=box.element_handle())
        box.evaluate("(box) => { box.scrollLeft = box.scrollWidth; }")
        _, right, last = box.evaluate(PLACES)
    assert last <= right + 1
    if AXE.exists():
        page.evaluate(AXE.read_text("utf-8"))
        assert serious(page) == []


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "America/New_York"])
def test_times_are_on_the_readers_clock_and_the_zone_is_named(visitor: Visitor, zone: str) -> None:
    page = visitor.open(zone=zone)
    made(page, "zh-CN")
    times = part(page, "result").locator("time")
    expect(times).to_have_count(9)
    said = part(page, "result").locator("pre").text_content() or ""
    shown = times.nth(6)
    moment = datetime.fromisoformat(shown.get_attribute("datetime") or "")
    there = moment.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M:%S")
    expect(shown).to_have_text(there)
    assert moment.strftime("%Y-%m-%d %H:%M:%S") in said
    assert f"工具返回：{moment:%Y-%m-%d %H:%M:%S}" in (shown.get_attribute("title") or "")
    note = part(page, "result").locator("[data-part=zone]")
    expect(note).to_contain_text(f"时间按你的时区显示：{zone}, UTC")
    visitor.shoot(page, zone.replace("/", "-"))


def test_what_is_left_out_is_struck_out_and_the_link_beside_it_is_not(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, "给用户1234发放4张满50减20的优惠券,预发环境")
    plan = part(page, "plan")
    plan.locator("summary").filter(has_text="逐个查看").click()
    row = plan.locator("tr[data-step]").first
    row.get_by_role("button", name="去掉这一步").click()
    link = row.get_by_role("button", name="保留这一步")
    expect(link).to_be_visible()
    lines = """(one) => { const found = [];
        for (let at = one; at && at.tagName !== 'TABLE'; at = at.parentElement)
            found.push(getComputedStyle(at).textDecorationLine);
        return found; }"""
    visitor.shoot(page)
    assert "line-through" not in str(link.evaluate(lines))
    assert "line-through" in str(row.locator("td").first.evaluate(lines))


def test_a_run_that_was_only_partly_done_says_so_before_it_counts(visitor: Visitor) -> None:
    page = visitor.open(language="en-US")
    say(page, "issue a 20 off 50 coupon to users 1234, 99999999 and 5678 in pre-release")
    press(page, "Run")
    told = "Partly done: 4 of 5 confirmed"
    expect(part(page, "result").locator("summary").filter(has_text=told)).to_be_visible()


@pytest.mark.parametrize(
    ("width", "language", "sentence", "bought"),
    [
        (1440, "zh-CN", "预发订单1234里买的是啥", "商品明细 × 1"),
        (400, "en-US", "what is in order 1234, pre-release", "items × 1"),
    ],
)
def test_what_an_order_holds_is_a_table_within_it(
    visitor: Visitor, width: int, language: str, sentence: str, bought: str
) -> None:
    page = visitor.open(width=width, language=language)
    say(page, sentence)
    thing = part(page, "result").locator("section.thing")
    expect(thing.get_by_role("heading", name=bought)).to_be_visible()
    held = thing.get_by_role("table").first
    expect(held.get_by_role("cell", name="招牌牛肉面")).to_be_visible()
    price = "28 元" if language == "zh-CN" else "28 yuan"
    expect(held.get_by_role("cell", name=price)).to_be_visible()
    expect(thing.get_by_role("table")).to_have_count(2)
    held.scroll_into_view_if_needed()
    assert page.evaluate(CUT) == 0
    assert not is_wider_than_the_screen(page)
    visitor.shoot(page)
    if AXE.exists():
        page.evaluate(AXE.read_text("utf-8"))
        assert serious(page) == []


def test_what_an_order_holds_stays_a_text_whatever_it_is_called(visitor: Visitor) -> None:
    page = visitor.open()
    hostile = "<img src=x onerror=alert(1)> **bold** \\u202egnp.exe"

    def replaced(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("招牌牛肉面", hostile))

    page.route("**/agui**", replaced)
    say(page, "预发订单1234里买的是啥")
    held = part(page, "result").locator("section.thing").get_by_role("table").first
    expect(held).to_contain_text("<img src=x onerror=alert(1)> **bold** ‹U+202E›gnp.exe")
    expect(held.locator("img")).to_have_count(0)
    held.scroll_into_view_if_needed()
    visitor.shoot(page)


def test_among_others_an_order_holds_its_goods_in_a_column(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, "1234在预发有哪些订单")
    table = part(page, "result").get_by_role("table")
    expect(table.get_by_role("columnheader", name="商品明细")).to_be_visible()
    expect(table.locator("tbody tr").first).to_contain_text("标题 招牌牛肉面, 单价 28 元, 件数 1")
    assert page.evaluate(CUT) == 0
    visitor.shoot(page)
