"""Keys of the page, what can be done by typing, and what the search shows."""

import pytest
from playwright.sync_api import expect

from tests.services.commands import Zhizao
from tests.web.browsing import Visitor, agree, part, press, say, slow
from tests.web.test_everyday import QUERY, box, past

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
