"""A source of an author's: brought up to date, submitted as a whole, and decided tool by tool."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.services.kennel import Kennel
from tests.services.team import Person
from tests.services.test_identity import Deployment
from tests.web.authoring import GET_DOG, check, enter, press, tool_link
from tests.web.browsing import Visitor

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


def kennel_of(page: Page) -> Locator:
    """The line of the source."""
    lines = page.get_by_role("region", name="Sources").locator("ul.works > li")
    return lines.filter(has_text="kennel@press").first


def test_a_source_is_brought_up_to_date_with_its_name_and_environments(
    guest: Visitor, team: Deployment, kennel: Kennel
) -> None:
    ann = enter(guest, team, "ann", "import")
    source = kennel_of(ann)
    source.get_by_role("button", name="Update").click()
    expect(source).to_contain_text("nothing has changed")
    source.get_by_role("button", name="Cancel").click()
    kennel.say("/dogs/{dog_id}", "get", "Look up a dog by its number, with its name.")
    source.get_by_role("button", name="Update").click()
    expect(source).to_contain_text(GET_DOG)
    expect(source).to_contain_text("with its name")
    check(guest, ann, "update")
    source.get_by_role("button", name="Agree").click()
    expect(source).to_contain_text("Registered: kennel@press")
    _, told = Person(team, "ann")("GET", f"/api/tools/{GET_DOG}")
    assert told["tool"]["environments"] == ["daily"]


def test_all_tools_of_a_source_are_submitted_and_decided_one_after_the_other(
    guest: Visitor, team: Deployment
) -> None:
    ann = enter(guest, team, "ann", "import")
    source = kennel_of(ann)
    source.get_by_role("button", name="Submit all for review").click()
    source.get_by_label("What reviewers are to know").fill("for the vets")
    source.get_by_role("button", name="Submit tools: 2").click()
    expect(source).to_contain_text("Submitted tools: 2")
    check(guest, ann, "submitted")
    otto = enter(guest, team, "otto", "review")
    expect(otto.get_by_role("link", name="Review (2)")).to_be_visible()
    otto.get_by_role("link", name=GET_DOG).click()
    otto.get_by_label("Reason").fill("say what it returns")
    press(otto, "Reject")
    expect(otto.get_by_text("Rejected; its author")).to_be_visible()
    expect(otto.get_by_role("button", name="Reject")).to_have_count(0)
    expect(otto.get_by_role("link", name="Review (1)")).to_be_visible()
    check(guest, otto, "rejected")
    otto.get_by_role("link", name="Next submission").click()
    press(otto, "Approve and publish")
    press(otto, "Confirm: Approve and publish")
    expect(otto.get_by_role("link", name="Review", exact=True)).to_be_visible()
    page = enter(guest, team, "ann", "review")
    page.get_by_role("link", name=GET_DOG).click()
    page.get_by_role("link", name="Mend the tool").click()
    expect(page.get_by_role("heading", level=2)).to_contain_text("Look up a dog")


def test_the_number_of_what_waits_is_that_of_the_list(guest: Visitor, team: Deployment) -> None:
    ann = Person(team, "ann")
    otto = enter(guest, team, "otto", "tools")
    expect(otto.get_by_role("link", name="Review", exact=True)).to_be_visible()
    assert ann("POST", f"/api/tools/{GET_DOG}/submit?project=press", {"note": ""})[0] == 200
    otto.get_by_role("link", name="Review", exact=True).click()
    expect(otto.get_by_role("link", name="Review (1)")).to_be_visible()
    page = enter(guest, team, "ann", f"{tool_link(GET_DOG)}/submit")
    expect(page.get_by_role("heading", name="Waiting for its review")).to_be_visible()
    expect(page.get_by_role("heading", name="Earlier submissions")).to_have_count(0)


def test_the_rest_of_a_source_is_submitted_behind_what_is_public(
    guest: Visitor, team: Deployment
) -> None:
    ann, otto = Person(team, "ann"), Person(team, "otto")
    _, told = ann("POST", f"/api/tools/{GET_DOG}/submit?project=press", {"note": ""})
    otto("POST", f"/api/submissions/{told['submissions'][0]['id']}/approve", {"reason": ""})
    page = enter(guest, team, "ann", "import")
    expect(kennel_of(page)).to_contain_text("public pool: 1")
    expect(kennel_of(page)).to_contain_text("project space: 1")
    kennel_of(page).get_by_role("button", name="Submit all for review").click()
    kennel_of(page).get_by_role("button", name="Submit tools: 1").click()
    expect(kennel_of(page)).to_contain_text("Submitted tools: 1")
    expect(kennel_of(page)).to_contain_text("in review: 1")
    expect(kennel_of(page).get_by_role("button", name="Submit all for review")).to_have_count(0)
