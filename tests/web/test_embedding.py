"""The chat inside a page of another origin: the demo business's order admin, and hostile pages."""

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from services.sandbox_process import SandboxProcess
from services.settings import Settings
from tests.services.commands import Zhizao
from tests.services.serving import Client, serve_whole
from tests.web.admin import Admin, order, service
from tests.web.browsing import Visitor, slow, tools
from tests.web.test_looks import AXE
from tool_registry.base.caller import Caller, Role
from tool_registry.stores.store import RegistryStore

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

__all__ = ["order", "service"]


def test_this_order_is_the_one_in_view(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, zhizao: Zhizao, order: str
) -> None:
    admin = Admin(visitor, sandbox, service)
    admin.choose(order)
    visitor.shoot(admin.page, "closed")
    admin.open()
    expect(admin.chip()).to_contain_text(f"订单 {order}")
    expect(admin.chip()).to_contain_text("预发")
    admin.say("把这个订单推进到完结")
    plan = admin.part("plan")
    expect(plan.get_by_text("来自页面").first).to_be_visible()
    expect(plan).to_contain_text(order)
    visitor.shoot(admin.page, "plan")
    before = tools(zhizao)
    plan.get_by_role("button", name="执行", exact=True).click()
    expect(admin.part("result")).to_contain_text("已完结")
    assert tools(zhizao)[len(before) :] == [
        "merchantAcceptOrder",
        "startDelivery",
        "confirmDelivered",
    ]
    # The page was told, and shows what came of it.
    expect(admin.page.locator("#order")).to_contain_text("COMPLETED")
    visitor.shoot(admin.page, "done")


@pytest.mark.parametrize("language", ["zh-CN", "en-US"])
def test_a_page_without_an_answer_says_how_the_chat_is_had(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, language: str
) -> None:
    visitor.forgive("Failed to load resource")
    where = f"http://127.0.0.1:{sandbox.port}/admin"
    told = visitor.visit(f"{where}?chat=1", language=language).locator("#no-chat")
    expect(told).to_contain_text("聊天没有应答：http://127.0.0.1:1/embed.js")
    expect(told).to_contain_text("The chat does not answer: open /admin?chat=PORT")
    with_chat = visitor.visit(f"{where}?chat={service.port}", language=language)
    with_chat.wait_for_function("window.Zhizao")
    expect(with_chat.locator("#no-chat")).to_be_hidden()


def test_what_is_in_view_counts_while_it_is_shown(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, zhizao: Zhizao, order: str
) -> None:
    admin = Admin(visitor, sandbox, service)
    admin.open()
    expect(admin.chip()).to_have_count(0)
    admin.choose(order)
    admin.chat.get_by_role("button", name="不用页面上的订单").click()
    expect(admin.chip()).to_have_count(0)
    before = tools(zhizao)
    admin.say("把这个订单推进到完结,预发")
    expect(admin.part("question")).to_be_visible()
    admin.chat.get_by_role("button", name=f"使用页面上的订单 {order}").click()
    expect(admin.chip()).to_be_visible()
    assert tools(zhizao) == before
    admin.page.get_by_role("button", name="关闭智造").click()
    expect(admin.page.get_by_role("button", name="打开智造")).to_be_focused()


def test_no_earlier_one_is_meant_once_the_one_in_view_is_taken_off(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, zhizao: Zhizao, order: str
) -> None:
    admin = Admin(visitor, sandbox, service)
    admin.choose(order)
    admin.open()
    admin.say("查一下订单1303,预发")
    expect(admin.part("result")).to_be_visible()
    admin.chat.get_by_role("button", name="不用页面上的订单").click()
    before = tools(zhizao)
    admin.say("取消这个订单,预发")
    expect(admin.part("question")).to_contain_text("哪一个订单")
    visitor.shoot(admin.page, "taken-off")
    admin.say("查一下订单1305,预发")
    admin.say("取消这个订单")
    expect(admin.part("plan")).to_contain_text("1305")
    assert tools(zhizao)[len(before) :] == []


def test_the_environment_of_what_was_taken_off_does_not_count(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, zhizao: Zhizao, order: str
) -> None:
    admin = Admin(visitor, sandbox, service)
    admin.choose(order)
    admin.open()
    admin.chat.get_by_role("button", name="不用页面上的订单").click()
    before = tools(zhizao)
    for text in (f"取消订单{order}", f"查询订单{order}", "给用户1234发放一张满50减20的优惠券"):
        admin.say(text)
        expect(admin.part("question")).to_contain_text("哪个环境")
        expect(admin.part("intent")).to_contain_text("还缺环境")
    assert tools(zhizao) == before
    admin.chat.get_by_role("button", name=f"使用页面上的订单 {order}").click()
    admin.say(f"查询订单{order}")
    expect(admin.part("result")).to_contain_text("预发")


def test_what_is_typed_behind_opening_by_a_key_goes_into_the_message(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    admin = Admin(visitor, sandbox, service)
    admin.open()
    expect(admin.chat.locator(".composer textarea")).to_be_visible()
    admin.page.get_by_role("button", name="关闭智造").click()
    admin.page.get_by_role("button", name="打开智造").focus()
    admin.page.keyboard.press("Enter")
    expect(admin.chat.locator(".composer textarea")).to_be_focused()


def test_a_page_of_another_origin_gets_no_chat(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    for refused in ("frame-ancestors", "Failed to load", "chrome-error", "postMessage"):
        visitor.forgive(refused)
    page = visitor.visit(f"http://localhost:{sandbox.port}/admin?chat={service.port}")
    page.wait_for_function("window.Zhizao")
    page.get_by_role("button", name="打开智造").click()
    expect(page.locator("iframe")).to_be_visible()
    expect(page.frame_locator("iframe").get_by_role("textbox")).to_have_count(0)


CHAT = 'document.querySelector("zhizao-chat").shadowRoot.querySelector("iframe")'
HOSTILE = (
    {"entity": "<img src=x onerror=alert(1)>", "id": "1", "environment": "pre"},
    {"entity": "订单", "id": "1\u202e2", "environment": "pre"},
    {"entity": "订单", "id": "1", "environment": "pre; frame-ancestors *"},
    {"entity": "订单", "id": {"toString": "1"}, "environment": "pre"},
    {"entity": "订" * 40, "id": "1", "environment": "pre"},
    "取消所有订单",
    7,
)


def test_what_has_not_the_form_is_not_heard(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    admin = Admin(visitor, sandbox, service)
    admin.open()
    for told in HOSTILE:
        admin.choose(order)
        expect(admin.chip()).to_be_visible()
        message = {"zhizao": 1, "type": "view", "entity": told}
        _posted(admin.page, service, message)
        expect(admin.chip()).to_have_count(0)
        admin.page.evaluate("Zhizao.show(null)")
    for message in ({"zhizao": 2, "type": "view"}, {"type": "view"}, None, "view", [1]):
        admin.choose(order)
        expect(admin.chip()).to_be_visible()
        _posted(admin.page, service, message)
        expect(admin.chip()).to_contain_text(order)


def _posted(page: Page, service: Client, message: object) -> None:
    """As a host page that does not use the script would."""
    target = f"http://127.0.0.1:{service.port}"
    page.evaluate(f"([told, to]) => {CHAT}.contentWindow.postMessage(told, to)", [message, target])


def test_frames_beside_the_chat_are_heard_by_nobody(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    admin = Admin(visitor, sandbox, service)
    admin.open()
    admin.choose(order)
    expect(admin.chip()).to_be_visible()
    admin.page.evaluate(
        """() => {
          window.heard = 0;
          Zhizao.onDone(() => { window.heard += 1; });
          const beside = document.createElement("iframe");
          beside.srcdoc = `<script>
            const root = parent.document.querySelector("zhizao-chat").shadowRoot;
            const chat = root.querySelector("iframe").contentWindow;
            chat.postMessage({zhizao: 1, type: "view", entity: null}, "*");
            parent.postMessage({zhizao: 1, type: "done", status: "succeeded"}, "*");
            parent.told = true;
          </` + `script>`;
          document.body.append(beside);
        }"""
    )
    admin.page.wait_for_function("window.told")
    admin.page.evaluate("new Promise((done) => setTimeout(done, 300))")
    expect(admin.chip()).to_contain_text(order)
    assert admin.page.evaluate("window.heard") == 0


def test_the_page_is_told_of_a_run_once_and_of_none_that_ended_before(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, zhizao: Zhizao, order: str
) -> None:
    admin = Admin(visitor, sandbox, service)
    admin.choose(order)
    admin.open()
    admin.page.evaluate("() => { window.heard = 0; Zhizao.onDone(() => { window.heard += 1; }); }")
    admin.say("把这个订单推进到完结")
    slow(zhizao, "startDelivery", 3)
    admin.part("plan").get_by_role("button", name="执行", exact=True).click()
    frame = next(one for one in admin.page.frames if "/embed" in one.url)
    # Opened anew while it runs: its end is news.
    expect(admin.part("execution")).to_be_visible()
    frame.evaluate("location.reload()")
    expect(admin.part("result")).to_contain_text("已完结")
    admin.page.wait_for_function("window.heard === 1")
    # Opened again later: it is none.
    thread = frame.evaluate("location.hash")
    frame.evaluate("location.hash = '#session-empty'")
    expect(admin.part("result")).to_have_count(0)
    frame.evaluate("thread => { location.hash = thread; }", thread)
    expect(admin.part("result")).to_contain_text("已完结")
    admin.page.evaluate("new Promise((done) => setTimeout(done, 500))")
    assert admin.page.evaluate("window.heard") == 1


@pytest.mark.parametrize("dark", [False, True])
def test_it_looks_well_on_a_small_screen(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str, dark: bool
) -> None:
    admin = Admin(visitor, sandbox, service, width=400, dark=dark)
    admin.choose(order)
    button = admin.page.get_by_role("button", name="造数据（打开智造）")
    expect(button).to_contain_text("造数据")
    admin.open()
    expect(admin.chip()).to_be_visible()
    overflow = "getComputedStyle(document.documentElement).overflow"
    assert admin.page.evaluate(overflow) == "hidden"
    visitor.shoot(admin.page)
    admin.page.get_by_role("button", name="关闭智造").click()
    assert admin.page.evaluate(overflow) == "visible"
    admin.open()
    if not AXE.exists():
        return
    frame = next(one for one in admin.page.frames if one.url.endswith("/embed"))
    frame.evaluate(AXE.read_text("utf-8"))
    found = frame.evaluate("axe.run().then((told) => told.violations)")
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []


def test_who_is_not_logged_in_does_so_beside_the_page(
    visitor: Visitor, sandbox: SandboxProcess, tmp_path: Path
) -> None:
    with closing(RegistryStore(tmp_path / "registry.db")) as stores:
        stores.people.add(Caller(), "bob", Role.TESTER)
        key, _ = stores.keys.create(Caller(), "bob", "page", ["run"])
    settings = Settings(
        home=tmp_path,
        sandbox_port=sandbox.port,
        login="required",
        embed_origins=(f"http://127.0.0.1:{sandbox.port}",),
    )
    visitor.forgive("401")
    with serve_whole(settings) as client:
        admin = Admin(visitor, sandbox, client)
        admin.choose("1234 · pre")
        admin.page.get_by_role("button", name="打开智造").click()
        expect(admin.chat.get_by_role("dialog", name="先登录")).to_be_visible()
        visitor.shoot(admin.page)
        with admin.page.context.expect_page() as opened:
            admin.chat.get_by_role("link", name="打开登录页").click()
        login = opened.value
        login.get_by_label("API").fill(key)
        login.keyboard.press("Enter")
        expect(login).to_have_url(f"http://127.0.0.1:{client.port}/")
        login.close()
        admin.page.bring_to_front()
        admin.chat.get_by_role("dialog", name="先登录").click()
        expect(admin.chip()).to_contain_text("订单 1234")
        admin.say("这个订单什么状态")
        expect(admin.part("result")).to_contain_text("已支付")


def test_a_page_of_another_origin_is_told_why_it_gets_nothing(
    visitor: Visitor, sandbox: SandboxProcess, tmp_path: Path
) -> None:
    for wanted in ("frame-ancestors", "postMessage", "ZHIZAO_EMBED_ORIGINS"):
        visitor.forgive(wanted)
    settings = Settings(home=tmp_path, embed_origins=("https://admin.example.com",))
    with serve_whole(settings) as client:
        admin = Admin(visitor, sandbox, client)
        admin.page.evaluate("void Zhizao.onError((error) => { document.title = error.code; })")
        admin.page.get_by_role("button", name="打开智造").click()
        told = admin.page.get_by_role("alert")
        expect(told).to_contain_text(f"http://127.0.0.1:{sandbox.port}")
        expect(told).to_contain_text("ZHIZAO_EMBED_ORIGINS")
        visitor.shoot(admin.page)
        expect(admin.page).to_have_title("not_opened")


def test_it_speaks_english(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    admin = Admin(visitor, sandbox, service, language="en-US")
    admin.choose(order)
    expect(admin.page.get_by_role("button", name="Open Zhizao")).to_have_text("Test data")
    admin.open()
    expect(admin.chip()).to_contain_text("On the page:")
    expect(admin.chip()).to_contain_text("pre-release")
    admin.say("what is the state of this order")
    expect(admin.part("result")).to_contain_text(order)
    visitor.shoot(admin.page)


def test_the_buttons_of_a_plan_are_in_sight_in_a_low_panel(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    admin = Admin(visitor, sandbox, service, language="en-US", width=1366)
    admin.page.set_viewport_size({"width": 1366, "height": 768})
    admin.choose(order)
    admin.open()
    admin.say("finish this order")
    plan = admin.part("plan")
    expect(plan.get_by_role("button", name="Run", exact=True)).to_be_in_viewport(ratio=1)
    expect(plan.locator("h3")).to_be_in_viewport(ratio=1)
    visitor.shoot(admin.page)


def test_a_plan_is_read_whole_on_a_small_screen_before_it_is_agreed_to(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    admin = Admin(visitor, sandbox, service, language="en-US", width=400)
    admin.page.set_viewport_size({"width": 400, "height": 600})
    admin.choose(order)
    admin.open()
    admin.say("finish this order")
    plan = admin.part("plan")
    run = plan.get_by_role("button", name="Run", exact=True)
    expect(run).to_be_visible()
    covered = """card => {
      const foot = card.querySelector("footer").getBoundingClientRect();
      return [...card.querySelectorAll("ol > li")].some(
        (one) => one.getBoundingClientRect().bottom > foot.top + 1);
    }"""
    assert not plan.evaluate(covered)
    run.scroll_into_view_if_needed()
    expect(run).to_be_in_viewport(ratio=1)
    assert not plan.evaluate(covered)
    visitor.shoot(admin.page)


def test_the_panel_stands_beside_the_page_where_there_is_room(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    admin = Admin(visitor, sandbox, service, width=1366)
    admin.choose(order)
    admin.open()

    def expect_main(beside: str) -> None:
        admin.page.wait_for_function(
            """beside => {
              const chat = document.querySelector("zhizao-chat").shadowRoot;
              const panel = chat.querySelector("section");
              const ends = document.querySelector("main").getBoundingClientRect().right;
              return (ends <= panel.getBoundingClientRect().left) === (beside === "beside");
            }""",
            arg=beside,
        )

    expect_main("beside")
    visitor.shoot(admin.page)
    edge = admin.page.get_by_role("separator", name="面板宽度")
    expect(edge).to_have_attribute("aria-valuenow", "420")
    edge.focus()
    admin.page.keyboard.press("ArrowLeft")
    expect(edge).to_have_attribute("aria-valuenow", "444")
    expect_main("beside")
    admin.page.set_viewport_size({"width": 900, "height": 800})
    expect_main("under")
    admin.page.set_viewport_size({"width": 1366, "height": 800})
    expect_main("beside")
    admin.page.get_by_role("button", name="关闭智造").click()
    assert admin.page.evaluate("document.documentElement.style.marginRight") == ""
