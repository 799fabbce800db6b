"""How the page looks and is reached: widths, colours, keyboard, screen readers, hostile text."""

from collections.abc import Generator, Iterator
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services.commands import ROOT, Zhizao
from tests.services.kennel import open_kennel
from tests.web.browsing import Visitor, part, say, serving_only

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"
ENGLISH = "issue a coupon, 20 off 50, to user 1234 in pre-release"
AXE = ROOT / "services" / "web" / "node_modules" / "axe-core" / "axe.min.js"
HOSTILE = "<img src=x onerror=alert(1)>[free](javascript:alert(1))\u202etxt"


def run(page: Page, text: str, button: str) -> None:
    say(page, text)
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.locator("[data-part=result]")).to_be_visible()


def is_wider_than_the_screen(page: Page) -> bool:
    wide: bool = page.evaluate(
        "[document.documentElement, ...document.querySelectorAll('main, main .card, dialog')]"
        ".some(one => one.scrollWidth > one.clientWidth + 1)"
    )
    return wide


@pytest.mark.parametrize("width", [320, 1440])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_everything_fits(visitor: Visitor, width: int, dark: bool) -> None:
    page = visitor.open(width=width, dark=dark, language="zh-CN" if dark else "en-US")
    assert not is_wider_than_the_screen(page)
    visitor.shoot(page, "welcome")
    say(page, COUPON if dark else ENGLISH)
    expect(page.locator("[data-part=plan] footer")).to_be_visible()
    assert not is_wider_than_the_screen(page)
    visitor.shoot(page, "plan")
    page.get_by_role("button", name="执行" if dark else "Run", exact=True).click()
    expect(page.locator("[data-part=result]")).to_be_visible()
    assert not is_wider_than_the_screen(page)
    visitor.shoot(page, "result")
    brightness: int = page.evaluate(
        "Number(getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/)[0])"
    )
    assert (brightness < 60) is dark


@pytest.fixture(autouse=True)
def nothing_preferred(visitor: Visitor) -> Iterator[None]:
    """What one test prefers is no other test's."""
    yield
    nothing = {"environment": None, "language": None, "approval": None}
    httpx2.put(f"{visitor.url}/api/preferences", json=nothing).raise_for_status()


def test_language_and_colours_are_chosen_and_kept(visitor: Visitor) -> None:
    page = visitor.open(language="en-US")
    expect(page.get_by_role("heading", name="Which test data do you need?")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Kept by the service")
    dialog.get_by_label("Language").select_option("zh")
    dialog.get_by_label("外观").select_option("dark")
    visitor.shoot(page)
    page.reload()
    expect(page.get_by_role("heading", name="需要什么测试数据？")).to_be_visible()
    assert page.locator("html").get_attribute("data-look") == "dark"
    assert page.locator("html").get_attribute("lang") == "zh"


def test_preferences_are_the_services_in_every_browser(visitor: Visitor) -> None:
    first, second = (visitor.open(language="en-US") for _ in range(2))
    first.get_by_role("button", name="Settings").click()
    first.get_by_label("Default environment").select_option("daily")
    first.get_by_label("Ask before").select_option("destructive")
    expect(first.get_by_role("dialog")).to_contain_text("Kept by the service")
    visitor.shoot(first)
    second.reload()
    expect(second.get_by_role("combobox", name="Environment", exact=True)).to_have_value("daily")
    say(second, "给用户1234发放一张满50减20的优惠券")
    expect(second.locator("[data-part=result]")).to_contain_text("Succeeded")


def test_the_settings_say_what_is_in_force(visitor: Visitor) -> None:
    page = visitor.open(language="en-US")
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Environments, limits and roles in force").click()
    rate = dialog.get_by_role("row", name="Requests of one person in a minute")
    expect(rate).to_contain_text("600ZHIZAO_REQUEST_RATE")
    expect(dialog.get_by_role("row", name="More things than this")).to_contain_text("20")
    expect(dialog).to_contain_text("Production: always refused")
    expect(dialog).to_contain_text("deploy/settings.md")
    assert not is_wider_than_the_screen(page)
    visitor.shoot(page)


def test_the_keyboard_is_enough(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.type(COUPON)
    page.keyboard.press("Enter")
    expect(page.locator("[data-part=plan] footer")).to_be_visible()
    tab_to(page, "执行", backwards=True)
    page.keyboard.press("Enter")
    expect(page.locator("[data-part=result]")).to_contain_text("成功")
    assert len(zhizao.effects()) == 1
    tab_to(page, "我创建的数据", backwards=True)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert focused(page) == "我创建的数据"


def focused(page: Page) -> str:
    text: str = page.evaluate("document.activeElement?.innerText ?? ''")
    return text


def tab_to(page: Page, name: str, *, backwards: bool) -> None:
    for _ in range(60):
        page.keyboard.press("Shift+Tab" if backwards else "Tab")
        if focused(page) == name:
            return
    raise AssertionError(f"no way to {name} by keyboard")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(visitor: Visitor, dark: bool) -> None:
    if not AXE.exists():
        pytest.skip("needs axe-core: npm ci --prefix services/web")
    page = visitor.open(dark=dark)
    page.evaluate(AXE.read_text("utf-8"))
    assert serious(page) == []
    say(page, "给用户1234发放一张满50减20的优惠券")
    expect(page.locator("[data-part=question]")).to_be_visible()
    assert serious(page) == []
    run(page, COUPON, "执行")
    for folded in page.locator("details summary").all():
        folded.click()
    assert serious(page) == []
    page.get_by_role("button", name="我创建的数据", exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("listitem").first).to_be_visible()
    assert serious(page) == []


def serious(page: Page) -> list[str]:
    """What axe finds that keeps people out."""
    found: Any = page.evaluate("axe.run()")
    return [
        f"{one['id']}: {node['html']}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.fixture
def hostile(chromium: Browser, zhizao: Zhizao) -> Generator[Visitor]:
    """A service whose only tool gives back text that wants to be more than text."""
    with open_kennel(HOSTILE) as kennel, serving_only(zhizao, kennel.url, "kennel") as url:
        yield Visitor(chromium, url, "hostile")


def test_text_of_tools_is_only_text(hostile: Visitor) -> None:
    page = hostile.open()
    alerts: list[str] = []
    page.on("dialog", lambda shown: alerts.append(shown.message))
    say(page, "look up dog 7 in daily")
    result = page.locator("[data-part=result]")
    expect(result).to_contain_text("<img src=x onerror=alert(1)>[free](javascript:alert(1))")
    expect(result).to_contain_text("‹U+202E›txt")
    page.locator("[data-part=execution] summary").first.click()
    expect(page.locator("[data-part=execution] pre")).to_contain_text("<img src=x")
    assert page.locator("main img, main a").count() == 0
    assert (alerts, hostile.errors) == ([], [])
    hostile.shoot(page)


@pytest.mark.usefixtures("nothing_kept", "zhizao")
@pytest.mark.parametrize("density", ["compact", "roomy"])
def test_the_frame_of_a_waiting_plan_is_whole(visitor: Visitor, density: str) -> None:
    page = visitor.open(dark=True)
    page.evaluate(f"document.documentElement.dataset.density = '{density}'")
    say(page, COUPON)
    plan = part(page, "plan")
    expect(plan.get_by_role("button", name="执行", exact=True)).to_be_visible()
    visitor.shoot(page, density)
    frame, foot = plan.bounding_box(), plan.locator("footer").bounding_box()
    assert frame is not None
    assert foot is not None
    ends = [(one["x"], one["width"], one["y"] + one["height"]) for one in (frame, foot)]
    assert ends[0] == pytest.approx(ends[1], abs=0.1)  # pyright: ignore[reportUnknownMemberType]
    colours = "[getComputedStyle(e).borderBottomColor, getComputedStyle(e).borderLeftColor]"
    foot_colours = plan.locator("footer").evaluate(f"e => {colours}")
    assert plan.evaluate(f"e => {colours}") == foot_colours
