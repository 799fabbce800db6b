"""The chat page as a tester uses it: from a sentence to data, and back."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.services.commands import Zhizao
from tests.services.serving import Client
from tests.web.browsing import (
    COUPON,
    ORDER,
    Cable,
    Visitor,
    agree,
    part,
    press,
    say,
    slow,
    tools,
)

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


def test_a_sentence_becomes_a_plan_data_and_nothing_again(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    say(page, COUPON)
    expect(part(page, "intent")).to_contain_text("创建数据")
    expect(part(page, "intent").locator("mark")).to_contain_text(
        ["用户1234", "50", "20", "预发环境"]
    )
    expect(part(page, "plan")).to_contain_text("换算50 → 5000")
    visitor.shoot(page, "plan")
    assert zhizao.effects() == []
    agree(page)
    result = part(page, "result")
    expect(result).to_contain_text("成功")
    expect(result.get_by_role("list", name="逐条核对")).to_contain_text("优惠券已创建")
    expect(part(page, "execution")).to_contain_text("发放满减券")
    expect(page.locator("article")).to_have_count(1)
    visitor.shoot(page, "result")
    press(page, "撤销")
    expect(part(page, "plan")).to_contain_text("作废券")
    agree(page)
    expect(page.locator("[data-part=result]")).to_have_count(2)
    expect(page.locator("[data-part=result]").first).to_contain_text("已撤销")
    expect(page.locator(".pressed")).to_have_text(f"撤销：{COUPON}")
    expect(page.get_by_text("已撤销", exact=True)).to_have_count(1)
    page.reload()
    expect(page.get_by_text("已撤销", exact=True)).to_have_count(1)
    visitor.shoot(page, "undone")
    assert tools(zhizao) == ["issueFullReductionCoupon", "invalidateCoupon"]


def test_a_missing_environment_is_answered_with_a_button(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    say(page, "给用户1234发放一张满50减20的优惠券")
    expect(part(page, "question")).to_contain_text("哪个环境")
    expect(part(page, "intent")).to_contain_text("还缺环境")
    visitor.shoot(page)
    press(page, "预发")
    agree(page)
    expect(part(page, "result")).to_contain_text("成功")
    assert [one["environment"] for one in zhizao.effects()] == ["pre"]


def test_a_question_is_answered_in_words(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    say(page, "给用户1234发放一张满50减20的优惠券")
    expect(part(page, "question")).to_be_visible()
    say(page, "线下")
    agree(page)
    expect(part(page, "result")).to_contain_text("成功")
    assert [one["environment"] for one in zhizao.effects()] == ["daily"]


def test_a_reader_of_english_is_told_in_english(visitor: Visitor) -> None:
    page = visitor.open(language="en-US")
    say(page, COUPON)
    plan = part(page, "plan")
    expect(plan).to_contain_text("threshold")
    expect(part(page, "intent")).to_contain_text("recipient")
    plan.get_by_role("button", name="Run", exact=True).click()
    expect(part(page, "result").get_by_role("group", name="Data")).to_contain_text("coupon")
    visitor.shoot(page)


def test_what_is_typed_counts_at_once_in_the_unit_that_is_shown(
    visitor: Visitor, zhizao: Zhizao
) -> None:
    page = visitor.open()
    say(page, COUPON)
    expect(part(page, "plan")).to_contain_text("50 元")
    press(page, "修改 优惠金额")
    box = page.get_by_label("优惠金额 的新值")
    box.fill("许多")
    expect(page.get_by_role("alert")).to_contain_text("请填数字")
    expect(page.get_by_role("button", name="按修改执行")).to_be_disabled()
    assert zhizao.effects() == []
    box.fill("10")
    expect(part(page, "plan")).to_contain_text("最小 0.01")
    visitor.shoot(page)
    press(page, "按修改执行")
    expect(part(page, "result")).to_contain_text("符合「10 元」")
    expect(part(page, "intent").get_by_role("definition")).to_contain_text(["10 元"])
    [effect] = zhizao.effects()
    assert effect["arguments"]["reduce"] == 1000


@pytest.mark.parametrize(("before", "word"), [("", "确认"), ("不对，给5678", "好的")])
def test_words_agree_to_what_is_typed_by_then(
    visitor: Visitor, zhizao: Zhizao, before: str, word: str
) -> None:
    page = visitor.open()
    say(page, COUPON)
    press(page, "修改 优惠金额")
    page.get_by_label("优惠金额 的新值").fill("10")
    if before:
        say(page, before)
        expect(page.get_by_text("这份计划没有执行")).to_be_visible()
    say(page, word)
    expect(part(page, "result")).to_contain_text("5 条中 5 条已确认")
    expect(part(page, "plan").last).to_contain_text("10 元")
    visitor.shoot(page)
    [effect] = zhizao.effects()
    assert effect["arguments"]["reduce"] == 1000


def test_an_edit_is_taken_back_with_escape(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    say(page, COUPON)
    press(page, "修改 优惠金额")
    page.get_by_label("优惠金额 的新值").fill("10")
    page.keyboard.press("Escape")
    agree(page)
    expect(part(page, "result")).to_be_visible()
    [effect] = zhizao.effects()
    assert effect["arguments"]["reduce"] == 2000


def test_many_are_one_row_with_a_table_at_the_end(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    say(page, "给用户1234发放12张满50减20的优惠券,预发环境")
    plan = part(page, "plan")
    expect(plan.locator("[data-group]")).to_contain_text("× 12")
    expect(plan.locator("[data-group]")).to_contain_text("20 元")
    expect(plan.locator("footer")).to_contain_text("将在预发执行：发放满减券 × 12。")
    press(page, "修改 优惠金额")
    box = page.get_by_label("优惠金额 的新值")
    box.fill("")
    expect(page.get_by_role("alert")).to_contain_text("请填写")
    expect(page.get_by_role("button", name="按修改执行")).to_be_disabled()
    box.fill("15")
    visitor.shoot(page, "plan")
    press(page, "按修改执行")
    expect(part(page, "execution")).to_contain_text("12 / 12")
    result = part(page, "result")
    expect(result.get_by_role("row")).to_have_count(13)
    result.get_by_role("button", name="编号", exact=True).click()
    expect(result.locator("th[aria-sort=ascending]")).to_contain_text("编号")
    with page.expect_download() as saved:
        result.get_by_role("button", name="下载 CSV").click()
    lines = saved.value.path().read_text("utf-8-sig").splitlines()
    assert lines[0].startswith("编号,")
    assert len(lines) == 13
    visitor.shoot(page, "result")
    assert [one["arguments"]["reduce"] for one in zhizao.effects()] == [1500] * 12


def test_a_step_is_left_out(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    say(page, ORDER)
    press(page, "去掉这一步")
    expect(page.locator("[data-step].dropped")).to_contain_text("模拟支付")
    visitor.shoot(page)
    press(page, "按修改执行")
    expect(part(page, "result")).to_be_visible()
    assert tools(zhizao) == ["createDaodianOrder"]


def test_a_cancelled_plan_changes_nothing(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    say(page, COUPON)
    press(page, "不执行")
    expect(part(page, "result")).to_contain_text("没有执行")
    expect(page.locator("article")).to_have_count(1)
    page.reload()
    expect(part(page, "result")).to_contain_text("没有执行")
    expect(page.locator("article")).to_have_count(1)
    expect(page.get_by_role("button", name="执行", exact=True)).to_have_count(0)
    assert zhizao.effects() == []


@pytest.mark.parametrize("word", ["yes", "好的"])
def test_a_plan_that_is_agreed_to_by_a_word_is_not_told_as_left(
    word: str, visitor: Visitor, zhizao: Zhizao
) -> None:
    page = visitor.open(language="en-US")
    say(page, COUPON)
    press(page, "Run")
    expect(part(page, "result")).to_be_visible()
    say(page, "undo that")
    say_when_asked(page, word)
    expect(page.locator("[data-part=result]")).to_have_count(2)
    assert tools(zhizao)[-1] == "invalidateCoupon"
    for _ in ("live", "reloaded"):
        expect(page.get_by_text("You agreed to this plan")).to_be_visible()
        expect(page.get_by_text("This plan was not run")).to_have_count(0)
        page.reload()
    expect(page.get_by_role("button", name="Plan this sentence again")).to_have_count(0)


def test_a_plan_that_another_request_follows_is_told_as_left(visitor: Visitor) -> None:
    page = visitor.open(language="en-US")
    say(page, COUPON)
    say_when_asked(page, "look up user 1234, pre-release")
    expect(part(page, "result")).to_be_visible()
    expect(page.get_by_text("This plan was not run: there is a later message")).to_be_visible()


def test_a_reloaded_page_goes_on_with_what_runs(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    slow(zhizao, "payOrder", 1.5)
    say(page, ORDER)
    agree(page)
    expect(part(page, "execution")).to_contain_text("执行中")
    page.reload()
    expect(part(page, "execution")).to_contain_text("执行中")
    expect(part(page, "result")).to_contain_text("成功")
    expect(part(page, "result").get_by_text("不能撤销")).to_be_visible()
    shown, steps = (part(page, name).inner_text() for name in ("result", "execution"))
    page.reload()
    expect(part(page, "result")).to_have_text(shown, use_inner_text=True)
    assert part(page, "execution").inner_text() == steps
    assert re.search(r"· (1\.[5-9]|[2-9]\.\d) s", steps)
    expect(page.locator("article")).to_have_count(1)
    assert tools(zhizao) == ["createDaodianOrder", "payOrder"]


def test_a_broken_connection_loses_and_repeats_nothing(
    visitor: Visitor, zhizao: Zhizao, cable: Cable
) -> None:
    visitor.url = f"http://127.0.0.1:{cable.port}"
    page = visitor.open()
    slow(zhizao, "payOrder", 1.5)
    say(page, ORDER)
    agree(page)
    expect(part(page, "execution")).to_contain_text("执行中")
    cable.cut()
    expect(page.get_by_text("正在重新连接")).to_be_visible()
    visitor.shoot(page)
    cable.mend()
    expect(part(page, "result")).to_contain_text("成功")
    assert part(page, "result").inner_text().count("感谢作者") == 1
    expect(part(page, "execution").get_by_text("完成", exact=False)).to_have_count(4)
    assert tools(zhizao) == ["createDaodianOrder", "payOrder"]
    visitor.forgive("net::ERR")


def test_conversations_are_found_and_their_data_undone(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    say(page, COUPON)
    agree(page)
    expect(part(page, "result")).to_contain_text("成功")
    press(page, "新对话")
    expect(page.get_by_role("heading", name="需要什么测试数据？")).to_be_visible()
    page.get_by_role("searchbox", name="搜索对话").fill("没有这样的话")
    expect(page.get_by_text("没有找到")).to_be_visible()
    page.get_by_role("searchbox", name="搜索对话").fill("优惠券")
    page.get_by_role("listitem").get_by_role("button", name=COUPON).first.click()
    expect(part(page, "result")).to_contain_text("成功")
    press(page, "我创建的数据")
    dialog = page.get_by_role("dialog", name="我创建的数据")
    expect(dialog).to_contain_text("发放满减券")
    expect(dialog.locator(".datum").first).to_contain_text("用户 1234")
    expect(dialog.locator(".datum").first).to_contain_text("优惠金额 20 元")
    visitor.shoot(page)
    dialog.get_by_role("button", name="撤销").first.click()
    agree(page)
    expect(page.locator("[data-part=result]")).to_have_count(2)
    assert tools(zhizao)[-1] == "invalidateCoupon"


def test_what_was_understood_is_corrected_and_copied(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, COUPON)
    part(page, "intent").get_by_role("button", name="用户 1234").click()
    box = page.get_by_role("textbox").last
    expect(box).to_have_value(COUPON)
    chosen: Any = box.evaluate("box => box.value.slice(box.selectionStart, box.selectionEnd)")
    assert chosen == "用户1234"
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(page, "不执行")
    press(page, "复制为命令")
    expect(page.get_by_role("button", name="已复制")).to_be_visible()
    copied = str(page.evaluate("navigator.clipboard.readText()"))
    assert copied.removeprefix(".venv/bin/") == f"zhizao ask '{COUPON}'"


USERS = '手机号,姓名\n13800000001,甲\n13800000002,"乙,\n丙"\n'


def test_a_file_goes_with_the_sentence(visitor: Visitor) -> None:
    page = visitor.open()
    button = page.get_by_role("button", name="添加 CSV、文本文件或截图")
    expect(button).to_be_visible()
    files = page.locator("input[type=file]")
    table = USERS.encode("gb18030")
    files.set_input_files(FilePayload(name="users.csv", mimeType="text/csv", buffer=table))
    composer = page.locator("#message")
    expect(composer).to_contain_text("users.csv 2 行 · 手机号, 姓名")
    visitor.shoot(page)
    with page.expect_request("**/api/agui") as sent:
        say(page, "查询用户1234的优惠券,预发环境")
    told: Any = json.loads(sent.value.post_data or "")["forwardedProps"]["attachments"]
    assert told == [{"name": "users.csv", "text": USERS}]
    expect(page.locator("article").get_by_text("users.csv")).to_be_visible()
    expect(composer).not_to_contain_text("users.csv")
    page.reload()
    expect(page.locator("article").get_by_text("users.csv")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("big.txt", b"x" * 200_001, "最多 200 kB"),
        ("long.csv", b"id\n" + b"1\n" * 1001, "最多 1000 行"),
        ("picture.csv", bytes(range(256)), "不是文本文件"),
        ("report.pdf", b"%PDF", "不是文本文件"),
        ("nothing.csv", b" \n", "是空的"),
    ],
)
def test_a_file_that_cannot_go_is_refused_with_a_reason(
    visitor: Visitor, name: str, content: bytes, said: str
) -> None:
    page = visitor.open()
    kept = FilePayload(name="kept.txt", mimeType="text/plain", buffer=b"one\ntwo\n")
    page.locator("input[type=file]").set_input_files(kept)
    expect(page.locator("#message")).to_contain_text("kept.txt 2 行")
    _drop(page, name, content)
    expect(page.get_by_role("alert")).to_contain_text(said)
    press(page, "移除 kept.txt")
    expect(page.locator("#message")).not_to_contain_text("kept.txt")


def _drop(page: Page, name: str, content: bytes) -> None:
    """Lets a file fall onto the message box."""
    data = page.evaluate_handle(
        """([name, bytes]) => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(bytes)], name));
            return data;
        }""",
        [name, list(content)],
    )
    page.dispatch_event("#message", "drop", {"dataTransfer": data})


def test_the_page_is_safe_and_small(service: Client) -> None:
    page = service.connect()
    page.request("GET", "/")
    answer = page.getresponse()
    text, policy = answer.read().decode(), answer.getheader("content-security-policy", "")
    assert "script-src 'self';" in policy
    assert "<script>" not in text
    assert answer.getheader("x-content-type-options") == "nosniff"
    loaded = [word for word in text.split('"') if word.startswith("/assets/")]
    sizes = [len(text)]
    for path in loaded:
        page.request("GET", path, headers={"Accept-Encoding": "gzip"})
        asset = page.getresponse()
        sizes.append(len(asset.read()))
        assert "immutable" in asset.getheader("cache-control", "")
    page.close()
    assert sum(sizes) <= 250_000


def say_when_asked(page: Page, text: str) -> None:
    """Types behind a plan that waits."""
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_visible()
    say(page, text)
