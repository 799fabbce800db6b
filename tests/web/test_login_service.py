"""In a browser: setting up, and logging in by the company's login service, with the keyboard."""

import re
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from services.oidc.people import kept_account
from services.setting_up import SettingUp
from services.settings import Settings
from tests.oidc.conftest import trusting
from tests.oidc.deployment import CALLBACK, HOST
from tests.oidc.provider import Provider, providing
from tests.services.serving import Stage, serve
from tests.web.browsing import Visitor
from tests.web.test_looks import AXE, is_wider_than_the_screen, serious
from tool_registry.base.caller import Role
from tool_registry.base.clock import Clock
from tool_registry.stores.store import RegistryStore

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]
LOOKS = [("zh-CN", False, 1440), ("en", True, 400), ("zh-CN", True, 400), ("en", False, 400)]


@pytest.fixture
def provider() -> Generator[Provider]:
    with providing() as running:
        running.asks = True
        yield running


def check(visitor: Visitor, page: Page, what: str) -> None:
    """What everybody needs of each of these pages."""
    visitor.shoot(page, what)
    assert not is_wider_than_the_screen(page)
    if AXE.exists():
        page.evaluate(AXE.read_text("utf-8"))
        assert serious(page) == []


@pytest.mark.parametrize(("language", "dark", "width"), LOOKS)
def test_the_login_service_is_gone_to_and_come_back_from(
    chromium: Browser, provider: Provider, tmp_path: Path, language: str, dark: bool, width: int
) -> None:
    settings = trusting(provider, tmp_path, oidc_name="Acme SSO")
    with (
        closing(RegistryStore(tmp_path / "registry.db")) as stores,
        serve(settings, Stage()) as client,
    ):
        stores.people.add(HOST, "bob", Role.TESTER)
        stores.accounts.link(HOST, "bob", "oidc", kept_account(settings, "oidc", "bob-sub"))
        visitor = Visitor(chromium, f"http://127.0.0.1:{client.port}", f"sso-{language}-{width}")
        provider.redirect_uris = {visitor.url + CALLBACK}
        page = visitor.open(language=language, dark=dark, width=width)
        expect(page).to_have_url(f"{visitor.url}/login")
        check(visitor, page, "login-dark" if dark else "login")
        button = page.get_by_role("link", name=re.compile("Acme SSO"))
        page.keyboard.press("Tab")
        expect(button).to_be_focused()
        page.keyboard.press("Enter")
        provider.denies = True
        page.get_by_role("button", name="Go on").click()
        expect(page.get_by_role("alert")).to_be_visible()
        check(visitor, page, "denied-dark" if dark else "denied")
        provider.denies = False
        page.get_by_role("link", name=re.compile("Acme SSO")).click()
        page.get_by_role("button", name="Go on").click()
        expect(page).to_have_url(f"{visitor.url}/")
        expect(page.get_by_role("textbox").last).to_be_visible()
        assert page.evaluate("fetch('/api/me').then(r => r.json())")["user"] == "bob"
        assert provider.refused == []
        visitor.forgive("401")
        assert visitor.errors == []
        page.context.close()


def fill_in(visitor: Visitor, page: Page, code: str, look: str) -> None:
    """Types a wrong code first, and a name; nothing but the keyboard is used."""
    check(visitor, page, f"form-{look}")
    page.keyboard.type("wrong")
    page.keyboard.press("Tab")
    page.keyboard.type("ann")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    check(visitor, page, f"wrong-{look}")
    page.keyboard.type(code)
    page.keyboard.press("Enter")


def is_gone(page: Page) -> bool:
    """True where this browser is the administrator's, and the set-up no page any more."""
    expect(page.get_by_role("textbox").last).to_be_visible()
    assert page.evaluate("fetch('/api/me').then(r => r.json())")["role"] == "admin"
    gone = page.goto("/setup")
    return gone is not None and gone.status == 404


@pytest.mark.parametrize(("language", "dark", "width"), LOOKS)
def test_the_first_administrator_is_made_and_the_key_copied(
    chromium: Browser, tmp_path: Path, language: str, dark: bool, width: int
) -> None:
    (tmp_path / "sources.json").write_text('{"mcpServers": {}}')
    settings = Settings(home=tmp_path, sources=tmp_path / "sources.json", login="required")
    offer = SettingUp.offered(Clock())
    code = offer.code
    with serve(settings, Stage(), offer) as client:
        visitor = Visitor(chromium, f"http://127.0.0.1:{client.port}", f"setup-{language}-{width}")
        page = visitor.open(language=language, dark=dark, width=width)
        expect(page).to_have_url(f"{visitor.url}/setup")
        fill_in(visitor, page, code.lower(), "dark" if dark else "light")
        expect(page.locator("#copy")).to_be_visible()
        check(visitor, page, "done-dark" if dark else "done")
        key = page.locator("#key").input_value()
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.locator("#copy").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).not_to_be_empty()
        assert page.evaluate("navigator.clipboard.readText()") == key
        page.get_by_role("link").click()
        expect(page).to_have_url(f"{visitor.url}/")
        assert is_gone(page)
        visitor.forgive("401")
        visitor.forgive("404")
        assert visitor.errors == []
        page.context.close()
