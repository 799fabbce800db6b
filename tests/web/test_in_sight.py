"""What is in sight at a small screen's height, in which words, and what is taken back of it."""

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.services.commands import Zhizao
from tests.web.browsing import COUPON, ORDER, Visitor, agree, part, press, say, slow, tools

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

QUERY = "查询用户1234的优惠券,预发环境"
SMALL: ViewportSize = {"width": 1366, "height": 768}
PACE = re.compile(r"(?P<done>\d+) / 50(?: · 每秒 (?P<rate>[\d.]+) 个)?")
BOTH = "作废优惠券8000000000100101,再给用户1234发一张满50减20的券,预发环境"


def row(page: Page, name: str) -> Locator:
    """What was understood under that name."""
    return part(page, "intent").locator(".rows > div").filter(has_text=name).locator("dd")


def test_a_plan_is_read_from_its_beginning_with_its_buttons_in_reach(
    visitor: Visitor, zhizao: Zhizao
) -> None:
    page = visitor.open(language="zh-CN")
    page.set_viewport_size(SMALL)
    say(page, QUERY)
    expect(part(page, "result")).to_be_visible()
    say(page, ORDER)
    expect(part(page, "plan")).to_be_visible()
    expect(page.locator(".mine").last).to_be_in_viewport(ratio=1)
    expect(part(page, "intent").locator("h3")).to_be_in_viewport(ratio=1)
    expect(part(page, "plan").locator(".steps > li").first).to_be_in_viewport(ratio=1)
    run = part(page, "plan").get_by_role("button", name="执行", exact=True)
    expect(run).to_be_in_viewport(ratio=1)
    visitor.shoot(page, "plan")
    slow(zhizao, "payOrder", 2)
    agree(page)
    working = part(page, "execution").locator(".status.running")
    expect(working).to_be_in_viewport(ratio=1)
    expect(part(page, "result").locator("h3")).to_be_in_viewport(ratio=1)
    expect(part(page, "result").locator(".answer")).to_be_in_viewport(ratio=1)
    visitor.shoot(page, "result")


@pytest.mark.usefixtures("zhizao")
def test_who_scrolls_is_left_where_they_are(visitor: Visitor) -> None:
    page = visitor.open()
    page.set_viewport_size(SMALL)
    say(page, QUERY)
    expect(part(page, "result")).to_be_visible()
    say(page, ORDER)
    expect(part(page, "plan")).to_be_visible()
    page.mouse.move(800, 300)
    page.mouse.wheel(0, -2000)
    expect(page.locator(".mine").first).to_be_in_viewport(ratio=1)
    part(page, "candidates").evaluate("one => { one.open = true; }")
    expect(page.locator(".mine").first).to_be_in_viewport(ratio=1)


@pytest.mark.usefixtures("zhizao")
def test_what_was_understood_is_told_in_whole_words(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, "给用户1234下一个已支付的订单,预发环境")
    expect(row(page, "要做的事")).to_have_text("创建")
    expect(row(page, "对象")).to_have_text("交易单")
    expect(row(page, "涉及")).to_have_text("接收者 用户 1234")
    expect(row(page, "数量")).to_have_count(0)
    expect(part(page, "plan")).to_be_visible()
    say(page, "给用户1234发2张满50减20的优惠券,预发环境")
    expect(row(page, "数量")).to_have_text("2")
    expect(row(page, "对象")).to_have_text("优惠券")


@pytest.mark.usefixtures("zhizao")
def test_a_value_that_is_known_later_stands_before_its_button(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, ORDER)
    argument = part(page, "plan").locator("[data-step=s3] .arguments > div")
    store = argument.filter(has_text="门店id")
    value, edit = store.locator("code"), store.get_by_role("button", name="修改")
    expect(value).to_have_text("执行时得到")
    there, here = value.bounding_box(), edit.bounding_box()
    assert there
    assert here
    assert there["x"] + there["width"] <= here["x"]
    assert abs(there["y"] - here["y"]) < 12


def test_undoing_names_what_is_taken_back(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    say(page, COUPON)
    expect(part(page, "plan")).to_be_visible()
    say(page, "好的")
    expect(part(page, "result")).to_contain_text("成功")
    press(page, "撤销")
    expect(page.locator(".pressed")).to_have_text(f"撤销：{COUPON}")
    coupon = zhizao.effects()[0]["id"]
    expect(row(page, "对象")).to_have_text(f"优惠券 {coupon}")
    thing = f"优惠券 {coupon}（用户 1234、门槛金额 50 元、优惠金额 20 元）"
    expect(part(page, "plan").locator(".head")).to_contain_text(f"撤销：{thing}")
    expect(part(page, "plan")).to_contain_text(f"将撤销“{COUPON}”在预发留下的：{thing}。")
    expect(page.locator(".turn").last).not_to_contain_text("run-")
    visitor.shoot(page)
    agree(page)
    expect(part(page, "result")).to_contain_text("成功")
    expect(part(page, "result").get_by_role("button", name="再执行一次")).to_have_count(0)
    assert tools(zhizao) == ["issueFullReductionCoupon", "invalidateCoupon"]


@pytest.mark.usefixtures("zhizao")
def test_undoing_many_names_some_and_counts_the_rest(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, COUPON.replace("一张", "12张"))
    agree(page)
    expect(part(page, "result")).to_contain_text("成功")
    press(page, "撤销")
    expect(part(page, "plan")).to_contain_text("，另有 9 个")
    part(page, "plan").locator(".fold summary").click()
    row_of_one = part(page, "plan").locator("[data-step=s1]")
    expect(row_of_one).to_contain_text("（用户 1234、门槛金额 50 元、优惠金额 20 元）")
    chips = row(page, "对象").locator(".chip")
    expect(chips).to_have_count(9)
    visitor.shoot(page)
    press(page, "另有 4 个")
    expect(chips).to_have_count(12)


@pytest.mark.usefixtures("zhizao")
def test_only_what_can_be_undone_is_offered_and_what_stays_is_told(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, ORDER)
    steps = part(page, "plan").locator(".steps > li")
    expect(steps.filter(has_text="模拟支付")).to_contain_text("做了不能撤销")
    expect(steps.filter(has_text="创建到店交易")).not_to_contain_text("不能撤销")
    agree(page)
    stays = part(page, "result").locator("[data-part=stays]")
    expect(stays.locator("summary")).to_have_text("不能撤销")
    expect(part(page, "result").get_by_role("button", name="撤销")).to_have_count(0)
    stays.locator("summary").click()
    expect(stays.locator("li").first).to_contain_text("无法撤销“模拟支付”（交易单 ")
    expect(stays.locator("li").last).to_contain_text("只用于状态为“待支付”的")
    visitor.shoot(page, "none")
    say(page, BOTH)
    agree(page)
    expect(stays.locator("summary")).to_have_text("不能撤销的")
    press(page, "撤销能撤销的部分")
    expect(part(page, "plan")).to_contain_text("只有一部分能撤销")
    expect(part(page, "plan")).to_contain_text("无法撤销“作废券”（优惠券 8000000000100101）")
    visitor.shoot(page, "part")


@pytest.mark.usefixtures("zhizao")
def test_what_a_tool_destroys_several_times_is_warned_of_once(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, COUPON.replace("一张", "2张"))
    agree(page)
    press(page, "撤销")
    expect(part(page, "plan").get_by_role("note")).to_have_text(["作废券 × 2，预发：无法撤销。"])


@pytest.mark.usefixtures("zhizao")
def test_nothing_is_said_of_how_fast_calls_are_before_it_is_known(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, "创建50个测试用户,预发环境")
    page.evaluate(
        """() => {
            window.paces = new Set();
            const look = () => document.querySelectorAll(".pace span")
                .forEach((one) => window.paces.add(one.textContent));
            new MutationObserver(look).observe(
                document.body, { subtree: true, childList: true, characterData: true });
        }"""
    )
    agree(page)
    expect(part(page, "result")).to_contain_text("成功")
    told = [PACE.match(one) for one in page.evaluate("[...window.paces]")]
    assert len(told) > 2
    assert all(float(one["rate"]) <= int(one["done"]) for one in told if one and one["rate"])


@pytest.mark.usefixtures("zhizao")
def test_the_palette_keeps_repeats_and_undoes_the_result_in_view(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, COUPON)
    agree(page)
    expect(part(page, "result").get_by_role("button", name="撤销")).to_be_visible()
    page.keyboard.press("Control+k")
    options = page.get_by_role("dialog").get_by_role("option")
    for name in ("收藏这个请求", "再执行一次", "撤销"):
        expect(options.filter(has_text=name).first).to_be_visible()
    page.keyboard.type("收藏这个")
    page.keyboard.press("Enter")
    words = page.get_by_role("dialog").get_by_role("textbox", name="请求")
    expect(words).to_be_focused()
    expect(words).to_have_value(COUPON)
    page.keyboard.press("Escape")
    keep = part(page, "result").get_by_role("button", name="收藏", exact=True)
    keep.click()
    expect(words).to_be_focused()
    press(page, "保存")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="已收藏")).to_be_visible()
    expect(keep).to_be_focused()
    page.keyboard.press("Control+k")
    page.keyboard.type("再执行一次")
    page.keyboard.press("Enter")
    expect(page.locator(".mine")).to_have_count(2)
    expect(part(page, "plan")).to_be_visible()
