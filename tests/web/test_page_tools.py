"""What the page around the chat can do itself: shown, agreed to, done by it, told as it was."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from services.sandbox_process import SandboxProcess
from tests.services.commands import Zhizao
from tests.services.serving import Client
from tests.web.admin import ORDER, Admin, order, service
from tests.web.browsing import Visitor
from tests.web.test_looks import AXE

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

__all__ = ["order", "service"]


class OrderForm(Admin):
    """With the form of one order in view."""

    def __init__(
        self, visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str, **how: Any
    ) -> None:
        super().__init__(visitor, sandbox, service, **how)
        self.choose(order)
        self.open()

    def field(self, name: str) -> Locator:
        return self.page.locator(f"#order input[name={name}]")

    def press(self, name: str) -> None:
        self.part("page-call").get_by_role("button", name=name, exact=True).click()


def test_the_page_fills_its_form_once_it_is_agreed_to(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, zhizao: Zhizao, order: str
) -> None:
    form = OrderForm(visitor, sandbox, service, order)
    before = len(zhizao.effects())
    expect(form.chat.locator("[data-part=offers]")).to_contain_text("填写备注和餐具份数")
    form.field("remark").fill("多加醋")
    form.say("把备注填成少放辣")
    call = form.part("page-call")
    expect(call).to_contain_text("订单管理")
    expect(call.locator("del")).to_have_text("多加醋")
    expect(call.locator("ins")).to_have_text("少放辣")
    expect(call.locator("h3")).to_have_text("等你同意：由页面来做")
    expect(call).to_contain_text("来自原话 少放辣")
    visitor.shoot(form.page, "asked")
    expect(form.field("remark")).to_have_value("多加醋")
    form.press("同意")
    expect(form.field("remark")).to_have_value("少放辣")
    expect(form.part("result")).to_contain_text("页面“订单管理 Order admin”上已做：填写备注")
    # Nobody but the page has looked: nothing is left to be confirmed.
    expect(form.part("result").locator("summary").first).to_have_text(
        "逐条核对：只有页面自己说已做"
    )
    expect(form.part("result").locator(".requirements small")).to_have_text("页面自报")
    expect(call.locator("h3")).to_have_text("页面已做")
    expect(form.page.get_by_text("未保存 Not saved")).to_be_visible()
    visitor.shoot(form.page, "done")
    # What the person has said once is one turn; nothing was called by the service.
    expect(form.chat.locator(".mine")).to_have_count(1)
    assert len(zhizao.effects()) == before
    form.page.get_by_role("button", name="保存 Save").click()
    expect(form.page.get_by_text("已保存 Saved")).to_be_visible()


def test_a_typed_yes_is_consent_and_is_done_once(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    form = OrderForm(visitor, sandbox, service, order)
    form.say("把备注填成少放辣")
    expect(form.part("page-call").get_by_role("button", name="同意")).to_be_visible()
    form.say("同意")
    expect(form.field("remark")).to_have_value("少放辣")
    heads = form.chat.locator("[data-part=page-call] h3")
    expect(heads).to_have_text(["已同意", "页面已做"])
    visitor.shoot(form.page)
    # The conversation told again does nothing by itself.
    form.field("remark").fill("多加醋")
    next(one for one in form.page.frames if "/embed" in one.url).evaluate("location.reload()")
    expect(heads).to_have_text(["已同意", "页面已做"])
    expect(form.field("remark")).to_have_value("多加醋")


def test_what_is_refused_leaves_the_form(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    form = OrderForm(visitor, sandbox, service, order)
    form.say("餐具份数填成3")
    form.press("不做")
    expect(form.part("result")).to_contain_text("没有做：填写备注和餐具份数")
    expect(form.part("page-call").locator("h3")).to_have_text("没有做：你没有同意")
    expect(form.chat.get_by_role("button", name="再执行一次")).to_have_count(0)
    expect(form.part("page-call").get_by_role("button")).to_have_count(0)
    expect(form.field("cutlery")).to_have_value("")


def test_what_does_not_fit_is_asked_for_again(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    form = OrderForm(visitor, sandbox, service, order)
    form.say("餐具份数填成很多")
    expect(form.part("question")).to_contain_text("这里要一个整数，“很多”不是")
    visitor.shoot(form.page)
    form.say("3")
    expect(form.part("page-call").locator("ins")).to_have_text("3")
    expect(form.part("page-call")).to_contain_text("你的回答：3")
    form.press("同意")
    expect(form.field("cutlery")).to_have_value("3")


def test_it_goes_in_english(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    form = OrderForm(visitor, sandbox, service, order, language="en-US")
    form.say("set the remark to no onions")
    expect(form.part("page-call")).to_contain_text("from your words no onions")
    visitor.shoot(form.page, "asked")
    form.press("Agree")
    expect(form.field("remark")).to_have_value("no onions")
    expect(form.part("result")).to_contain_text("Fill in the remark")
    visitor.shoot(form.page, "done")


def test_what_was_proposed_before_can_no_longer_be_agreed_to(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    form = OrderForm(visitor, sandbox, service, order)
    form.say("把备注填成少放辣")
    expect(form.part("page-call").get_by_role("button", name="同意")).to_be_visible()
    form.say("把备注填成不要葱")
    expect(form.chat.locator("[data-part=page-call]")).to_have_count(2)
    expect(form.chat.get_by_role("button", name="同意")).to_have_count(1)
    form.press("同意")
    expect(form.field("remark")).to_have_value("不要葱")
    # The conversation told again says the same, and offers nothing to agree to.
    frame = next(one for one in form.page.frames if "/embed" in one.url)
    frame.evaluate("location.reload()")
    expect(form.part("result")).to_contain_text("不要葱")
    expect(form.chat.get_by_role("button", name="同意")).to_have_count(0)


def test_what_was_done_stays_done_when_another_value_is_proposed(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    form = OrderForm(visitor, sandbox, service, order)
    heads = form.chat.locator("[data-part=page-call] h3")
    form.say("把备注填成少放辣")
    form.press("同意")
    expect(heads).to_have_text(["页面已做"])
    form.say("把备注改成不要葱")
    expect(heads).to_have_text(["页面已做", "等你同意：由页面来做"])
    form.press("不做")
    expect(heads).to_have_text(["页面已做", "没有做：你没有同意"])


def test_a_card_keeps_its_words_when_the_page_shows_something_else(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    other = next(
        one["id"] for one in service.chat(ORDER)["summary"]["data"] if "交易" in one["entity"]
    )
    form = OrderForm(visitor, sandbox, service, order)
    form.say("把备注填成少放辣")
    form.press("同意")
    done = form.part("page-call")
    expect(done.locator("h3")).to_have_text("页面已做")
    expect(done).to_contain_text(f"订单 {order}")
    before = done.inner_text()
    assert "只填写，不保存" in before
    form.choose(other)
    expect(form.chip()).to_contain_text(other)
    assert done.inner_text() == before
    visitor.shoot(form.page)
    next(one for one in form.page.frames if "/embed" in one.url).evaluate("location.reload()")
    expect(done.locator("h3")).to_have_text("页面已做")
    expect(done).to_contain_text("只填写，不保存")
    expect(done).to_contain_text(f"订单 {order}")


def test_what_the_page_was_asked_for_is_not_offered_again(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    """The frame goes away between the page's work and the word of it."""
    form = OrderForm(visitor, sandbox, service, order)
    form.page.evaluate(
        """() => Zhizao.register({
          name: "wait", title: "等一等", parameters: {type: "object", properties: {}},
          run: () => new Promise(() => {}),
        })"""
    )
    form.say("等一等")
    form.press("同意")
    expect(form.part("page-call")).to_contain_text("等页面做完")
    frame = next(one for one in form.page.frames if "/embed" in one.url)
    frame.evaluate("location.reload()")
    expect(form.part("page-call")).to_contain_text("不知道有没有做成")
    expect(form.chat.get_by_role("button", name="同意")).to_have_count(0)


def test_an_error_of_the_page_is_told_as_one(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    form = OrderForm(visitor, sandbox, service, order)
    form.page.evaluate(
        """() => Zhizao.register({
          name: "lock", title: {zh: "锁定<b>订单</b>", en: "Lock"},
          parameters: {type: "object", properties: {}},
          run() { throw new Error("<img src=x onerror=alert(1)>"); },
        })"""
    )
    form.say("锁定<b>订单</b>")
    expect(form.part("page-call")).to_contain_text("锁定<b>订单</b>")
    expect(form.part("page-call")).to_contain_text("可能会直接改数据")
    form.press("同意")
    expect(form.part("result")).to_contain_text("没有做成：锁定<b>订单</b>")
    expect(form.part("result")).to_contain_text("<img src=x onerror=alert(1)>")
    expect(form.chat.locator("b, img[src=x]")).to_have_count(0)


def test_a_page_that_does_not_answer_has_done_nothing_that_is_known(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    form = OrderForm(visitor, sandbox, service, order)
    form.page.evaluate(
        """() => Zhizao.register({
          name: "wait", title: "等一等", parameters: {type: "object", properties: {}},
          run: () => new Promise(() => {}),
        })"""
    )
    form.page.clock.install()
    form.say("等一等")
    form.press("同意")
    expect(form.part("page-call")).to_contain_text("等页面做完")
    form.page.clock.fast_forward(31_000)
    expect(form.part("result")).to_contain_text("不知道有没有做成：等一等")


def test_a_tool_that_is_taken_back_can_no_longer_be_used(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    form = OrderForm(visitor, sandbox, service, order)
    form.say("把备注填成少放辣")
    expect(form.part("page-call").get_by_role("button", name="同意")).to_be_visible()
    form.page.evaluate("takeBack.splice(0).forEach((back) => back())")
    expect(form.part("page-call")).to_contain_text("页面不再提供这个操作")
    expect(form.chat.get_by_role("button", name="同意")).to_have_count(0)
    expect(form.chat.locator("[data-part=offers]")).to_have_count(0)


NOTHING = "parameters: {type: 'object', properties: {}}, run() {}"
BAD = (
    (f"name: '../x', title: 't', {NOTHING}", "bad_tool"),
    (f"name: 'a', title: 't\\u202e', {NOTHING}", "bad_tool"),
    (f"name: 'fill_form', title: 't', {NOTHING}", "same_name"),
    ("name: 'a', title: 't', parameters: {type: 'object', properties: {}}", "bad_tool"),
    ("", "bad_tool"),
)
SCHEMAS = (
    "{type: 'array'}",
    "{type: 'object', properties: {x: {type: 'object'}}}",
    "{type: 'object', properties: {x: {type: 'string', pattern: '(a+)+$'}}}",
    "{type: 'object', properties: {}, required: ['x']}",
)
WRONG = (
    *BAD,
    *((f"name: 'a', title: 't', parameters: {s}, run() {{}}", "bad_schema") for s in SCHEMAS),
)


def test_a_tool_without_the_form_is_told_to_the_page_and_not_offered(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    visitor.forgive("is not offered")
    form = OrderForm(visitor, sandbox, service, order)
    form.page.evaluate(
        "() => { window.wrong = []; Zhizao.onError((error) => wrong.push(error.code)); }"
    )
    for tool, code in WRONG:
        form.page.evaluate(f"Zhizao.register({{{tool}}})")
        assert form.page.evaluate("wrong.splice(0)") == [code], tool
    form.page.evaluate(
        """() => { for (let n = 0; n < 20; n += 1) Zhizao.register({
          name: `t${n}`, title: `${n}`, parameters: {type: "object", properties: {}}, run() {},
        }); }"""
    )
    assert form.page.evaluate("wrong.splice(0)") == ["too_many"]


CHAT = 'document.querySelector("zhizao-chat").shadowRoot.querySelector("iframe")'


BESIDE = """(window.beside ??= document.body.appendChild(document.createElement("iframe")))"""
TELLS = f"""([told, beside]) => new Promise((done) => {{
  const from = {BESIDE}.contentWindow;
  const chat = {CHAT}.contentWindow;
  if (beside) from.eval("(to, told) => to.postMessage(told, '*')")(chat, told);
  else chat.postMessage(told, "*");
  setTimeout(done, 300);
}})"""


def proposed(form: OrderForm) -> str:
    """Has a call of the page proposed; the call's id, as the page is asked what is there now."""
    form.page.evaluate(
        """() => addEventListener("message", ({data}) => {
          if (data.type === "preview") window.asked = data.call;
        })"""
    )
    form.say("把备注填成少放辣")
    expect(form.part("page-call").get_by_role("button", name="同意")).to_be_enabled()
    call = form.page.evaluate("window.asked")
    assert call.startswith("run-")
    return str(call)


def forge(form: OrderForm, call: str, *, beside: bool) -> None:
    """Tells the chat that the call is done: by the page, or by a frame beside the chat."""
    told = {"zhizao": 1, "type": "ran", "ok": True, "text": "forged", "call": call}
    form.page.evaluate(TELLS, [told, beside])


def test_forged_messages_change_nothing(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    """Of a frame of another origin beside the chat, of the host without a call, and to the host."""
    form = OrderForm(visitor, sandbox, service, order)
    form.page.evaluate(
        """() => {
          const beside = document.createElement("iframe");
          beside.srcdoc = `<script>
            const root = parent.document.querySelector("zhizao-chat").shadowRoot;
            const chat = root.querySelector("iframe").contentWindow;
            chat.postMessage({zhizao: 1, type: "tools", title: "x", tools: []}, "*");
            parent.postMessage({zhizao: 1, type: "run", call: "forged", tool: "fill_form",
              values: {remark: "forged"}}, "*");
            parent.postMessage({zhizao: 1, type: "error", code: "x", tool: "x", message: "x"}, "*");
            parent.told = true;
          </` + `script>`;
          document.body.append(beside);
        }"""
    )
    form.page.wait_for_function("window.told")
    call = proposed(form)
    # Of the page itself, and of this very call, which nobody has asked it for yet.
    forge(form, call, beside=False)
    expect(form.part("page-call").get_by_role("button", name="同意")).to_be_enabled()
    expect(form.part("result")).to_have_count(0)
    expect(form.field("remark")).to_have_value("")
    form.press("同意")
    expect(form.field("remark")).to_have_value("少放辣")
    expect(form.part("result")).to_contain_text("已做：填写备注")
    expect(form.part("result")).not_to_contain_text("forged")


def test_only_the_page_around_it_tells_what_became_of_a_call(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    """Another frame of the same page answers for it, while it is at work."""
    form = OrderForm(visitor, sandbox, service, order)
    form.page.evaluate(
        """() => {
          takeBack.splice(0).forEach((back) => back());
          Zhizao.register({
            name: "fill_remark", title: {zh: "填写备注", en: "Fill in the remark"},
            parameters: {type: "object", properties: {remark: {type: "string"}}},
            labels: {remark: {zh: "备注", en: "remark"}},
            preview: () => ({}), run: () => new Promise((end) => { window.finish = end; }),
          });
        }"""
    )
    call = proposed(form)
    form.press("同意")
    form.page.wait_for_function("!!window.finish")
    forge(form, call, beside=True)
    expect(form.part("page-call")).to_contain_text("等页面做完")
    expect(form.part("result")).to_have_count(0)
    form.page.evaluate("finish('by the page')")
    expect(form.part("result")).to_contain_text("by the page")


@pytest.mark.parametrize("dark", [False, True])
def test_it_looks_well_on_a_small_screen(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str, dark: bool
) -> None:
    form = OrderForm(visitor, sandbox, service, order, width=400, dark=dark)
    form.say("把备注填成少放辣")
    expect(form.part("page-call").get_by_role("button", name="同意")).to_be_enabled()
    visitor.shoot(form.page)
    if not AXE.exists():
        return
    frame = next(one for one in form.page.frames if "/embed" in one.url)
    frame.evaluate(AXE.read_text("utf-8"))
    found = frame.evaluate("axe.run().then((told) => told.violations)")
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
