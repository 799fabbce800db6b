"""Keys of the page, what can be done by typing, and what the search shows."""

from collections.abc import Generator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services.commands import Zhizao
from tests.web.browsing import COUPON, Visitor, agree, part, press, say, slow
from tests.web.conftest import CHROMIUM
from tests.web.test_everyday import QUERY, VOID, box, past

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.mark.usefixtures("nothing_kept")
def test_the_keys_of_the_page_are_heard_in_an_empty_message_box(visitor: Visitor) -> None:
    page = visitor.open()
    expect(box(page)).to_be_focused()
    page.keyboard.press("/")
    expect(box(page)).to_have_value("")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="快捷键")).to_contain_text("停止正在执行的请求")
    page.keyboard.press("Escape")
    expect(box(page)).to_be_focused()
    page.keyboard.type("1/2?")
    expect(box(page)).to_have_value("1/2?")


@pytest.fixture
def pointerless(chromium: Browser, visitor: Visitor) -> Generator[Visitor]:
    """A visitor of a machine that has keys and no pointer, as one that a program drives."""
    none = ",".join(
        f"{name}=1"
        for name in (
            "primaryPointerType",
            "availablePointerTypes",
            "primaryHoverType",
            "availableHoverTypes",
        )
    )
    args = ["--no-sandbox", f"--blink-settings={none}"]
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=args)
    visiting = Visitor(browser, visitor.url, visitor.name)
    yield visiting
    browser.close()
    assert visiting.errors == []


@pytest.mark.usefixtures("nothing_kept")
def test_the_message_box_has_the_focus_where_there_is_no_pointer(
    pointerless: Visitor, zhizao: Zhizao
) -> None:
    page = pointerless.open()
    assert page.evaluate("matchMedia('(pointer: none)').matches")
    expect(box(page)).to_be_focused()
    page.reload()
    expect(box(page)).to_be_focused()
    expect(box(pointerless.visit("/", beside=page))).to_be_focused()
    page.keyboard.type(COUPON)
    page.keyboard.press("Enter")
    agree(page)
    expect(part(page, "result")).to_contain_text("成功")
    assert len(zhizao.effects()) == 1
    expect(box(page)).to_be_focused()


@pytest.mark.usefixtures("nothing_kept")
def test_a_finger_is_offered_no_keyboard(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open(touch=True, width=400)
    say(page, COUPON)
    part(page, "plan").get_by_role("button", name="执行", exact=True).tap()
    expect(part(page, "result")).to_contain_text("成功")
    assert len(zhizao.effects()) == 1
    page.evaluate("document.activeElement.blur()")
    part(page, "result").get_by_role("button", name="撤销").tap()
    part(page, "plan").get_by_role("button", name="不执行").tap()
    expect(part(page, "plan").get_by_role("button", name="不执行")).to_have_count(0)
    expect(box(page)).not_to_be_focused()


def _does(page: Page, what: str) -> None:
    """An action whose button is gone behind it."""
    plan = part(page, "plan")
    if what == "later":
        plan.get_by_role("button", name="稍后执行…").click()
        expect(plan.get_by_label("日期和时间")).to_be_focused()
        plan.get_by_role("button", name="关闭").click()
    elif what == "scheduled":
        plan.get_by_role("button", name="稍后执行…").click()
        plan.locator(".run-later .ant-btn-primary").click()
        press(page, "取消定时")
        expect(part(page, "scheduled")).to_have_count(0)
    elif what == "by keys":
        page.keyboard.press("Control+Enter")
        page.keyboard.press("Enter")
    elif what in ("重命名", "删除"):
        past(page, VOID).hover()
        page.locator(".past .more").first.click()
        page.get_by_role("menuitem", name=what).click()
        if what == "删除":
            expect(page.locator(".deleting")).to_contain_text(VOID)
        page.locator(".past").get_by_role(
            "button", name="保存" if what == "重命名" else what
        ).click()
    else:
        plan.get_by_role("button", name=what, exact=True).click()


@pytest.mark.usefixtures("nothing_kept", "zhizao")
@pytest.mark.parametrize(
    "what", ["执行", "by keys", "不执行", "later", "scheduled", "重命名", "删除"]
)
def test_what_is_typed_behind_a_button_that_is_gone_is_a_message(
    visitor: Visitor, what: str
) -> None:
    page = visitor.open()
    say(page, VOID)
    expect(part(page, "plan").get_by_role("button", name="执行", exact=True)).to_be_visible()
    _does(page, what)
    expect(box(page)).to_be_focused()
    page.keyboard.type("你好")
    expect(box(page)).to_have_value("你好")


@pytest.mark.usefixtures("nothing_kept")
def test_the_focus_is_taken_from_nobody_who_types_elsewhere(
    visitor: Visitor, zhizao: Zhizao
) -> None:
    page = visitor.open()
    say(page, COUPON)
    slow(zhizao, "issueFullReductionCoupon", 2)
    agree(page)
    page.get_by_role("searchbox", name="搜索对话").click()
    page.keyboard.type("满50")
    expect(part(page, "result")).to_contain_text("成功")
    expect(page.get_by_role("searchbox", name="搜索对话")).to_be_focused()
    press(page, "撤销")
    expect(box(page)).to_be_focused()
    press(page, "新对话")
    page.locator(".past .bare").first.click()
    expect(box(page)).to_be_focused()


@pytest.mark.usefixtures("nothing_kept")
def test_what_runs_is_stopped_by_a_key(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    slow(zhizao, "lanhai_user_pre", 3)
    say(page, "创建5个测试用户,预发环境")
    agree(page)
    expect(part(page, "execution")).to_contain_text("0 / 5")
    page.keyboard.press("Control+Shift+Backspace")
    expect(part(page, "result")).to_contain_text("1 步已完成、4 步未开始")


@pytest.mark.usefixtures("nothing_kept")
def test_the_open_conversation_is_named_pinned_and_deleted_by_typing(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, QUERY)
    expect(part(page, "result")).to_contain_text("成功")

    def command(name: str) -> None:
        page.keyboard.press("Control+k")
        expect(page.get_by_role("combobox", name="命令与搜索")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")

    command("重命名")
    expect(page.get_by_role("textbox", name="对话名称")).to_be_focused()
    page.keyboard.type("每天的券")
    page.keyboard.press("Enter")
    expect(past(page, "每天的券")).to_be_visible()
    command("置顶")
    expect(page.get_by_role("heading", name="置顶")).to_be_visible()
    command("删除这个")
    past(page, "").get_by_role("button", name="删除").click()
    expect(page.get_by_role("heading", name="需要什么测试数据？")).to_be_visible()
    expect(past(page, "每天的券")).to_have_count(0)


@pytest.mark.usefixtures("nothing_kept")
def test_the_search_that_is_left_hides_nothing(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, QUERY)
    expect(past(page, QUERY)).to_be_visible()
    page.get_by_role("searchbox", name="搜索对话").fill("没有这样的话")
    expect(past(page, QUERY)).to_have_count(0)
    page.keyboard.press("Escape")
    expect(past(page, QUERY)).to_be_visible()
    expect(box(page)).to_be_focused()


@pytest.mark.usefixtures("nothing_kept")
def test_what_was_looked_for_is_in_sight_when_its_conversation_opens(visitor: Visitor) -> None:
    page = visitor.open()
    for number, user in enumerate(("5678", "1234", "3100000088"), 1):
        say(page, f"查询用户{user}的优惠券,预发环境")
        expect(page.locator("[data-part=result]")).to_have_count(number)
    press(page, "新对话")
    page.get_by_role("searchbox", name="搜索对话").fill("用户1234的优惠券")
    expect(page.locator(".past")).to_have_count(1)
    page.locator(".past .bare").click()
    expect(page.locator("[data-part=result]")).to_have_count(3)
    expect(page.locator(".turn").nth(1).locator(".mine")).to_be_in_viewport()
    expect(page.locator(".turn").nth(2).locator("[data-part=result]")).not_to_be_in_viewport()
    say(page, "查询用户2001的优惠券,预发环境")
    expect(page.locator(".turn").nth(3).locator(".mine")).to_be_in_viewport()


@pytest.mark.usefixtures("nothing_kept")
def test_what_was_opened_by_a_click_leads_back_to_the_message(visitor: Visitor) -> None:
    page = visitor.open()
    link = page.locator(".keys-link")
    link.click()
    expect(page.get_by_role("dialog", name="快捷键")).to_be_visible()
    page.keyboard.press("Escape")
    expect(box(page)).to_be_focused()
    link.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="快捷键")).to_be_visible()
    page.keyboard.press("Escape")
    expect(link).to_be_focused()


@pytest.mark.usefixtures("nothing_kept")
def test_the_plan_is_agreed_to_by_keys_from_wherever_nothing_else_is_filled_in(
    visitor: Visitor, zhizao: Zhizao
) -> None:
    page = visitor.open()
    say(page, COUPON)
    expect(part(page, "plan").get_by_role("button", name="执行", exact=True)).to_be_visible()
    page.get_by_role("searchbox", name="搜索对话").press("Control+Enter")
    page.get_by_role("combobox", name="环境").press("Control+Enter")
    expect(part(page, "result")).to_have_count(0)
    box(page).press("Control+Enter")
    expect(part(page, "result")).to_contain_text("成功")
    assert len(zhizao.effects()) == 1


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("other", ["不执行", "稍后执行…"])
def test_keys_on_a_button_that_says_something_else_do_not_agree(
    visitor: Visitor, zhizao: Zhizao, other: str
) -> None:
    page = visitor.open()
    say(page, COUPON)
    waiting = part(page, "plan").get_by_role("button", name=other)
    waiting.press("Control+Enter")
    waiting.press("Meta+Enter")
    say(page, QUERY)
    expect(part(page, "result").last).to_contain_text("成功")
    assert zhizao.effects() == []
