"""The page that the documentation gives to be copied does what it says."""

import socket
import threading
from collections.abc import Generator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from services.sandbox_process import SandboxProcess
from services.settings import Settings
from tests.services.serving import serve_whole
from tests.web.browsing import Visitor

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

EXAMPLE = Path("deploy/embedding.html")
ADDRESS = "http://127.0.0.1:8000"


@dataclass
class Example:
    """The page as a team would serve it, and the chat in it."""

    page: Page

    def say(self, text: str) -> None:
        box = self.page.frame_locator("iframe").get_by_role("textbox").last
        box.fill(text)
        box.press("Enter")


def _server(listening: socket.socket, chat: str) -> ThreadingHTTPServer:
    body = EXAMPLE.read_text("utf-8").replace(ADDRESS, chat).encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing: the test's output is for the test."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler, bind_and_activate=False)
    server.socket.close()
    server.socket = listening
    server.server_activate()
    return server


@pytest.fixture
def example(tmp_path: Path, visitor: Visitor, sandbox: SandboxProcess) -> Generator[Example]:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    origin = f"http://127.0.0.1:{listening.getsockname()[1]}"
    settings = Settings(home=tmp_path, sandbox_port=sandbox.port, embed_origins=(origin,))
    with serve_whole(settings) as service:
        server = _server(listening, f"http://127.0.0.1:{service.port}")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = visitor.visit(f"{origin}/")
        page.wait_for_function("window.Zhizao")
        page.get_by_role("button", name="打开智造").click()
        yield Example(page)
        server.shutdown()
        server.server_close()


def test_the_example_shows_its_order_and_lets_its_form_be_filled(example: Example) -> None:
    chat, form = example.page.frame_locator("iframe"), example.page.locator("form")
    expect(chat.locator("[data-part=in-view]")).to_contain_text("订单 1301")
    example.say("备注改成少放辣，优先级P1")
    chat.get_by_role("button", name="同意").click()
    expect(form.get_by_label("备注")).to_have_value("少放辣")
    expect(form.get_by_label("优先级")).to_have_value("P1")
    expect(chat.locator("[data-part=result]").last).to_contain_text("还没有保存")
    form.get_by_label("编号").fill("1305")
    form.get_by_label("编号").blur()
    expect(chat.locator("[data-part=in-view]")).to_contain_text("订单 1305")
    example.say("这个订单什么状态")
    expect(chat.locator("[data-part=result]").last).to_contain_text("已完结")
    expect(form.locator("output")).to_have_text("succeeded")
