"""What somebody needs who is here thirty times a day: keys, history, kept requests, endings."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.services.commands import Zhizao
from tests.services.serving import Client
from tests.web.browsing import COUPON, ORDER, Visitor, agree, part, press, say, slow, tools
from tests.web.test_looks import AXE, serious

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

QUERY = "查询用户1234的优惠券,预发环境"
VOID = "把优惠券8000000000100101作废,预发环境"
BLANK = "给用户{{用户ID}}发放一张满{{门槛}}减20的优惠券,预发环境"


def box(page: Page) -> Locator:
    return page.locator(".composer textarea")


def focused(page: Page) -> Locator:
    return page.locator(":focus")


@pytest.mark.usefixtures("nothing_kept")
def test_a_request_is_made_with_the_keyboard_alone(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    expect(box(page)).to_be_focused()
    page.keyboard.type(COUPON)
    page.keyboard.press("Enter")
    expect(part(page, "plan").get_by_role("button", name="执行", exact=True)).to_be_enabled()
    expect(box(page)).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(part(page, "result")).to_contain_text("成功")
    assert len(zhizao.effects()) == 1
    expect(box(page)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(box(page)).to_have_value(COUPON)
    page.keyboard.press("ArrowDown")
    expect(box(page)).to_have_value("")
    page.keyboard.press("Control+Shift+O")
    expect(page.get_by_role("heading", name="需要什么测试数据？")).to_be_visible()
    expect(box(page)).to_be_focused()


@pytest.mark.usefixtures("nothing_kept")
def test_a_message_sent_while_a_run_is_at_work_follows_it(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    say(page, ORDER)
    slow(zhizao, "payOrder", 2)
    agree(page)
    expect(part(page, "execution").locator(".status.running")).to_be_visible()
    say(page, COUPON)
    expect(page.locator(".wishes")).to_contain_text("本次运行结束后发送")
    expect(page.locator(".mine")).to_have_count(2)
    expect(part(page, "plan")).to_contain_text("发放满减券")
    expect(box(page)).to_have_value("")
    assert "issueFullReductionCoupon" not in tools(zhizao)


@pytest.mark.usefixtures("nothing_kept")
def test_a_yes_before_the_plan_is_seen_is_no_consent(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/api/agui", hold_the_first)
    say(page, COUPON)
    say(page, "好的")
    expect(page.locator(".wishes")).to_contain_text("本次运行结束后发送")
    held[0].continue_()
    run = part(page, "plan").get_by_role("button", name="执行", exact=True)
    expect(run).to_be_enabled()
    expect(box(page)).to_have_value("好的")
    assert zhizao.effects() == []
    box(page).press("Enter")
    expect(part(page, "result")).to_contain_text("成功")


@pytest.mark.usefixtures("nothing_kept")
def test_what_is_typed_behind_a_press_is_a_message_and_no_second_press(
    visitor: Visitor, zhizao: Zhizao
) -> None:
    page = visitor.open()
    say(page, QUERY)
    expect(part(page, "result")).to_contain_text("成功")
    page.get_by_role("button", name="再执行一次").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".turn")).to_have_count(2)
    expect(box(page)).to_be_focused()
    page.keyboard.type("再 来")
    expect(box(page)).to_have_value("再 来")
    expect(page.locator("[data-part=result]")).to_have_count(2)
    box(page).fill(COUPON)
    page.keyboard.press("Enter")
    part(page, "plan").get_by_role("button", name="不执行", exact=True).press("Enter")
    expect(box(page)).to_be_focused()
    expect(part(page, "result")).to_contain_text("没有执行")
    expect(page.locator(".turn").last).not_to_contain_text("等待你的回复")
    assert zhizao.effects() == []


@pytest.mark.usefixtures("nothing_kept")
def test_an_answer_in_words_alone_is_no_success(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, "讲讲明天的天气")
    expect(part(page, "result").get_by_role("heading", level=3)).to_have_text("回复")
    expect(past(page, "讲讲明天的天气").get_by_role("img", name="回复")).to_be_visible()
    say(page, QUERY)
    expect(part(page, "result").get_by_role("heading", level=3)).to_have_text("✓ 成功")
    say(page, "谢谢")
    expect(part(page, "result").get_by_role("heading", level=3)).to_have_text("回复")
    expect(past(page, "讲讲明天的天气").get_by_role("img", name="成功")).to_be_visible()


@pytest.mark.usefixtures("nothing_kept")
def test_a_default_that_was_set_in_words_is_shown_at_once(visitor: Visitor) -> None:
    page = visitor.open()
    picker = page.get_by_role("combobox", name="环境")
    expect(picker).to_have_value("")
    say(page, "以后默认用预发")
    expect(picker).to_have_value("pre")
    say(page, "这次在日常环境建个用户")
    expect(part(page, "plan")).to_contain_text("日常(线下)")
    press(page, "不执行")
    press(page, "设置")
    expect(page.get_by_role("combobox", name="默认环境")).to_have_value("pre")
    page.get_by_role("combobox", name="默认环境").select_option("")


@pytest.mark.usefixtures("nothing_kept")
def test_a_plan_that_destroys_has_its_button_selected_first(
    visitor: Visitor, zhizao: Zhizao
) -> None:
    page = visitor.open()
    say(page, VOID)
    expect(part(page, "plan")).to_contain_text("会删除或作废")
    expect(part(page, "plan").get_by_role("button", name="执行", exact=True)).to_be_enabled()
    page.keyboard.press("Control+Enter")
    expect(part(page, "plan").get_by_role("button", name="执行", exact=True)).to_be_focused()
    assert zhizao.effects() == []
    page.keyboard.press("Enter")
    expect(part(page, "result")).to_be_visible()
    assert len(zhizao.effects()) == 1


def past(page: Page, text: str) -> Locator:
    return page.get_by_role("navigation").get_by_role("listitem").filter(has_text=text)


def deed(page: Page, text: str, name: str) -> None:
    past(page, text).hover()
    past(page, text).get_by_role("button", name="对话操作").click()
    page.get_by_role("menuitem", name=name, exact=True).click()


@pytest.mark.usefixtures("nothing_kept", "zhizao")
def test_conversations_are_named_pinned_found_and_deleted(
    visitor: Visitor, service: Client
) -> None:
    for text in (COUPON, QUERY):
        service.request("POST", "/api/requests", {"text": text, "review": "unasked"})
    page = visitor.open()
    groups = page.get_by_role("navigation").get_by_role("heading", level=2)
    expect(groups).to_have_text(["今天"])
    expect(past(page, COUPON).get_by_role("img", name="成功")).to_be_visible()
    deed(page, COUPON, "重命名")
    focused(page).fill("券的回归")
    page.keyboard.press("Enter")
    deed(page, "券的回归", "置顶")
    expect(groups).to_have_text(["置顶", "今天"])
    visitor.shoot(page)
    page.get_by_label("搜索对话").fill("回归")
    expect(past(page, QUERY)).to_have_count(0)
    page.get_by_label("搜索对话").fill("")
    deed(page, QUERY, "删除")
    asked = past(page, "从历史和记忆里删除")
    expect(asked).to_be_visible()
    assert page.locator(".sidebar .list").evaluate("e => e.scrollWidth <= e.clientWidth")
    assert asked.locator("p").evaluate(
        "e => e.clientHeight > 1.5 * parseInt(getComputedStyle(e).lineHeight)"
    )
    page.keyboard.press("Enter")
    expect(past(page, QUERY)).to_be_visible()
    deed(page, QUERY, "删除")
    past(page, "从历史和记忆里删除").get_by_role("button", name="删除").click()
    expect(groups).to_have_text(["置顶"])
    assert len(service.request("GET", "/api/conversations")[1]) == 1


@pytest.mark.usefixtures("nothing_kept", "zhizao")
def test_the_palette_finds_conversations_requests_and_commands(
    visitor: Visitor, service: Client
) -> None:
    service.request("POST", "/api/requests", {"text": QUERY, "review": "unasked"})
    service.request("POST", "/api/favourites", {"text": BLANK, "name": "两个空"})
    page = visitor.open()
    page.keyboard.press("Control+k")
    options = page.get_by_role("dialog").get_by_role("option")
    expect(options.first).to_contain_text("两个空")
    visitor.shoot(page)
    page.keyboard.type("查询用户1234")
    expect(options).to_have_count(1)
    expect(options.first).to_contain_text(QUERY)
    page.keyboard.press("Enter")
    expect(part(page, "result")).to_be_visible()
    page.keyboard.press("Control+k")
    page.keyboard.type("预发 优惠券 空")
    expect(options.first).to_contain_text("两个空")
    page.keyboard.press("Enter")
    expect(box(page)).to_have_value(BLANK)
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    page.keyboard.type("没有这样的东西")
    expect(page.get_by_role("status").filter(has_text="没有找到")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(box(page)).to_be_focused()


@pytest.mark.usefixtures("nothing_kept", "zhizao")
@pytest.mark.parametrize(
    ("language", "width", "dark"), [("zh-CN", 1440, False), ("en-GB", 400, True)]
)
def test_tab_goes_from_the_palettes_box_to_a_named_button(
    visitor: Visitor, service: Client, language: str, width: int, dark: bool
) -> None:
    for number in range(12):
        body = {"text": BLANK, "name": f"{number} {'and on ' * 9}"}
        service.request("POST", "/api/favourites", body)
    page = visitor.open(language=language, width=width, dark=dark)
    page.keyboard.press("Control+k")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("option").nth(9)).to_be_attached()
    page.keyboard.press("Tab")
    close = dialog.get_by_role("button", name="关闭" if language == "zh-CN" else "Close")
    expect(close).to_be_focused()
    visitor.shoot(page, language)
    page.keyboard.press("Shift+Tab")
    expect(dialog.get_by_role("combobox")).to_be_focused()
    page.keyboard.press("End")
    for _ in range(9):
        page.keyboard.press("ArrowDown")
    expect(dialog.locator("[aria-selected=true]")).to_be_in_viewport()
    page.evaluate(AXE.read_text("utf-8"))
    assert serious(page) == []
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(box(page)).to_be_focused()


@pytest.mark.usefixtures("zhizao")
@pytest.mark.parametrize(
    ("language", "title"), [("zh-CN", "快捷键"), ("en-GB", "Keyboard shortcuts")]
)
def test_the_help_sheet_opens_by_its_key(visitor: Visitor, language: str, title: str) -> None:
    page = visitor.open(language=language)
    page.get_by_role("main").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name=title)).to_contain_text("Ctrl")
    visitor.shoot(page, language)
    page.keyboard.press("Escape")
    page.get_by_role("main").focus()
    page.keyboard.press("/")
    expect(box(page)).to_be_focused()
    expect(box(page)).to_have_value("")


@pytest.mark.usefixtures("zhizao")
def test_what_is_typed_behind_a_dialog_goes_where_it_went_before(visitor: Visitor) -> None:
    page = visitor.open()
    page.keyboard.type("ask ")
    for sheet in ("", "快捷键"):
        page.keyboard.press("Control+k")
        if sheet:
            page.get_by_role("dialog").get_by_role("option", name=sheet).click()
            expect(page.get_by_role("dialog", name=sheet)).to_be_visible()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(box(page)).to_be_focused()
        page.keyboard.type("on")
    expect(box(page)).to_have_value("ask onon")


HIDE = "Object.defineProperty(document, 'hidden', {get: () => window.away ?? false})"
NOTE = """window.told = [];
window.Notification = class { constructor(title, {body}) { window.told.push([title, body]); }
  static permission = 'granted'; static requestPermission = async () => 'granted'; close() {} };"""


@pytest.mark.usefixtures("zhizao")
def test_the_end_of_a_run_out_of_sight_is_told(visitor: Visitor) -> None:
    page = visitor.open()
    page.evaluate(HIDE)
    page.evaluate(f"() => {{ {NOTE} }}")
    press(page, "设置")
    page.get_by_label("执行结束时通知").select_option("on")
    page.keyboard.press("Escape")
    page.evaluate("window.away = true")
    say(page, QUERY)
    expect(part(page, "result")).to_be_visible()
    assert page.evaluate("window.told") == [["成功", QUERY]]
    assert page.title().startswith("● 成功")
    # What was agreed to by a word is told by what it was the word for.
    page.evaluate("window.away = false")
    say(page, COUPON)
    expect(part(page, "plan")).to_be_visible()
    page.evaluate("window.away = true")
    say(page, "是")
    expect(page.locator("[data-part=result]")).to_have_count(2)
    assert page.evaluate("window.told.at(-1)") == ["成功", COUPON]
    page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    assert not page.title().startswith("●")


@pytest.mark.usefixtures("zhizao")
def test_environments_have_colours_and_density_is_kept(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, COUPON)
    expect(part(page, "plan")).to_be_visible()
    colour = "e => getComputedStyle(e.querySelector('header')).borderInlineStartColor"
    first = part(page, "plan").evaluate(colour)
    say(page, COUPON.replace("预发", "日常"))
    expect(page.locator("[data-part=plan]")).to_have_count(2)
    assert part(page, "plan").evaluate(colour) != first
    press(page, "设置")
    page.get_by_label("密度").select_option("compact")
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-density", "compact")
    expect(part(page, "plan")).to_be_visible()
    visitor.shoot(page, "compact")


SMALL = """() => [...document.querySelectorAll('button, a[href], input, select, textarea, summary')]
  .filter(e => e.checkVisibility() && !e.closest('.unseen, .skip, .segments, [aria-hidden]'))
  .map(e => [e.getBoundingClientRect(), e])
  .filter(([r]) => r.width > 0 && r.height < 43.5 && r.right > 0 && r.left < innerWidth)
  .map(([r, e]) => `${e.tagName} ${e.className} ${e.textContent.slice(0, 20)} ${r.height}`)"""


@pytest.mark.usefixtures("nothing_kept", "zhizao")
def test_a_finger_has_room(visitor: Visitor) -> None:
    page = visitor.open(width=400, touch=True)
    looks: list[Callable[[], None]] = [
        lambda: None,
        lambda: say(page, COUPON),
        lambda: agree(page),
    ]
    for place, look in enumerate(looks):
        look()
        if place:
            expect(part(page, "plan" if place == 1 else "result")).to_be_visible()
        assert page.evaluate(SMALL) == []
    for name in ("设置", "常用请求", "我创建的数据"):
        press(page, "☰ 菜单")
        assert page.evaluate(SMALL) == []
        page.get_by_role("dialog").get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        visitor.shoot(page, name)
        assert page.evaluate(SMALL) == []
        page.keyboard.press("Escape")


@pytest.mark.usefixtures("nothing_kept", "zhizao")
@pytest.mark.parametrize("dark", [False, True])
def test_nothing_hinders_a_screen_reader(visitor: Visitor, service: Client, dark: bool) -> None:
    service.request("POST", "/api/favourites", {"text": BLANK, "name": "<b>两个空</b>"})
    service.request("POST", "/api/requests", {"text": QUERY, "review": "unasked"})
    page = visitor.open(dark=dark, language="en-GB")
    page.evaluate(AXE.read_text("utf-8"))
    assert serious(page) == []
    past(page, QUERY).hover()
    past(page, QUERY).get_by_role("button", name="Actions for").click()
    assert serious(page) == []
    page.keyboard.press("Escape")
    for key, name in (("Control+k", "Commands and search"), ("?", "Keyboard shortcuts")):
        page.get_by_role("main").focus()
        page.keyboard.press(key)
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        assert serious(page) == []
        visitor.shoot(page, f"{name}-{dark}")
        page.keyboard.press("Escape")
    page.get_by_role("navigation").get_by_role("button", name="My requests").click()
    expect(page.get_by_role("dialog")).to_contain_text("<b>两个空</b>")
    assert serious(page) == []
