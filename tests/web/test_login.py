"""Logging in: the page sends who has no session to the form, and back."""

from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from services.settings import Settings
from tests.services.commands import Zhizao
from tests.services.serving import serve_whole
from tests.web.browsing import Visitor, say
from tests.web.test_looks import AXE, serious
from tool_registry.base.caller import Caller, Role
from tool_registry.stores.store import RegistryStore

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.fixture
def guest(chromium: Browser, zhizao: Zhizao, tmp_path: Path) -> Generator[tuple[Visitor, str]]:
    """A visitor of a service where people log in, and a key."""
    with closing(RegistryStore(tmp_path / "registry.db")) as stores:
        stores.people.add(Caller(), "bob", Role.TESTER)
        key, _ = stores.keys.create(Caller(), "bob", "page", ["run"])
    settings = Settings(home=tmp_path, sandbox_port=zhizao.sandbox.port, login="required")
    with serve_whole(settings) as client:
        visiting = Visitor(chromium, f"http://127.0.0.1:{client.port}", "login")
        yield visiting, key
        for context in visiting.contexts:
            context.close()


@pytest.mark.parametrize("dark", [False, True])
def test_a_key_is_typed_once_and_the_page_works(
    guest: tuple[Visitor, str], zhizao: Zhizao, dark: bool
) -> None:
    visitor, key = guest
    page = visitor.open(dark=dark)
    expect(page).to_have_url(f"{visitor.url}/login")
    if AXE.exists():
        page.evaluate(AXE.read_text("utf-8"))
        assert serious(page) == []
    page.get_by_label("API").fill("zk_wrong")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    visitor.shoot(page, "wrong-dark" if dark else "wrong")
    page.get_by_label("API").fill(key)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{visitor.url}/")
    say(page, "查询用户1234的信息,预发环境")
    expect(page.locator("[data-part=result]")).to_contain_text("1234")
    visitor.forgive("401")
    assert visitor.errors == []


@pytest.mark.parametrize("way", ["sidebar", "settings", "palette"])
def test_who_is_logged_in_is_seen_and_can_log_out(guest: tuple[Visitor, str], way: str) -> None:
    visitor, key = guest
    page = visitor.open(language="en-US")
    page.get_by_label("API").fill(key)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Logged in as bob")).to_be_visible()
    if way == "palette":
        page.keyboard.press("Control+k")
        page.get_by_role("option", name="Log out (bob)").click()
    elif way == "settings":
        page.get_by_role("button", name="Settings", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="Log out").click()
    else:
        page.get_by_role("button", name="Log out").click()
    expect(page).to_have_url(f"{visitor.url}/login")
    page.goto("/")
    expect(page).to_have_url(f"{visitor.url}/login")
