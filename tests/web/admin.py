"""The demo business's order admin, a page of another origin, with the chat in it."""

import re
from collections.abc import Generator

import pytest
from playwright.sync_api import FrameLocator, Locator, Page, expect

from services.sandbox_process import SandboxProcess
from services.settings import Settings
from tests.services.commands import Zhizao
from tests.services.serving import Client, serve_whole
from tests.web.browsing import Visitor

OPEN = re.compile("打开智造|Open Zhizao")
ORDER = "给用户1234创建一个已支付的外卖订单,缺什么就创建什么,预发环境"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, sandbox: SandboxProcess) -> Generator[Client]:
    """A service whose chat the order admin may have in it."""
    home, origin = tmp_path_factory.mktemp("service"), f"http://127.0.0.1:{sandbox.port}"
    with serve_whole(
        Settings(home=home, sandbox_port=sandbox.port, embed_origins=(origin,))
    ) as client:
        yield client


@pytest.fixture
def order(service: Client, zhizao: Zhizao) -> str:
    """A paid order of the pre-release environment, made before anybody looks at a page."""
    told = service.chat(ORDER)["summary"]["data"]
    return next(one["id"] for one in told if one["entity"] == "交易单")


class Admin:
    """The order admin with the chat in it."""

    def __init__(self, visitor: Visitor, sandbox: SandboxProcess, service: Client, **how: object):
        self.url = f"http://127.0.0.1:{sandbox.port}/admin?chat={service.port}"
        self.page: Page = visitor.visit(self.url, **how)  # pyright: ignore[reportArgumentType]
        self.page.wait_for_function("window.Zhizao")

    @property
    def chat(self) -> FrameLocator:
        return self.page.frame_locator("zhizao-chat iframe")

    def choose(self, order: str) -> None:
        self.page.get_by_role("button", name=order).click()

    def open(self) -> None:
        self.page.get_by_role("button", name=OPEN).click()
        expect(self.chat.get_by_role("textbox").last).to_be_visible()

    def say(self, text: str) -> None:
        box = self.chat.get_by_role("textbox").last
        box.fill(text)
        box.press("Enter")

    def chip(self) -> Locator:
        return self.chat.locator("[data-part=in-view]")

    def part(self, name: str) -> Locator:
        return self.chat.locator(f"[data-part={name}]").last
