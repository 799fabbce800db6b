"""What a reviewer has at hand for a decision: counts, nearest tools, what changed."""

import pytest
from playwright.sync_api import Page, expect

from tests.services.kennel import Kennel
from tests.services.team import Person
from tests.services.test_identity import Deployment
from tests.web.authoring import GET_DOG, check, enter, press, tool_link
from tests.web.browsing import Visitor

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]
SUBMIT = f"/api/tools/{GET_DOG}/submit?project=press"
LOOK = "look up dog 7 in daily"


def submit(ann: Person, *sentences: str) -> str:
    examples = [{"text": text} for text in sentences]
    status, told = ann("POST", SUBMIT, {"note": "for all", "examples": examples})
    assert status == 200, told
    return told["submissions"][0]["id"]


def opened(otto: Page) -> None:
    otto.get_by_role("link", name=GET_DOG).click()


def test_what_was_found_is_counted_above_the_decision_and_in_the_queue(
    guest: Visitor, team: Deployment, kennel: Kennel
) -> None:
    kennel.say("/dogs/{dog_id}", "get", "Get dog.")
    ann = Person(team, "ann")
    ann("POST", "/api/tools/approve?project=press", {"tools": ["kennel"], "agreed": True})
    submit(ann, LOOK, "delete dog 7 in daily")
    for width, language, warned in ((1440, "en-US", "lint warnings: 1"), (400, "zh-CN", "提醒：1")):
        otto = enter(guest, team, "otto", "review", language, width=width)
        line = otto.get_by_role("listitem").filter(has_text=GET_DOG).first
        expect(line).to_contain_text(warned)
        wrong = "not as expected: 1 of 2" if language == "en-US" else "不符合预期的例句：1/2"
        expect(line).to_contain_text(wrong)
        opened(otto)
        counts = otto.locator(".counts")
        expect(counts).to_contain_text(warned)
        expect(counts).to_contain_text(wrong)
        above = otto.evaluate(
            "() => document.querySelector('.counts').getBoundingClientRect().top"
            " < document.querySelector('.decide').getBoundingClientRect().top"
        )
        assert above
        counts.get_by_role("button", name=warned).click()
        expect(otto.locator("#submission-lint")).to_be_focused()
        check(guest, otto, f"counted-{width}")


def test_the_nearest_tools_and_todays_answers_stand_beside_a_submission(
    guest: Visitor, team: Deployment, kennel: Kennel
) -> None:
    ann, owner = Person(team, "ann"), Person(team, "otto")
    body = {"name": "pound", "entry": kennel.entry, "scope": "public"}
    assert owner("POST", "/api/sources", body)[1]["registered"] is True
    submit(ann, "delete dog 7 in daily", LOOK)
    otto = enter(guest, team, "otto", "review")
    opened(otto)
    article = otto.get_by_role("article")
    expect(article.get_by_role("heading", name="Nearest tools (2)")).to_be_visible()
    near = article.locator("details.rival").first
    expect(near).to_contain_text("pound/get_dog")
    expect(near).to_contain_text("all arguments")
    expect(article.locator(".counts")).to_contain_text("tools of the same function and object: 1")
    expect(article.get_by_text("No tool here has the same name")).to_have_count(0)
    rows = article.locator(".trying .works > li")
    expect(rows.nth(0)).to_contain_text("Today: Delete a dog")
    expect(rows.nth(0)).not_to_contain_text("approval changes what serves it")
    check(guest, otto, "nearest")


def test_a_sentence_that_only_an_approval_has_served_is_marked(
    guest: Visitor, team: Deployment
) -> None:
    submit(Person(team, "ann"), LOOK)
    otto = enter(guest, team, "otto", "review")
    opened(otto)
    row = otto.get_by_role("article").locator(".trying .works > li").first
    expect(row).to_contain_text("Today: no tool does it")
    expect(row).to_contain_text("approval changes what serves it")
    expect(row).to_contain_text("With this tool: Look up a dog")
    check(guest, otto, "today")


def test_what_changed_since_a_rejection_and_who_filled_each_field_is_read(
    guest: Visitor, team: Deployment
) -> None:
    ann, owner = Person(team, "ann"), Person(team, "otto")
    reason = {"reason": "say what comes back"}
    assert owner("POST", f"/api/submissions/{submit(ann)}/reject", reason)[0] == 200
    edit = {"field": "summary", "value": "Looks up a dog with its name"}
    assert ann("PATCH", f"/api/tools/{GET_DOG}", edit)[0] == 200
    submit(ann)
    otto = enter(guest, team, "otto", "review", width=400, dark=True)
    opened(otto)
    before = otto.get_by_role("region", name="Rejected before")
    expect(before).to_contain_text("otto: say what comes back")
    expect(before).to_contain_text("What it does: – → Looks up a dog with its name")
    otto.locator("summary").filter(has_text="How it was understood").click()
    field = otto.locator("[data-field=summary]")
    expect(field).to_contain_text("set by ann")
    expect(otto.locator("[data-field=function]")).to_contain_text("read by rules")
    expect(field.get_by_role("button")).to_have_count(0)
    check(guest, otto, "since")


def test_why_a_tool_is_retired_is_asked_and_read_by_its_author(
    guest: Visitor, team: Deployment
) -> None:
    page = enter(guest, team, "ann", tool_link(GET_DOG))
    press(page, "Retire")
    asked = page.get_by_role("group", name="Retire")
    asked.get_by_label("Reason (optional").fill("the kennel has closed")
    check(guest, page, "retiring")
    press(asked, "Confirm: Retire")
    expect(page.get_by_text("Because: the kennel has closed")).to_be_visible()
    page.goto(f"/#/authoring/{tool_link(GET_DOG)}/history")
    event = page.get_by_role("listitem").filter(has_text="retired")
    expect(event).to_contain_text("the kennel has closed")


def test_only_mine_stays_with_the_person_who_ticked_it(guest: Visitor, team: Deployment) -> None:
    page = enter(guest, team, "ann", "tools")
    mine = page.get_by_label("Only mine")
    mine.uncheck()
    mine.check()
    expect(page.get_by_role("link", name="Look up a dog")).to_be_visible()
    page.goto("about:blank")
    page.context.clear_cookies()
    page.goto("/login")
    page.get_by_label("API").fill(Person(team, "otto").key)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{guest.url}/")
    page.goto("/#/authoring/tools")
    expect(page.get_by_label("Only mine")).not_to_be_checked()
