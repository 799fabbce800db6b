"""The workshop in a browser: an author's journey from a document to a review, and a reviewer's."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.services.kennel import ID, Kennel, operation
from tests.services.team import Person
from tests.services.test_identity import Deployment
from tests.web.authoring import GET_DOG, check, enter, press, tool_link
from tests.web.browsing import Visitor, say

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]
COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"


def side(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="Sides of this tool").get_by_role("link", name=name).click()


def document(kennel: Kennel) -> str:
    """What the kennel says of itself, one operation without a word."""
    kennel.say("/dogs/{dog_id}", "delete", "")
    about = {"title": "Dog house", "version": "1"}
    servers = [{"url": kennel.url}]
    return json.dumps(
        {"openapi": "3.0.3", "info": about, "servers": servers, "paths": kennel.paths}
    )


def test_a_document_is_pasted_looked_at_and_only_then_registered(
    guest: Visitor, team: Deployment, kennel: Kennel
) -> None:
    text = document(kennel)
    page = enter(guest, team, "ann")
    expect(page.get_by_role("listitem").filter(has_text=GET_DOG)).to_be_visible()
    expect(page.get_by_label("Only mine")).to_be_checked()
    check(guest, page, "list")
    page.get_by_role("link", name="Import").click()
    press(page, "Preview")
    expect(page.get_by_role("alert").first).to_contain_text("address")
    page.get_by_label("How it is given").select_option("paste")
    page.get_by_label("The document").fill(text)
    page.get_by_label("daily", exact=True).check()
    expect(page.get_by_label("Address of its calls in daily")).to_have_value(kennel.url)
    press(page, "Preview")
    shown = page.get_by_role("region", name="Preview: dog-house@~ann")
    expect(shown).to_contain_text("2 of 2 usable")
    expect(shown.get_by_role("listitem").first).to_contain_text("delete_dog")
    for told in ("1 of 2 are like tools that are in use", "dog_id required", f"Like: {GET_DOG}"):
        expect(shown).to_contain_text(told)
    shown.locator("summary").first.click()
    expect(shown.locator(".findings").first).to_contain_text("description")
    check(guest, page, "preview")
    ann = Person(team, "ann")
    assert ann("GET", "/api/workshop")[1]["mine"] == 2
    press(page, "Register 2")
    expect(page.get_by_role("status")).to_contain_text("Registered: dog-house@~ann")
    assert ann("GET", "/api/workshop")[1]["mine"] == 4
    page.get_by_role("link", name="See these tools").click()
    page.get_by_role("searchbox").fill("dog-house get")
    expect(page.get_by_text("Tools: 1")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Tool workshop")).to_be_visible()


def test_what_cannot_be_read_is_said_and_nothing_is_registered(
    guest: Visitor, team: Deployment, tmp_path: Path
) -> None:
    page = enter(guest, team, "ann", "import")
    file = tmp_path / "dogs.yaml"
    file.write_text("openapi: [")
    page.get_by_label("How it is given").select_option("file")
    page.get_by_label("Document file").set_input_files(file)
    page.get_by_label("daily", exact=True).check()
    press(page, "Preview")
    expect(page.get_by_role("alert")).to_contain_text("calls")
    page.get_by_label("Address of its calls in daily").fill("http://127.0.0.1:9")
    press(page, "Preview")
    expect(page.get_by_role("alert")).to_contain_text("dogs.yaml")
    check(guest, page, "unreadable")
    guest.forgive("422")
    assert Person(team, "ann")("GET", "/api/workshop")[1]["mine"] == 2


def test_an_author_corrects_what_was_misread_with_the_keyboard_alone(
    guest: Visitor, team: Deployment
) -> None:
    page = enter(guest, team, "ann", tool_link(GET_DOG))
    field = page.locator('[data-field="needs.dog_id.entity"]')
    expect(field).to_contain_text("dog")
    expect(field).to_contain_text("read by rules")
    expect(page.locator(".form")).not_to_contain_text("%")
    check(guest, page, "form")
    pen = field.get_by_role("button", name="Edit entity dog_id")
    pen.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("New value of entity")).to_be_focused()
    page.keyboard.press("Escape")
    expect(pen).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type("pet")
    page.keyboard.press("Enter")
    expect(field).to_contain_text("set by ann")
    expect(field).to_contain_text("was read as: dog")
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    check(guest, page, "corrected")
    page.reload()
    expect(field).to_contain_text("pet")
    field.get_by_role("button", name="Give back to the parser: entity").click()
    expect(field).not_to_contain_text("set by ann")
    expect(field).to_contain_text("dog")


def test_words_are_added_and_removed_and_a_wrong_one_is_told(
    guest: Visitor, team: Deployment
) -> None:
    page = enter(guest, team, "ann", tool_link(GET_DOG))
    objects = page.locator('[data-field="objects"]')
    objects.get_by_role("button", name="Edit Objects").click()
    objects.get_by_label("Add to Objects").fill("pet")
    page.keyboard.press("Enter")
    objects.get_by_role("button", name="Remove dog").click()
    press(objects, "Save")
    expect(objects).to_contain_text("was read as: dog")
    assert Person(team, "ann")("GET", f"/api/tools/{GET_DOG}")[1]["edited"] == {"objects": ["pet"]}
    objects.get_by_role("button", name="Edit Objects").click()
    objects.get_by_label("Add to Objects").fill("hound")
    press(objects, "Save")
    expect(objects).to_contain_text("hound")
    told = Person(team, "ann")("GET", f"/api/tools/{GET_DOG}")[1]["edited"]
    assert told == {"objects": ["pet", "hound"]}
    title = page.locator('[data-field="title"]')
    title.get_by_role("button", name="Edit Title").click()
    title.get_by_label("New value of Title").fill("Fetch a dog")
    press(title, "Save")
    expect(page.get_by_role("heading", name="Fetch a dog")).to_be_visible()


def test_a_finding_leads_to_the_field_that_mends_it(
    guest: Visitor, team: Deployment, kennel: Kennel
) -> None:
    kennel.say("/dogs/{dog_id}", "get", "Dog")
    ann = Person(team, "ann")
    ann("POST", "/api/tools/approve?project=press", {"tools": ["kennel"], "agreed": True})
    page = enter(guest, team, "ann", f"{tool_link(GET_DOG)}/lint")
    expect(page.get_by_text("These warnings keep it out of no pool.")).to_be_visible()
    expect(page.get_by_text("is changed at the source")).to_have_count(0)
    check(guest, page, "mend")
    page.get_by_role("link", name="Mend it here: What it does").click()
    expect(page.get_by_label("New value of What it does")).to_be_focused()
    page.get_by_label("New value of What it does").fill("Looks up a dog by its number.")
    press(page, "Save")
    expect(page.get_by_text("Saved: What it does")).to_be_visible()
    page.get_by_role("link", name="Lint").click()
    expect(page.get_by_text("Nothing was found.")).to_be_visible()


def test_an_argument_is_shown_with_its_limits_and_known_words_are_proposed(
    guest: Visitor, team: Deployment, kennel: Kennel
) -> None:
    told = {"type": "string", "enum": ["big", "small"], "maxLength": 5}
    size = {"name": "size", "in": "query", "description": "How big.", "schema": told}
    kennel.paths["/dogs/{dog_id}"]["get"] = operation("get_dog", "Look up a dog.", ID, size)
    ann = Person(team, "ann")
    ann("POST", "/api/tools/approve?project=press", {"tools": ["kennel"], "agreed": True})
    page = enter(guest, team, "ann", tool_link(GET_DOG))
    part = page.get_by_role("region", name="size")
    expect(part).to_contain_text("bigsmall")
    expect(part).to_contain_text("maxLength: 5")
    role = page.locator('[data-field="needs.size.role"]')
    role.get_by_role("button", name="Edit role size").click()
    expect(role).to_contain_text("several things of one kind")
    box = role.get_by_label("New value of role")
    expect(box).to_be_focused()
    assert "recipient" in role.locator("datalist option").evaluate_all(
        "all => all.map(o => o.value)"
    )
    box.fill("recipient")
    check(guest, page, "proposed")
    press(role, "Save")
    expect(role).to_contain_text("set by ann")
    expect(role).to_contain_text("recipient")


def test_sentences_tell_whether_a_tool_is_found(guest: Visitor, team: Deployment) -> None:
    page = enter(guest, team, "ann", f"{tool_link(GET_DOG)}/try")
    page.get_by_label("Sentences, one a line").fill("look up dog 7 in daily")
    press(page, "Add and try")
    expect(page.get_by_text("1 of 1 as expected")).to_be_visible()
    page.get_by_label("Sentences, one a line").fill("delete dog 7 in daily")
    press(page, "Add and try")
    wrong = page.get_by_role("listitem").filter(has_text="delete dog 7").first
    expect(wrong).to_contain_text("not as expected")
    expect(wrong).to_contain_text("Planning")
    check(guest, page, "tried")
    wrong.get_by_label("Expected").select_option("false")
    expect(page.get_by_text("2 of 2 as expected")).to_be_visible()
    page.reload()
    expect(page.get_by_text("2 of 2 as expected")).to_be_visible()


def test_a_tool_is_submitted_rejected_with_a_reason_and_then_approved(
    guest: Visitor, team: Deployment
) -> None:
    ann = enter(guest, team, "ann", f"{tool_link(GET_DOG)}/submit")
    ann.get_by_label("What reviewers are to know").fill("for every team")
    press(ann, "Submit")
    expect(ann.get_by_role("listitem").filter(has_text="for every team")).to_contain_text(
        "in review"
    )
    check(guest, ann, "submitted")
    otto = enter(guest, team, "otto")
    otto.get_by_role("link", name="Review (1)").click()
    otto.get_by_role("link", name=GET_DOG).click()
    expect(otto.get_by_role("article")).to_contain_text("for every team")
    expect(otto.get_by_role("article")).to_contain_text("dog_id")
    check(guest, otto, "review")
    press(otto, "Reject")
    expect(otto.get_by_role("alert")).to_contain_text("reason")
    otto.get_by_label("Reason").fill("say which dogs")
    press(otto, "Reject")
    expect(otto.get_by_text("Nothing waits for a review.")).to_be_visible()
    ann.reload()
    expect(ann.get_by_role("listitem").filter(has_text="rejected")).to_contain_text(
        "say which dogs"
    )
    press(ann, "Submit")
    expect(ann.get_by_role("listitem").filter(has_text="in review")).to_be_visible()
    otto.reload()
    otto.get_by_role("link", name=GET_DOG).click()
    press(otto, "Approve and publish")
    press(otto, "Confirm: Approve and publish")
    expect(otto.get_by_text("Approved: everybody can use it now.")).to_be_visible()
    eve = enter(guest, team, "eve", tool_link(GET_DOG))
    expect(eve.get_by_text("You can see this tool, but not change it.")).to_be_visible()
    expect(eve.get_by_role("button", name="Edit")).to_have_count(0)


def test_who_may_not_review_sees_the_own_submissions_only(guest: Visitor, team: Deployment) -> None:
    made = Person(team, "ann")("POST", f"/api/tools/{GET_DOG}/submit?project=press", {"note": "x"})
    ann, eve = enter(guest, team, "ann", "review"), enter(guest, team, "eve", "review")
    expect(eve.get_by_text("Nothing was submitted yet.")).to_be_visible()
    ann.get_by_role("link", name=GET_DOG).click()
    expect(ann.get_by_role("button", name="Approve and publish")).to_have_count(0)
    press(ann, "Withdraw")
    expect(ann.get_by_text("Withdrawn.")).to_be_visible()
    eve.goto(f"/#/authoring/review/{made[1]['submissions'][0]['id']}")
    expect(eve.get_by_role("alert")).to_be_visible()
    guest.forgive("404")


def test_close_tools_stand_side_by_side_and_history_tells_who_did_what(
    guest: Visitor, team: Deployment, kennel: Kennel
) -> None:
    ann = Person(team, "ann")
    body = {"name": "hound", "entry": kennel.entry, "scope": "personal"}
    assert ann("POST", "/api/sources", body)[0] == 200
    assert ann("PATCH", f"/api/tools/{GET_DOG}", {"field": "title", "value": "Fetch"})[0] == 200
    page = enter(guest, team, "ann", f"{tool_link(GET_DOG)}/rivals")
    table = page.get_by_role("table").first
    expect(table).to_contain_text("Fetch")
    expect(table.get_by_role("row", name="function")).to_contain_text("same")
    check(guest, page, "rivals")
    side(page, "Use and versions")
    events = page.get_by_role("listitem")
    expect(events.filter(has_text="field set")).to_contain_text("title = Fetch")
    expect(events.filter(has_text="source registered")).to_contain_text("ann")
    check(guest, page, "history")
    side(page, "Lint")
    expect(page.get_by_text("Nothing was found.").or_(page.get_by_text("rule"))).to_be_visible()


def test_all_faults_are_seen_at_once_and_a_source_is_taken_out(
    guest: Visitor, team: Deployment, kennel: Kennel
) -> None:
    ann = Person(team, "ann")
    kennel.say("/dogs/{dog_id}", "get", "")
    body = {"name": "hound", "entry": kennel.entry, "scope": "personal"}
    assert ann("POST", "/api/sources", body)[0] == 200
    page = enter(guest, team, "ann", "checks")
    fault = page.get_by_role("listitem").filter(has_text="hound@~ann/get_dog").first
    expect(fault).to_contain_text("There is no description.")
    check(guest, page, "checks")
    page.get_by_role("link", name="Import").click()
    source = page.get_by_role("listitem").filter(has_text="hound@~ann").first
    press(source, "Remove")
    asked = source.get_by_role("group", name="Remove")
    expect(asked).to_contain_text("2 tools")
    press(asked, "Remove")
    expect(page.get_by_text("hound@~ann")).to_have_count(0)
    assert ann("GET", "/api/workshop/tools?q=hound")[1]["total"] == 0


def test_a_tool_is_retired_only_after_it_was_shown_what_that_does(
    guest: Visitor, team: Deployment
) -> None:
    page = enter(guest, team, "ann", tool_link(GET_DOG))
    press(page, "Retire")
    asked = page.get_by_role("group", name="Retire")
    expect(asked).to_contain_text("compared")
    expect(asked).to_contain_text("Nobody has used it in the last 28 days.")
    expect(asked).to_contain_text("There is a way back")
    guest.shoot(page, "before")
    assert Person(team, "ann")("GET", f"/api/tools/{GET_DOG}")[1]["status"] == "published"
    press(asked, "Confirm: Retire")
    expect(page.get_by_text("retired", exact=True)).to_be_visible()
    side(page, "Submit")
    expect(page.get_by_text("It is out of use.")).to_be_visible()
    expect(page.get_by_text("changed since")).to_have_count(0)
    expect(page.get_by_role("button", name="Retire", exact=True)).to_have_count(0)
    press(page, "Restore")
    press(page, "Confirm: Restore")
    expect(page.get_by_role("button", name="Retire", exact=True)).to_be_visible()
    assert Person(team, "ann")("GET", f"/api/tools/{GET_DOG}")[1]["status"] == "published"


def test_use_gaps_and_reasons_of_the_shared_tools(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, "查询用户1234的优惠券,预发环境")
    expect(page.locator("[data-part=result]")).to_contain_text("成功")
    say(page, "创建一张名为小明的机票,预发环境")
    expect(page.locator("[data-part=choices]")).to_be_visible()
    talk = page.url
    page.get_by_role("link", name="工具", exact=True).click()
    page.get_by_role("link", name="缺口").click()
    gap = page.get_by_role("listitem").filter(has_text="机票")
    expect(gap).to_be_visible()
    expect(page.get_by_role("main")).not_to_contain_text("小明")
    visitor.shoot(page, "gaps")
    page.get_by_role("link", name="使用情况").click()
    row = page.get_by_role("row", name="查询用户券列表")
    expect(row).to_contain_text("100%")
    visitor.shoot(page, "use")
    page.goto("/#/authoring/tools/commerce%2FissueVoucherCoupon/try")
    page.get_by_label("例句").fill(COUPON)
    page.get_by_role("button", name="加入并试").click()
    expect(page.get_by_role("listitem").filter(has_text="不符合预期").first).to_contain_text(
        "发放满减券"
    )
    visitor.shoot(page, "why")
    page.get_by_role("link", name="返回对话").click()
    expect(page.locator("[data-part=result]")).to_contain_text("成功")
    assert page.url == talk


def test_a_sentence_over_which_the_chat_asks_is_not_marked_as_wrong(visitor: Visitor) -> None:
    page = visitor.open("/#/authoring/tools/commerce%2FissueFullReductionCoupon/try")
    page.get_by_label("例句").fill(f"查询用户1234,预发环境\n{COUPON.partition(',')[0]}")
    page.get_by_role("button", name="加入并试").click()
    lines = page.locator(".works > li")
    expect(lines.nth(1)).to_contain_text("会先询问")
    expect(lines.nth(1)).to_have_class("asks")
    expect(lines.nth(0)).to_have_class("wrong")
    visitor.shoot(page)


@pytest.mark.parametrize(
    ("width", "dark", "language"),
    [(320, True, "zh-CN"), (400, False, "en-US"), (1440, True, "zh-CN")],
)
def test_every_page_of_the_workshop_fits_and_keeps_nobody_out(
    visitor: Visitor, width: int, dark: bool, language: str
) -> None:
    tool = "tools/commerce%2FissueFullReductionCoupon"
    sides = ("form", "lint", "try", "rivals", "history", "submit")
    page = visitor.open(width=width, dark=dark, language=language)
    for place in (
        "tools",
        "import",
        "checks",
        "usage",
        "gaps",
        "review",
        *(f"{tool}/{s}" for s in sides),
    ):
        page.goto(f"/#/authoring/{place}")
        expect(page.get_by_role("main").locator("p, li, form").first).to_be_visible()
        expect(page.get_by_text("加载中…" if language == "zh-CN" else "Loading…")).to_have_count(0)
        check(visitor, page, place.replace("/", "-").replace("%2F", "-"))
