"""What was agreed to for one form of a page is done in no other: forms in turn, and tabs."""

import pytest
from playwright.sync_api import Frame, Page, expect

from services.sandbox_process import SandboxProcess
from tests.services.serving import Client
from tests.web.admin import ORDER, order, service
from tests.web.browsing import Visitor
from tests.web.test_page_tools import OrderForm

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

__all__ = ["order", "service"]

GONE = "页面不再提供这个操作"
WAITS = """() => { window.ran = 0; Zhizao.register({
  name: "wait", title: "等一等", parameters: {type: "object", properties: {}},
  run: () => new Promise((done) => { window.ran += 1; window.finish = done; }),
}); }"""


@pytest.fixture
def other(service: Client, order: str) -> str:
    """A second order, made after the first."""
    told = service.chat(ORDER)["summary"]["data"]
    return next(one["id"] for one in told if one["entity"] == "交易单")


def chat_of(page: Page) -> Frame:
    return next(one for one in page.frames if "/embed" in one.url)


def test_what_is_agreed_to_for_one_order_is_not_filled_into_another(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str, other: str
) -> None:
    form = OrderForm(visitor, sandbox, service, order)
    agree = form.chat.get_by_role("button", name="同意")
    form.say("把备注填成少放辣")
    expect(agree).to_be_enabled()
    form.choose(other)
    expect(form.part("page-call")).to_contain_text(GONE)
    expect(agree).to_have_count(0)
    visitor.shoot(form.page)
    # The page itself does not do it either, had the agreement been under way.
    message = {"zhizao": 1, "type": "run", "call": "late", "tool": "fill_form"}
    message |= {"registration": "0" * 32, "values": {"remark": "少放辣"}}
    chat_of(form.page).evaluate("told => parent.postMessage(told, '*')", message)
    form.page.evaluate("new Promise((done) => setTimeout(done, 300))")
    expect(form.field("remark")).to_have_value("")
    # Said again, it is for the order that is in view now.
    form.say("把备注填成少放辣")
    expect(form.chat.locator("[data-part=page-call]")).to_have_count(2)
    form.press("同意")
    expect(form.field("remark")).to_have_value("少放辣")
    form.choose(order)
    expect(form.field("remark")).to_have_value("")


def test_a_call_is_decided_on_once_in_two_tabs(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    form = OrderForm(visitor, sandbox, service, order)
    form.page.evaluate(WAITS)
    form.say("等一等")
    expect(form.chat.get_by_role("button", name="同意")).to_be_enabled()
    tab = OrderForm(visitor, sandbox, service, order, beside=form.page)
    tab.page.evaluate(WAITS)
    thread = chat_of(form.page).evaluate("location.hash")
    chat_of(tab.page).evaluate("thread => { location.hash = thread; }", thread)
    expect(tab.part("page-call")).to_contain_text(GONE)
    expect(tab.chat.get_by_role("button", name="同意")).to_have_count(0)
    form.press("同意")
    expect(form.part("page-call")).to_contain_text("等页面做完")
    # While it is being done, nobody can say in the other tab that it was not.
    tab.press("不做")
    expect(tab.part("page-call")).to_contain_text("已经在另一个标签页里决定过了")
    form.page.evaluate("finish('好了')")
    expect(form.part("result")).to_contain_text("好了")
    assert [one.evaluate("window.ran") for one in (form.page, tab.page)] == [1, 0]


def test_what_was_refused_in_one_tab_is_not_done_in_the_other(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    form = OrderForm(visitor, sandbox, service, order)
    form.page.evaluate(WAITS)
    form.say("等一等")
    expect(form.chat.get_by_role("button", name="同意")).to_be_enabled()
    tab = OrderForm(visitor, sandbox, service, order, beside=form.page)
    thread = chat_of(form.page).evaluate("location.hash")
    chat_of(tab.page).evaluate("thread => { location.hash = thread; }", thread)
    tab.press("不做")
    expect(tab.part("result")).to_contain_text("没有做：等一等")
    form.press("同意")
    expect(form.part("page-call")).to_contain_text("已经在另一个标签页里决定过了")
    assert form.page.evaluate("window.ran") == 0


def test_odd_blanks_and_a_tool_at_its_limit_stop_no_message(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    visitor.forgive("is not offered")
    form = OrderForm(visitor, sandbox, service, order)
    form.page.evaluate(
        """() => {
          window.wrong = [];
          Zhizao.onError((error) => wrong.push(error.message));
          document.title = "订单\\u3000管理\\u00a0A";
          const list = Array(3850).fill(1);
          const large = {
            name: "large", title: "大\\u3000的", run() {},
            parameters: {type: "object", properties: {x: {type: "integer", enum: list}}},
          };
          const fits = () => { wrong.length = 0; Zhizao.register(large)(); return !wrong.length; };
          while (fits()) list.push(1);
          list.pop();
          wrong.length = 0;
          Zhizao.register(large);
        }"""
    )
    assert form.page.evaluate("wrong") == []
    expect(form.chat.locator("[data-part=offers]")).to_contain_text("大 的")
    form.say("把备注填成少放辣")
    expect(form.part("page-call")).to_contain_text("订单 管理 A")
    form.press("同意")
    expect(form.field("remark")).to_have_value("少放辣")


def test_what_is_shortened_says_so_and_the_report_of_the_page_is_told_whole(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    form = OrderForm(visitor, sandbox, service, order)
    form.page.evaluate(
        """() => Zhizao.register({
          name: "note", title: "写便签", labels: {text: "便签"},
          parameters: {type: "object", properties: {text: {type: "string"}}, required: ["text"]},
          preview: () => ({text: "旧".repeat(600)}),
          run: () => "好".repeat(1900) + "完",
        })"""
    )
    form.say("把便签填成少放辣")
    expect(form.part("page-call").locator("del")).to_have_text("旧" * 499 + "…")
    expect(form.part("page-call")).to_contain_text("只显示开头")
    visitor.shoot(form.page)
    form.press("同意")
    expect(form.part("result")).to_contain_text("好完")
