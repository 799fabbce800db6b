"""What a reviewer reads before a decision."""

import pytest
from playwright.sync_api import Page, expect

from tests.services.kennel import ID, Kennel, operation
from tests.services.team import Person
from tests.services.test_identity import Deployment
from tests.web.authoring import GET_DOG, check, enter, press, tool_link
from tests.web.browsing import Visitor

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]
COAT = {
    "name": "coat",
    "in": "query",
    "description": "Only where the dog has this coat",
    "schema": {"type": "string", "enum": ["smooth", "wire"]},
}


def offer(team: Deployment, kennel: Kennel) -> Person:
    """The author's tool takes a coat, too, and its description is short."""
    kennel.paths["/dogs/{dog_id}"]["get"] = operation("get_dog", "Get dog.", ID, COAT)
    ann = Person(team, "ann")
    body = {"tools": ["kennel"], "agreed": True}
    assert ann("POST", "/api/tools/approve?project=press", body)[0] == 200
    return ann


def faults(page: Page) -> list[str]:
    """Each finding of the lint that is shown, with its severity."""
    shown = page.locator(".findings li")
    expect(shown.first).to_be_visible()
    return [f"{one.get_attribute('class')}: {one.inner_text()}" for one in shown.all()]


@pytest.mark.parametrize(
    ("language", "look"),
    [("en-US", {}), ("zh-CN", {"width": 400, "dark": True})],
    ids=["wide", "narrow"],
)
def test_author_and_reviewer_read_the_same_lint(
    guest: Visitor, team: Deployment, kennel: Kennel, language: str, look: dict[str, int]
) -> None:
    offer(team, kennel)
    ann = enter(guest, team, "ann", f"{tool_link(GET_DOG)}/lint", language, **look)
    own = faults(ann)
    assert any(text.startswith("warning") and "description_short" in text for text in own)
    check(guest, ann, f"lint-{language}")
    ann.goto(f"/#/authoring/{tool_link(GET_DOG)}/submit")
    press(ann, "Submit" if language == "en-US" else "提交")
    expect(ann.get_by_text("in review" if language == "en-US" else "审核中")).to_be_visible()
    otto = enter(guest, team, "otto", "review", language, **look)
    otto.get_by_role("link", name=GET_DOG).click()
    assert faults(otto) == own
    check(guest, otto, f"reviewed-{language}")
