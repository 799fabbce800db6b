"""What was copied or saved leaves no sign on the page: it is said."""

import pytest
from playwright.sync_api import expect

from tests.web.browsing import Visitor, part, say

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.mark.usefixtures("zhizao")
def test_copying_and_saving_are_said(visitor: Visitor) -> None:
    page = visitor.open(language="en-GB")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    say(page, "create 2 test users in pre-release")
    part(page, "plan").get_by_role("button", name="Run", exact=True).click()
    result, said = part(page, "result"), part(page, "done")
    result.get_by_role("button", name="Copy the column").first.click()
    expect(said).to_have_text("Copied")
    expect(said).to_be_in_viewport(ratio=1)
    visitor.shoot(page)
    for name in ("Download CSV", "Download JSON"):
        expect(said).to_have_text("")
        with page.expect_download():
            result.get_by_role("button", name=name).click()
        expect(said).to_have_text("Saved to your downloads")
