"""A screenshot on the page: read into the box, looked at and changed, and sent as any request."""

import base64
from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, expect

from pipelines.models.permission import model_requests
from services.sandbox_process import SandboxProcess
from services.settings import Settings
from tests.scripted_model.server import serving
from tests.services.commands import Zhizao
from tests.services.serving import serve_whole
from tests.web.browsing import Visitor

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

READ = "给用户1234发一张满50减20的优惠券,预发环境"
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
SHOT: FilePayload = {"name": "shot.png", "mimeType": "image/png", "buffer": PIXEL}


@pytest.fixture
def seeing(
    chromium: Browser, sandbox: SandboxProcess, tmp_path: Path, zhizao: Zhizao
) -> Generator[Visitor]:
    """A visitor of a service with a model that reads pictures, and nothing else by a model."""
    with model_requests(True), serving({"talk": READ}) as model:
        settings = Settings(
            home=tmp_path / "service",
            sandbox_port=sandbox.port,
            mode="rules",
            model_provider="compatible",
            model_url=f"{model.url}/v1",
            vision_model="qwen-vl-plus",
        )
        with serve_whole(settings) as client:
            yield Visitor(chromium, f"http://127.0.0.1:{client.port}", "screenshot")


def test_what_was_read_is_changed_by_the_person_and_then_sent(
    seeing: Visitor, zhizao: Zhizao
) -> None:
    page = seeing.open()
    page.locator("input[type=file]").set_input_files(SHOT)
    box = page.get_by_role("textbox").last
    expect(box).to_have_value(READ)
    expect(page.get_by_role("status").filter(has_text="还没有发送")).to_be_visible()
    seeing.shoot(page, "read")
    assert zhizao.effects() == []
    box.fill(READ.replace("1234", "5678"))
    box.press("Enter")
    plan = page.locator("[data-part=plan]")
    expect(plan).to_contain_text("5678")
    plan.get_by_role("button", name="执行", exact=True).click()
    expect(page.locator("[data-part=result]")).to_contain_text("成功")
    assert [one["change"]["after"]["havanaId"] for one in zhizao.effects()] == ["5678"]


def test_without_a_model_that_sees_the_page_says_so(visitor: Visitor) -> None:
    page = visitor.open(width=400)
    visitor.forgive("422")
    page.locator("input[type=file]").set_input_files(SHOT)
    expect(page.get_by_role("alert")).to_contain_text("没有配置能看图的模型")
    expect(page.get_by_role("textbox").last).to_have_value("")
    visitor.shoot(page)
