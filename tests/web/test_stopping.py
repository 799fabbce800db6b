"""A run that somebody stops: what was made is told, what is lost is looked for."""

import pytest
from playwright.sync_api import Page, expect

from tests.services.commands import Zhizao
from tests.web.browsing import ORDER, Visitor, agree, part, press, say, slow, tools

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


def test_a_stopped_run_says_what_exists(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    slow(zhizao, "payOrder", 20)
    say(page, ORDER)
    agree(page)
    expect(part(page, "execution")).to_contain_text("执行中")
    expect(part(page, "execution")).to_contain_text("创建到店交易完成")
    visitor.shoot(page, "running")
    part(page, "execution").get_by_role("button", name="停止", exact=True).dblclick()
    expect(part(page, "execution")).to_contain_text("等在途的调用结束")
    expect(part(page, "result")).to_have_count(0)
    press(page, "立即中断（在途调用的结果将不明）")
    expect(part(page, "result")).to_contain_text("结果未知")
    made = next(str(one["id"]) for one in zhizao.effects())
    things = part(page, "result").get_by_role("region", name="交易单")
    expect(things.get_by_text(made, exact=True)).to_have_count(1)
    visitor.shoot(page, "stopped")
    zhizao.sandbox.run(["fault", "clear"])
    press(page, "查明结果")
    expect(part(page, "result").get_by_role("button", name="查明结果")).to_be_enabled()
    assert tools(zhizao).count("payOrder") <= 1
    visitor.shoot(page, "found-out")


def test_a_stop_in_the_middle_of_many_keeps_what_was_made(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    slow(zhizao, "lanhai_user_pre", 6)
    say(page, "创建12个测试用户,预发环境")
    agree(page)
    expect(part(page, "execution")).to_contain_text("0 / 12")
    press(page, "停止")
    expect(part(page, "result")).to_contain_text("1 步已完成、11 步未开始")
    visitor.shoot(page)
    assert tools(zhizao) == ["lanhai_user_pre"]


@pytest.mark.parametrize("word", ["停止", "stop!"])
def test_the_word_on_the_button_stops_as_the_button_does(
    visitor: Visitor, zhizao: Zhizao, word: str
) -> None:
    page = visitor.open()
    slow(zhizao, "lanhai_user_pre", 6)
    say(page, "创建12个测试用户,预发环境")
    agree(page)
    expect(part(page, "execution")).to_contain_text("0 / 12")
    say(page, word)
    expect(page.locator(".composer textarea")).to_have_value("")
    expect(part(page, "result")).to_contain_text("1 步已完成、11 步未开始")
    expect(page.locator(".turn")).to_have_count(1)
    assert tools(zhizao) == ["lanhai_user_pre"]


def stopped(visitor: Visitor, zhizao: Zhizao) -> Page:
    """A run that makes twelve users, stopped in its first call."""
    page = visitor.open()
    slow(zhizao, "lanhai_user_pre", 3)
    say(page, "创建12个测试用户,预发环境")
    agree(page)
    expect(part(page, "execution")).to_contain_text("0 / 12")
    press(page, "停止")
    return page


def test_what_words_have_made_of_the_rest_stands_with_what_was_there(
    visitor: Visitor, zhizao: Zhizao
) -> None:
    page = stopped(visitor, zhizao)
    expect(part(page, "result")).to_contain_text("11 步未开始")
    say(page, "把剩下的做完")
    expect(part(page, "plan").last).to_contain_text("11 个调用")
    agree(page)
    expect(part(page, "result").last).to_contain_text("之前已经有 1 条，这次 11 条")
    assert tools(zhizao) == ["lanhai_user_pre"] * 12


def test_what_a_stopped_run_has_left_is_done_by_one_button(
    visitor: Visitor, zhizao: Zhizao
) -> None:
    page = stopped(visitor, zhizao)
    press(page, "做完剩下的 11 个")
    expect(page.locator(".composer textarea")).to_be_focused()
    expect(part(page, "plan")).to_contain_text("11 个调用")
    expect(part(page, "plan")).to_contain_text("已经完成的不会再做")
    expect(page.locator(".turn").last).to_contain_text("做完剩下的：创建12个测试用户,预发环境")
    visitor.shoot(page)
    assert tools(zhizao) == ["lanhai_user_pre"]
    agree(page)
    expect(part(page, "result")).to_contain_text("成功")
    assert tools(zhizao) == ["lanhai_user_pre"] * 12
    expect(page.get_by_role("button", name="做完剩下的 11 个")).to_have_count(0)
    page.reload()
    expect(page.locator(".turn")).to_have_count(2)
    # The last card has all of them, and so has its file.
    expect(part(page, "result")).to_contain_text("之前已经有 1 条，这次 11 条")
    expect(part(page, "result").get_by_role("heading", level=4)).to_have_text("用户 × 12")
    with page.expect_download() as saved:
        part(page, "result").get_by_role("button", name="下载 CSV").click()
    assert len(saved.value.path().read_text("utf-8-sig").splitlines()) == 13
    expect(page.locator(".turn").last).to_contain_text("做完剩下的：创建12个测试用户,预发环境")
