"""What the page offers from memory, and the screen on which it is seen, named and forgotten."""

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from pipelines.contracts.request import Request
from pipelines.runs.reservations import Reservations
from pipelines.runs.store import RunStore
from tests.services.commands import Zhizao
from tests.services.serving import Client
from tests.web.browsing import Visitor, say
from tests.web.test_looks import AXE, serious

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

COUPON = "给用户1234发一张满50减20的优惠券,预发环境"
LAST = "给上次那个用户发一张满80减30的优惠券,预发环境"


def part(page: Page, name: str) -> Locator:
    return page.locator(f"[data-part={name}]").last


@pytest.fixture
def remembered(service: Client, zhizao: Zhizao) -> None:
    """The visitor has given somebody a coupon in an earlier conversation."""
    service.request("PUT", "/api/preferences", {})
    service.request("DELETE", "/api/memory")
    for text in (COUPON, COUPON, "造一个测试用户,日常环境"):
        body = {"text": text, "review": "unasked"}
        assert service.request("POST", "/api/requests", body)[1]["status"] == "succeeded"
    zhizao.sandbox.run(["reset"])


@pytest.mark.usefixtures("remembered")
@pytest.mark.parametrize("width", [1440, 400])
def test_somebody_from_last_time_is_chosen_and_the_plan_says_where_from(
    visitor: Visitor, zhizao: Zhizao, width: int
) -> None:
    page = visitor.open(width=width)
    say(page, LAST)
    offers = page.get_by_role("group", name="从记忆里选")
    expect(offers).to_contain_text("1234")
    visitor.shoot(page, f"offered-{width}")
    assert zhizao.effects() == []
    offers.get_by_role("button").first.click()
    expect(part(page, "question").get_by_role("textbox")).to_have_value("1234")
    expect(part(page, "question")).to_contain_text("你从记忆里选的")
    page.get_by_role("button", name="确定").click()
    expect(part(page, "plan")).to_contain_text("你从记忆里选的，上次用于")
    visitor.shoot(page, f"planned-{width}")
    assert zhizao.effects() == []
    part(page, "plan").get_by_role("button", name="执行", exact=True).click()
    expect(part(page, "result")).to_contain_text("成功")
    assert [one["change"]["after"]["havanaId"] for one in zhizao.effects()] == ["1234"]


@pytest.mark.usefixtures("remembered")
def test_what_is_remembered_is_named_found_opened_and_forgotten_by_keyboard(
    visitor: Visitor,
) -> None:
    page = visitor.open()
    opener = page.get_by_role("button", name="记忆", exact=True)
    opener.press("Enter")
    panel = page.get_by_role("dialog", name="记忆")
    things = panel.get_by_role("region", name="常用的东西")
    expect(things).to_contain_text("1234")
    visitor.shoot(page, "panel")
    page.evaluate(AXE.read_text("utf-8"))
    assert serious(page) == []
    panel.get_by_role("button", name="起名 1234").press("Enter")
    page.keyboard.type("VIP 测试号")
    page.keyboard.press("Enter")
    expect(things.get_by_text("VIP 测试号")).to_be_visible()
    panel.get_by_role("searchbox").fill("VIP")
    expect(things.get_by_role("listitem").first).to_contain_text("1234")
    visitor.shoot(page, "found")
    panel.get_by_role("searchbox").fill("")
    panel.get_by_role("button", name="忘记 1234").press("Enter")
    expect(panel.get_by_role("status").filter(has_text="已忘记 1234")).to_have_count(1)
    expect(panel.get_by_role("button", name="忘记 1234")).to_have_count(0)
    panel.get_by_role("region", name="过去的会话").get_by_role(
        "button", name="打开会话"
    ).first.press("Enter")
    expect(panel).to_have_count(0)
    expect(page.locator(".mine").first).to_be_visible()


@pytest.mark.usefixtures("remembered")
@pytest.mark.parametrize(
    ("width", "language", "dark"),
    [(400, "zh-CN", False), (1440, "en-US", True), (320, "en-US", True)],
)
def test_the_screen_in_other_looks(visitor: Visitor, width: int, language: str, dark: bool) -> None:
    page = visitor.open(width=width, language=language, dark=dark)
    zh = language == "zh-CN"
    if width < 900:
        page.get_by_role("button", name="菜单" if zh else "Menu").click()
    page.get_by_role("button", name="记忆" if zh else "Memory", exact=True).click()
    panel = page.get_by_role("dialog", name="记忆" if zh else "Memory")
    expect(panel).to_contain_text("1234")
    visitor.shoot(page, f"{width}-{language}")
    page.evaluate(AXE.read_text("utf-8"))
    assert serious(page) == []
    inside = "document.querySelector('dialog .inside')"
    wide = page.evaluate(f"{inside}.scrollWidth - {inside}.clientWidth")
    assert wide <= 0


@pytest.mark.usefixtures("remembered")
def test_nothing_is_forgotten_by_one_press_and_all_by_two(visitor: Visitor) -> None:
    page = visitor.open()
    page.get_by_role("button", name="记忆", exact=True).click()
    panel = page.get_by_role("dialog", name="记忆")
    panel.get_by_label("记住我用过的东西").uncheck()
    expect(panel).to_contain_text("已经关闭")
    panel.get_by_role("button", name="全部忘记").click()
    expect(panel).to_contain_text("1234")
    panel.get_by_role("button", name="确定全部忘记").click()
    expect(panel).to_contain_text("还没有记住什么")
    panel.get_by_label("记住我用过的东西").check()


@pytest.mark.usefixtures("remembered")
def test_what_is_reserved_is_seen_and_released(
    visitor: Visitor, service: Client, home: Path
) -> None:
    with closing(RunStore(home / "runs.db")) as store:
        request = Request(text="冻结一个闲置账号", session_id="s", request_id="q")
        Reservations(store).claim(request, "run-1", "pre", "用户", "3100000088")
    page = visitor.open()
    page.get_by_role("button", name="记忆", exact=True).click()
    reserved = page.get_by_role("region", name="预留给你的")
    expect(reserved).to_contain_text("3100000088")
    page.evaluate(AXE.read_text("utf-8"))
    assert serious(page) == []
    visitor.shoot(page)
    reserved.get_by_role("button", name="释放 3100000088").press("Enter")
    expect(reserved).to_have_count(0)
    assert service.request("GET", "/api/reservations") == (200, [])
