"""What people with screen readers find on the cards of plans that wait and of a hand-over."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.services.commands import Zhizao
from tests.services.serving import Client
from tests.web.browsing import Visitor, say
from tests.web.test_looks import AXE
from tests.web.test_waiting import COUPON, cancel_all, part, schedule

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_serious(
    visitor: Visitor, zhizao: Zhizao, service: Client, dark: bool
) -> None:
    if not AXE.exists():
        pytest.skip("needs axe-core: npm ci --prefix services/web")
    page = visitor.open(dark=dark)
    say(page, COUPON)
    schedule(page)
    part(page, "scheduled").get_by_role("button", name="改时间", exact=True).click()
    page.get_by_role("button", name="转人工", exact=True).click()
    page.get_by_role("button", name="转给负责人", exact=True).click()
    expect(part(page, "handover")).to_contain_text("等待答复")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: Any = page.evaluate("axe.run()")
    serious = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in serious] == []
    part(page, "handover").get_by_role("button", name="撤回，不用了").click()
    cancel_all(service)
    assert zhizao.effects() == []
