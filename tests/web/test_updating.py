"""An update that is only looked at, and sentences that are tried, in the workshop."""

import pytest
from playwright.sync_api import expect

from tests.services.kennel import ID, Kennel, operation
from tests.services.team import Person
from tests.services.test_identity import Deployment
from tests.web.authoring import GET_DOG, check, enter, press, tool_link
from tests.web.browsing import Visitor

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]
CHIP = {"name": "chip", "in": "query", "required": True, "schema": {"type": "string"}}


def test_an_update_that_is_cancelled_leaves_the_tools_in_use_and_is_told(
    guest: Visitor, team: Deployment, kennel: Kennel
) -> None:
    ann, tool = Person(team, "ann"), "dogs@~ann/get_dog"
    assert ann("POST", "/api/sources", {"name": "dogs", "entry": kennel.entry})[1]["registered"]
    ann("PATCH", f"/api/tools/{tool}", {"field": "title", "value": "Fetch a dog"})
    kennel.paths["/dogs/{dog_id}"]["get"] = operation("get_dog", "Read a dog.", ID, CHIP)
    page = enter(guest, team, "ann", "import")
    source = page.locator(".works > li").filter(has_text="dogs@~ann").first
    press(source, "Update")
    expect(source.get_by_text("Breaking changes: 1")).to_be_visible()
    expect(source.get_by_text("Breaking: new required input chip")).to_be_visible()
    expect(source.get_by_text("title = Fetch a dog (ann)")).to_be_visible()
    check(guest, page, "breaking")
    press(source, "Cancel")
    page.reload()
    expect(page.get_by_text("Changed at the source: 1.")).to_be_visible()
    page.goto(f"/#/authoring/{tool_link(tool)}")
    expect(page.get_by_role("heading", name="Fetch a dog")).to_be_visible()
    expect(page.get_by_role("note")).to_contain_text("used as it was approved")
    expect(page.get_by_text("awaiting approval")).to_have_count(0)
    check(guest, page, "offered-otherwise")


def test_each_sentence_tells_whether_it_came_out_as_expected_also_where_the_chat_asks(
    guest: Visitor, team: Deployment
) -> None:
    page = enter(guest, team, "ann", f"{tool_link(GET_DOG)}/try")
    page.get_by_label("Sentences, one a line").fill("look up a dog in daily")
    press(page, "Add and try")
    row = page.get_by_role("listitem").filter(has_text="look up a dog").first
    expect(row).to_contain_text("not as expected")
    expect(row).to_contain_text("asks first")
    expect(
        page.get_by_text("Not used yet because the chat asks for an input first: 1.")
    ).to_be_visible()
