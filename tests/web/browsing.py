"""What a visitor of the page has: a browser, a network that can break, and words to say."""

import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    expect,
)

from services.settings import Settings
from tests.services.commands import ROOT, Zhizao
from tests.services.serving import serve_whole

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"
ORDER = "给用户1234创建一个已支付的到店订单,缺什么就创建什么,预发环境"
SHOTS = ROOT / "build" / "screenshots"
PATIENCE = 60_000
"""Milliseconds that anything on the page may take."""


@dataclass
class Visitor:
    """Opens the page as somebody with a browser of these settings, and hears its console."""

    browser: Browser
    url: str
    name: str
    contexts: list[BrowserContext] = field(default_factory=list[BrowserContext])
    errors: list[str] = field(default_factory=list[str])
    forgiven: list[str] = field(default_factory=list[str])

    def open(
        self,
        path: str = "/",
        *,
        width: int = 1440,
        language: str = "zh-CN",
        dark: bool = False,
        touch: bool = False,
        zone: str | None = None,
    ) -> Page:
        page = self.visit(path, width=width, language=language, dark=dark, touch=touch, zone=zone)
        expect(page.get_by_role("textbox").last).to_be_visible()
        return page

    def visit(
        self,
        path: str,
        *,
        width: int = 1440,
        language: str = "zh-CN",
        dark: bool = False,
        touch: bool = False,
        beside: Page | None = None,
        zone: str | None = None,
    ) -> Page:
        """Any page, ours or not, with its console heard; `beside`: a tab of that one's browser."""
        made = beside.context if beside else self._browser(width, language, dark, touch, zone)
        page = made.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(path)
        return page

    def _browser(
        self, width: int, language: str, dark: bool, touch: bool, zone: str | None
    ) -> BrowserContext:
        context = self.browser.new_context(
            viewport={"width": width, "height": 900},
            locale=language,
            color_scheme="dark" if dark else "light",
            base_url=self.url,
            has_touch=touch,
            is_mobile=touch,
            timezone_id=zone,
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        return context

    def shoot(self, page: Page, what: str = "") -> None:
        """Keeps what is seen now, for a person to look at."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SHOTS / f"{'-'.join(filter(None, (self.name, what)))}.png")

    def forgive(self, what: str) -> None:
        """Errors with these words are wanted: those that were told, and those that come late."""
        self.forgiven.append(what)
        self.errors = [error for error in self.errors if what not in error]

    def _heard(self, said: ConsoleMessage) -> None:
        wanted = any(what in said.text for what in self.forgiven)
        if said.type in ("error", "warning") and not wanted:
            self.errors.append(said.text)


@contextmanager
def serving_only(zhizao: Zhizao, api: str, name: str) -> Generator[str]:
    """A service whose only tools are those of the API at that address; its own address."""
    zhizao.home.mkdir()
    sources = zhizao.home / "sources.json"
    sources.write_text('{"mcpServers": {}}')
    place = (f"{api}/openapi.json", "--env", "daily", "--base-url", api)
    words = ("tools", "import", "openapi", *place, "--name", name)
    assert zhizao.run_apart(*words, ZHIZAO_SOURCES=str(sources)).code == 0
    with serve_whole(Settings(home=zhizao.home, sources=sources)) as client:
        yield f"http://127.0.0.1:{client.port}"


class Cable:
    """A network between browser and service that a test can cut."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.is_cut = False
        self._ends: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Ends every connection, and every new one at once."""
        self.is_cut = True
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self.is_cut = False

    def close(self) -> None:
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                browser, _ = self._listener.accept()
                if self.is_cut:
                    browser.close()
                    continue
                service = socket.create_connection(("127.0.0.1", self.target))
                self._ends += [browser, service]
                for source, sink in ((browser, service), (service, browser)):
                    threading.Thread(target=_pump, args=(source, sink), daemon=True).start()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    for end in (source, sink):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
    source.close()


def say(page: Page, text: str) -> None:
    """Sends a message as a user does."""
    box = page.get_by_role("textbox").last
    box.fill(text)
    box.press("Enter")


def part(page: Page, name: str) -> Locator:
    """The latest card of that kind."""
    return page.locator(f"[data-part={name}]").last


def press(page: Page, name: str) -> None:
    """The latest button of that name."""
    page.get_by_role("button", name=name, exact=True).last.click()


def agree(page: Page) -> None:
    """Runs the plan that is shown."""
    part(page, "plan").get_by_role("button", name="执行", exact=True).click()


def tools(zhizao: Zhizao) -> list[str]:
    return [one["tool"] for one in zhizao.effects()]


def slow(zhizao: Zhizao, tool: str, seconds: float) -> None:
    fault = ["fault", "set", tool, "--kind", "latency", "--times", "1"]
    zhizao.sandbox.run([*fault, "--seconds", str(seconds)])
