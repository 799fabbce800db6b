"""What was copied or saved leaves no sign on the page: it is said."""

import json
from datetime import datetime

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


@pytest.mark.usefixtures("zhizao")
def test_a_run_is_taken_along_with_its_request_and_its_calls(visitor: Visitor) -> None:
    page = visitor.open(language="en-GB")
    sentence = "create 2 test users in pre-release"
    say(page, sentence)
    part(page, "plan").get_by_role("button", name="Run", exact=True).click()
    with page.expect_download() as loading:
        part(page, "result").get_by_role("button", name="Download JSON").click()
    told = json.loads(loading.value.path().read_text("utf-8"))
    request, calls = told["request"], told["calls"]
    assert (request["text"], request["environment"], told["status"]) == (
        sentence,
        "pre",
        "succeeded",
    )
    assert loading.value.suggested_filename == f"{request['run_id']}.json"
    assert datetime.fromisoformat(request["at"]).year >= 2026
    assert [one["status"] for one in calls] == ["done", "done"]
    assert all(one["arguments"].keys() == one["provenance"].keys() for one in calls)
    assert [one["entity"] for one in told["data"]] == ["用户", "用户"]
