"""What a reviewer reads before a decision: all that is approved, and the author's own sentences."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.services.kennel import ID, Kennel, operation
from tests.services.team import Person
from tests.services.test_identity import Deployment
from tests.web.authoring import GET_DOG, check, enter, press, tool_link
from tests.web.browsing import Visitor
from tests.web.test_workshop import document

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
    """Each finding of the lint that is shown, with its severity, without where it is mended."""
    shown = page.locator(".findings li")
    expect(shown.first).to_be_visible()
    return [f"{one.get_attribute('class')}: {_told(one)}" for one in shown.all()]


def _told(finding: Locator) -> str:
    text, mend = finding.inner_text(), finding.locator("a.link")
    return text.replace(mend.inner_text(), "").strip() if mend.count() else text.strip()


def part(article: Locator, name: str) -> Locator:
    """The row of one argument or output."""
    return article.locator(".schema .fieldrow").filter(has_text=name)


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
    line = otto.get_by_role("listitem").filter(has_text=GET_DOG)
    expect(line).to_contain_text("only reads" if language == "en-US" else "只查询，不改数据")
    otto.get_by_role("link", name=GET_DOG).click()
    assert faults(otto) == own
    check(guest, otto, f"reviewed-{language}")


def test_a_reviewer_sees_all_that_is_approved(
    guest: Visitor, team: Deployment, kennel: Kennel
) -> None:
    ann = offer(team, kennel)
    assert ann("POST", f"/api/tools/{GET_DOG}/submit?project=press", {"note": "x"})[0] == 200
    for width, language, dark in ((1440, "zh-CN", False), (400, "en-US", True)):
        otto = enter(guest, team, "otto", "review", language, width=width, dark=dark)
        otto.get_by_role("link", name=GET_DOG).click()
        article = otto.get_by_role("article")
        address = article.locator("[data-part=address]")
        expect(address).to_contain_text(f"GET {kennel.url}/dogs/{{dog_id}}")
        expect(address).to_contain_text(f"{kennel.url}/openapi.json")
        remark = "machine of this service itself" if language == "en-US" else "本服务所在的机器上"
        expect(article.locator(".note").filter(has_text=remark)).to_be_visible()
        coat = part(article, "coat")
        expect(coat).to_contain_text("Only where the dog has this coat")
        expect(coat.locator(".chip")).to_have_text(["smooth", "wire"])
        expect(part(article, "Name of the dog")).to_contain_text("name")
        wanted = "required" if language == "en-US" else "必填"
        expect(part(article, "dog_id")).to_contain_text(wanted)
        expect(coat).not_to_contain_text(wanted)
        check(guest, otto, f"approved-{width}")
        article.locator("summary").filter(has_text="JSON").click()
        expect(article.locator("pre").last).to_contain_text('"wire"')


def test_the_authors_sentences_come_with_the_submission_and_can_be_tried(
    guest: Visitor, team: Deployment, kennel: Kennel
) -> None:
    ann = enter(guest, team, "ann", f"{tool_link(GET_DOG)}/try")
    for sentence in ("look up dog 7 in daily", "delete dog 7 in daily"):
        ann.get_by_label("Sentences, one a line").fill(sentence)
        press(ann, "Add and try")
        expect(ann.get_by_role("listitem").filter(has_text=sentence).first).to_be_visible()
    expect(ann.get_by_text("1 of 2 as expected")).to_be_visible()
    wrong = ann.get_by_role("listitem").filter(has_text="delete dog 7").first
    wrong.get_by_label("Expected").select_option("false")
    ann.goto(f"/#/authoring/{tool_link(GET_DOG)}/submit")
    expect(ann.get_by_text("reviewers to try: 2")).to_be_visible()
    expect(ann.get_by_text("2 of 2 as expected")).to_be_visible()
    ann.goto(f"/#/authoring/{tool_link(GET_DOG)}/try")
    wrong.get_by_label("Expected").select_option("true")
    ann.goto(f"/#/authoring/{tool_link(GET_DOG)}/submit")
    expect(ann.get_by_text("1 of 2 sentences as expected. You can submit it")).to_be_visible()
    check(guest, ann, "remark")
    press(ann, "Submit")
    expect(ann.get_by_text("in review")).to_be_visible()
    otto = enter(guest, team, "otto", "review")
    otto.get_by_role("link", name=GET_DOG).click()
    expect(otto.get_by_text("1 of 2 as expected")).to_be_visible()
    rows = otto.get_by_role("article").locator(".trying .works > li")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("should use it")
    press(otto, "Try all")
    expect(otto.get_by_text("1 of 2 as expected")).to_be_visible()
    expect(otto.get_by_role("article")).to_contain_text("only reads")


def test_what_a_reviewers_own_sentence_comes_to_stands_at_its_field(
    guest: Visitor, team: Deployment
) -> None:
    examples = [{"text": "look up dog 7 in daily", "wanted": True}]
    asked = f"/api/tools/{GET_DOG}/submit?project=press"
    assert Person(team, "ann")("POST", asked, {"note": "", "examples": examples})[0] == 200
    otto = enter(guest, team, "otto", "review")
    otto.get_by_role("link", name=GET_DOG).click()
    expect(otto.get_by_text("1 of 1 as expected")).to_be_visible()
    own = otto.get_by_role("article").locator(".trying form + .own > li")
    for number in (8, 9):
        otto.get_by_label("A sentence of your own").fill(f"look up dog {number} in daily")
        press(otto, "Try it")
        expect(own.first).to_contain_text(f"look up dog {number} in daily")
        expect(own.first).to_contain_text("as expected")
    expect(otto.get_by_text("1 of 1 as expected")).to_be_visible()
    check(guest, otto, "tried-by-reviewer")


def test_a_number_at_the_tools_says_that_something_waits_or_was_decided(
    guest: Visitor, team: Deployment
) -> None:
    ann = Person(team, "ann")
    asked = f"/api/tools/{GET_DOG}/submit?project=press"
    id = ann("POST", asked, {"note": ""})[1]["submissions"][0]["id"]
    otto = enter(guest, team, "otto", "review")
    otto.get_by_role("link", name="Back to the chat").click()
    otto.get_by_role("link", name="Tools (1)").click()
    otto.get_by_role("link", name=GET_DOG).click()
    otto.get_by_label("Reason").fill("say what it returns")
    press(otto, "Reject")
    otto.get_by_role("link", name="Back to the chat").click()
    expect(otto.get_by_role("link", name="Tools", exact=True)).to_be_visible()
    page = enter(guest, team, "ann", "tools")
    page.get_by_role("link", name="Back to the chat").click()
    page.get_by_role("link", name="Tools (1)").click()
    expect(page.locator(f"a[href$='{id}']")).to_be_visible()
    expect(page.get_by_text("rejected")).to_be_visible()
    check(guest, page, "decided")
    page.get_by_role("link", name="Back to the chat").click()
    expect(page.get_by_role("link", name="Tools", exact=True)).to_be_visible()


def test_sentences_that_nobody_tried_are_said_to_be_untried(
    guest: Visitor, team: Deployment
) -> None:
    given = [{"text": f"look up dog {n} in daily", "wanted": True} for n in range(70, 82)]
    ann = Person(team, "ann")
    asked = {"note": "", "examples": given}
    assert ann("POST", f"/api/tools/{GET_DOG}/submit?project=press", asked)[0] == 200
    otto = enter(guest, team, "otto", "review")
    otto.get_by_role("link", name=GET_DOG).click()
    expect(otto.get_by_text("The sentences are being tried")).to_be_visible()
    trying = otto.locator(".trying")
    expect(trying.get_by_text("Not tried yet: 2.")).to_be_visible(timeout=60_000)
    expect(otto.get_by_text("The sentences are being tried")).to_have_count(0)
    press(otto, "Try the other 2")
    expect(otto.get_by_text("12 of 12 as expected")).to_be_visible(timeout=60_000)
    expect(otto.get_by_text("Not tried yet")).to_have_count(0)


def test_an_approval_names_what_it_publishes_and_is_confirmed(
    guest: Visitor, team: Deployment
) -> None:
    ann = Person(team, "ann")
    _, made = ann("POST", f"/api/tools/{GET_DOG}/submit?project=press", {"note": ""})
    [submitted] = made["submissions"]

    def state() -> str:
        return ann("GET", f"/api/submissions/{submitted['id']}")[1]["state"]

    otto = enter(guest, team, "otto", f"review/{submitted['id']}")
    press(otto, "Approve and publish")
    sure = otto.get_by_role("group", name="Approve and publish")
    told = f"({GET_DOG}, version {submitted['hash'][:8]}) goes into the public pool"
    expect(sure).to_contain_text(told)
    check(guest, otto, "sure")
    sure.get_by_role("button", name="Cancel").click()
    expect(sure).to_have_count(0)
    assert state() == "pending"
    press(otto, "Approve and publish")
    sure.get_by_role("button", name="Confirm: Approve and publish").click()
    expect(otto.get_by_text("Approved: everybody can use it now.")).to_be_visible()
    assert state() == "approved"


def test_an_update_warns_of_what_it_takes_from_all_and_the_author_submits_anew(
    guest: Visitor, team: Deployment, kennel: Kennel
) -> None:
    ann, otto = Person(team, "ann"), Person(team, "otto")
    _, made = ann("POST", f"/api/tools/{GET_DOG}/submit?project=press", {"note": ""})
    assert otto("POST", f"/api/submissions/{made['submissions'][0]['id']}/approve", {})[0] == 200
    kennel.say("/dogs/{dog_id}", "get", "Look up a dog by its number, with its name.")
    page = enter(guest, team, "ann", "import")
    page.get_by_label("How it is given").select_option("paste")
    page.get_by_label("The document").fill(document(kennel))
    page.get_by_label("daily", exact=True).check()
    page.get_by_label("Name of the source").fill("kennel")
    page.get_by_label("Put into").select_option(label="project space press")
    press(page, "Preview")
    expect(page.get_by_role("note")).to_contain_text("nobody can use from then on")
    expect(page.get_by_role("note")).to_contain_text(GET_DOG)
    check(guest, page, "takes-from-all")
    press(page, "Agree to the changes and update")
    expect(page.get_by_role("status").filter(has_text="kennel")).to_be_visible()
    assert ann("GET", f"/api/tools/{GET_DOG}")[1]["status"] == "awaiting_approval"
    page.goto(f"/#/authoring/{tool_link(GET_DOG)}/submit")
    expect(page.get_by_text("Submit it as it is now.")).to_be_visible()
    press(page, "Submit")
    expect(page.get_by_text("in review", exact=True)).to_be_visible()
    check(guest, page, "submitted-anew")


def test_who_may_not_publish_is_offered_to_submit(guest: Visitor, team: Deployment) -> None:
    page = enter(guest, team, "ann", f"{tool_link(GET_DOG)}/submit")
    expect(page.locator(".ant-btn-primary")).to_have_text(["Submit"])
    expect(page.get_by_role("button", name="Publish for all")).to_have_count(0)
    expect(page.get_by_text("You may publish the tool yourself")).to_have_count(0)
