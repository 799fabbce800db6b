"""The page with a model that reads, plans and words by a script; rules judge."""

from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from services.sandbox_process import SandboxProcess
from services.settings import Settings, StageChoice
from tests.models.business import connected, recorded, tell_what_was_made
from tests.services.commands import Zhizao
from tests.services.serving import serve_whole
from tests.web.browsing import Visitor, say

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.fixture
def with_model(
    chromium: Browser, sandbox: SandboxProcess, tmp_path: Path, zhizao: Zhizao
) -> Generator[Visitor]:
    """A visitor of a service in which nothing is done by rules that a model can do."""
    settings = Settings(
        home=tmp_path / "service",
        sandbox_port=sandbox.port,
        mode="model",
        # Else the last stage is asked only where something is open.
        stage_summary=StageChoice(model="qwen-plus", mode="model"),
    )
    answers = {**recorded("coupon").answers, "ModelSummary": tell_what_was_made}
    with connected(answers), serve_whole(settings) as client:
        # A first request loads more than a page waits for.
        client.chat("你好")
        yield Visitor(chromium, f"http://127.0.0.1:{client.port}", "with_model")


def test_a_model_reads_plans_and_words_and_the_page_says_so(
    with_model: Visitor, zhizao: Zhizao
) -> None:
    page = with_model.open()
    say(page, recorded("coupon").text)
    plan = page.locator("[data-part=plan]")
    expect(plan).to_contain_text("发放满减券")
    assert zhizao.effects() == []
    plan.get_by_role("button", name="执行", exact=True).click()
    result = page.locator("[data-part=result]")
    expect(result).to_contain_text("成功")
    model = result.locator("[data-part=model]")
    expect(model).to_contain_text("3 个阶段中采用 3 个")
    model.locator("summary").click()
    expect(model.get_by_role("listitem")).to_contain_text(["理解", "规划", "回答"])
    assert "3 次调用" in model.inner_text()
    assert [one["tool"] for one in zhizao.effects()] == ["issueFullReductionCoupon"]
    with_model.shoot(page)
    assert with_model.errors == []
